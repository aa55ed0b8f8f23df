#include "testbench/messages/message_file.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "hw/base/ratio.h"
#include "testbench/file/compressible_file.h"
#include "testbench/file/compressible_input.h"

namespace switchyard {
namespace {

enum Column : std::size_t { kMessage, kCycle, kSource, kDestination, kFlits };

constexpr IntRange kAnyId{0, std::numeric_limits<std::int64_t>::max()};
constexpr IntRange kLegalCycle{0, 1'000'000'000'000'000};
constexpr IntRange kAnyTerminal{0, kNoNode - 1};
constexpr IntRange kAnyFlits{0, std::numeric_limits<std::int32_t>::max()};
constexpr IntRange kLegalClass{0, 255};
constexpr std::string_view kBetweenIds = " ;";

class FileStream final : public MessageStream {
 public:
  FileStream(const std::filesystem::path& file, std::uint64_t messages)
      : file_(file), text_(file), reader_(text_, file.string(), faults_), unread_(messages) {}

  bool next(GraphMessage& message) override {
    if (unread_ == 0) return false;
    if (!reader_.next(message))
      throw std::runtime_error(file_.string() + " has changed since it was checked");
    --unread_;
    return true;
  }

 private:
  std::filesystem::path file_;
  CompressibleInput text_;
  std::vector<std::string> faults_;
  MessageReader reader_;
  std::uint64_t unread_;
};

/// Checks every line, and tells what is to be known of the file.
MessageGraph survey(const std::filesystem::path& file, MessageCheck check, std::vector<std::string>& faults) {
  CompressibleInput text(file);
  MessageReader reader(text, file.string(), faults);
  MessageGraph graph;
  std::uint64_t messages = 0;
  std::uint64_t flits = 0;
  std::size_t faulty_messages = 0;
  for (GraphMessage message; reader.next(message); ++messages) {
    const bool numbered = faults.size() == faulty_messages;  // A line that is at fault is no message.
    if (const auto fault = numbered ? check.look(message) : std::nullopt) {
      reader.fail(*fault);
      ++faulty_messages;
    }
    flits += message.flits;
    graph.longest_message = std::max(graph.longest_message, static_cast<int>(message.flits));
  }
  if (messages == 0 && faults.empty()) reader.fail_at_end("the file has no messages");
  if (messages == 0 || !faults.empty()) return graph;
  graph.mean_message = ratio(flits, messages);
  graph.make_stream = [file, messages] { return std::make_unique<FileStream>(file, messages); };
  return graph;
}

}  // namespace

MessageReader::MessageReader(std::istream& text, const std::string& file_name,
                             std::vector<std::string>& faults)
    : file_(text, file_name, {"message", "cycle", "source", "destination", "flits"}, faults),
      has_header_(file_.next_is_header(
          {"class", "waits_for", "compute", "value", "operation", "phase", "slot", "period"})),
      class_(file_.column("class")),
      waits_for_(file_.column("waits_for")),
      compute_(file_.column("compute")),
      value_(file_.column("value")),
      operation_(file_.column("operation")),
      phase_(file_.column("phase")),
      slot_(file_.column("slot")),
      period_(file_.column("period")) {}

bool MessageReader::next(GraphMessage& message) {
  while (has_header_ && file_.next()) {
    if (read(message)) return true;
  }
  return false;
}

/// Of a line at fault, too, the id counts: so the next one is not at fault by that.
bool MessageReader::read(GraphMessage& message) {
  const auto id = file_.number(kMessage, kAnyId);
  const auto cycle = file_.number(kCycle, kLegalCycle);
  const auto source = file_.number(kSource, kAnyTerminal);
  const auto destination = file_.number(kDestination, kAnyTerminal);
  const auto flits = file_.number(kFlits, kAnyFlits);
  const auto label = file_.number_or(class_, kLegalClass, 0);
  const auto compute = file_.number_or(compute_, kLegalCycle, 0);
  const auto value = file_.number_or(value_, kAnyId, id.value_or(0));
  const auto phase = file_.number_or(phase_, kAnyId, static_cast<std::int64_t>(last_phase_));
  const auto slot = file_.number_or(slot_, kLegalCycle, 0);
  const auto period = file_.number_or(period_, kLegalCycle, 0);
  const bool listed = read_waits_for(message);
  const bool combined = read_operation(message);
  const MessageId expected = next_id_;
  next_id_ = static_cast<MessageId>(id.value_or(static_cast<std::int64_t>(expected))) + 1;
  if (!id || !cycle || !source || !destination || !flits || !label || !compute || !value) return false;
  if (!phase || !slot || !period || !listed || !combined) return false;
  if (static_cast<MessageId>(*id) != expected) {
    file_.fail(kMessage,
               fmt::format("message = {}, but messages are numbered 0, 1, 2, ... and this one is {}", *id,
                           expected));
    return false;
  }
  message.source = static_cast<TerminalId>(*source);
  message.destination = static_cast<TerminalId>(*destination);
  message.flits = static_cast<std::uint32_t>(*flits);
  message.label = static_cast<std::uint8_t>(*label);
  message.earliest = static_cast<Cycle>(*cycle);
  message.compute = static_cast<Cycle>(*compute);
  message.value = static_cast<std::uint64_t>(*value);
  message.phase = last_phase_ = static_cast<std::uint64_t>(*phase);
  message.slot = static_cast<Cycle>(*slot);
  message.period = static_cast<Cycle>(*period);
  return true;
}

bool MessageReader::read_waits_for(GraphMessage& message) {
  message.waits_for.clear();
  std::string_view rest = file_.text(waits_for_);
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBetweenIds), rest.size()));
    if (rest.empty()) return true;
    const std::string_view text = rest.substr(0, rest.find_first_of(kBetweenIds));
    MessageId id = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (stop != text.data() + text.size() || error != std::errc()) {
      file_.fail(*waits_for_, fmt::format("waits_for: '{}' is not the number of a message", text));
      return false;
    }
    message.waits_for.push_back(id);
    rest.remove_prefix(text.size());
  }
}

