#include <stdexcept>

#include "testbench/cosim/buffers/rtl_buffers.h"
#include "testbench/cosim/chaos/rtl_visits.h"
#include "testbench/cosim/circuit/rtl_circuit.h"
#include "testbench/cosim/exchange/rtl_exchange.h"
#include "testbench/cosim/merge/rtl_merge.h"
#include "testbench/cosim/queues/rtl_queues.h"
#include "testbench/cosim/router/rtl_router.h"
#include "testbench/cosim/router/rtl_ways.h"
#include "testbench/cosim/sorting/rtl_compare.h"
#include "testbench/cosim/switch/rtl_switch.h"

namespace switchyard {
namespace {

[[noreturn]] void absent() {
  throw std::invalid_argument("this level needs the RTL, and the program was built without Verilator");
}

}  // namespace

bool has_rtl() { return false; }

std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId, const SwitchShape&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlMerge> make_rtl_merge(NodeId, const MergeSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlBuffers> make_rtl_buffers(NodeId, const BufferSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlCircuit> make_rtl_circuit(NodeId, const CircuitSite&, const Topology&, const RtlOptions&) {
  absent();
}

std::unique_ptr<RtlCompare> make_rtl_compare(NodeId, const CompareSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlQueues> make_rtl_queues(const QueueSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlVisits> make_rtl_visits(const VisitSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlExchange> make_rtl_exchange(const ExchangeSite&, const RtlOptions&) { absent(); }

std::unique_ptr<RtlWays> make_rtl_ways(const Design&) { absent(); }

std::unique_ptr<RtlRouter> make_rtl_router(const Design&, NodeId, const RtlOptions&) { absent(); }

}  // namespace switchyard
