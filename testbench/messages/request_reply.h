#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Requests and replies in a closed loop: a client's request n waits for the reply to its request
/// n - outstanding, and the reply is ready `service` cycles after its request has come. Servers serve
/// requests side by side.
///
/// Config:  requests (of a client), outstanding, service, think, request_length, reply_length; servers, or
///          pattern with its keys. With servers the other terminals are the clients, and each request goes to
///          a random one of them; with a pattern all that it lets send are clients.
/// Classes: request, reply.
MessageGraph build_request_reply(const TrafficContext& context);

}  // namespace switchyard