bool MessageReader::read_operation(GraphMessage& message) {
  message.operation = MessageOperation::Add;
  if (file_.text(operation_).empty()) return true;
  const std::optional<std::size_t> operation = file_.choice(*operation_, kMessageOperations);
  if (operation) message.operation = static_cast<MessageOperation>(*operation);
  return operation.has_value();
}

void MessageReader::fail(const MessageFault& fault) {
  switch (fault.field) {
    case MessageField::Source: return file_.fail(kSource, fault.what);
    case MessageField::Destination: return file_.fail(kDestination, fault.what);
    case MessageField::Flits: return file_.fail(kFlits, fault.what);
    case MessageField::WaitsFor: return file_.fail(waits_for_.value_or(kFlits), fault.what);
    case MessageField::Phase: return file_.fail(phase_.value_or(kFlits), fault.what);
    case MessageField::Slot: return file_.fail(slot_.value_or(kFlits), fault.what);
  }
}

MessageGraph build_message_file(const TrafficContext& context) {
  const ConfigNode name = context.config.child(
      "file", {"",
               "CSV with the header `message,cycle,source,destination,flits`, and behind it any of `class`, "
               "`waits_for`, `compute`, `value`, `operation`, `phase`, `slot`, `period`; it may be longer "
               "than the memory",
               "a file"});
  const std::filesystem::path file = name.as_file();
  if (!name.sound() || context.topology == nullptr) return {};
  if (!std::filesystem::is_regular_file(file)) {
    name.fail(name.path() + ": " + file.string() + " can be read only once, and is read twice");
    return {};
  }
  std::vector<std::string> faults;
  MessageGraph graph;
  try {
    graph = survey(file, MessageCheck(attachments_of(*context.topology), read_message_window(context.config)),
                   faults);
  } catch (const std::invalid_argument& error) {  // It is damaged.
    name.fail(name.path() + ": " + error.what());
    return {};
  }
  report(faults, name);
  return graph;
}

void write_messages(const MessageGraph& graph, const std::filesystem::path& file) {
  CompressibleFile csv(file);
  csv.write(
      "message,cycle,source,destination,flits,class,waits_for,compute,value,operation,phase,slot,"
      "period\n");
  const auto stream = graph.make_stream();
  MessageId id = 0;
  for (GraphMessage m; stream->next(m); ++id)
    csv.write(fmt::format(FMT_COMPILE("{},{},{},{},{},{},{},{},{},{},{},{},{}\n"), id, m.earliest, m.source,
                          m.destination, m.flits, m.label, fmt::join(m.waits_for, " "), m.compute, m.value,
                          kMessageOperations[static_cast<std::size_t>(m.operation)], m.phase, m.slot,
                          m.period));
  csv.commit();
}

}  // namespace switchyard
