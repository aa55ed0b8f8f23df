#include <benchmark/benchmark.h>

#include <systemc>

#include "hw/design/read/read_design.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/level_carrier.h"
#include "testbench/platform/memory.h"

namespace switchyard {
namespace {

/// Host time of transactions through an idle 4 x 4 torus, from node 0 to a memory at node `target`.
///
/// The benchmarks run in a thread of the simulation, as SystemC elaborates once per process.
class Initiator final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> socket{"socket"};

  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Initiator);
    SC_THREAD(run);
    set_stack_size(1 << 20);
    socket.bind(*this);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void run() {
    benchmark::RegisterBenchmark("b_transport/idle", [this](benchmark::State& state) { read(state); })
        ->Arg(8)
        ->Arg(64)
        ->Arg(1024)
        ->ArgName("bytes");
    benchmark::RunSpecifiedBenchmarks();
    sc_core::sc_stop();
  }

  void read(benchmark::State& state) {
    tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_data_ptr(data_);
    payload.set_data_length(static_cast<unsigned>(state.range(0)));
    payload.set_streaming_width(static_cast<unsigned>(state.range(0)));
    const sc_core::sc_time start = sc_core::sc_time_stamp();
    for (auto _ : state) {
      sc_core::sc_time delay;
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      socket->b_transport(payload, delay);
    }
    state.counters["simulated_ns"] = (sc_core::sc_time_stamp() - start) /
                                     sc_core::sc_time(1, sc_core::SC_NS) /
                                     static_cast<double>(state.iterations());
  }

  unsigned char data_[4096] = {};
};

const char* const kConfig =
    "topology: {kind: torus, radix: [4, 4]}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
    "routing: {kind: duato}\n"
    "interconnect:\n"
    "  initiators: [0]\n"
    "  targets: [5]\n"
    "  regions: [{base: 0, size: 65536, target: 5}]\n";

}  // namespace
}  // namespace switchyard

int sc_main(int argc, char** argv) {
  using namespace switchyard;
  benchmark::Initialize(&argc, argv);
  ConfigDocument document = ConfigDocument::from_text(kConfig, "tlm_bench");
  const std::optional<Design> design = read_design(document.root(), standard_catalogs().hardware);
  const std::optional<InterconnectConfig> config = read_interconnect(document.root(), &*design);
  document.finish();
  const Level* const level = find_level(argc > 1 ? argv[1] : "fast");
  if (level == nullptr) return 2;
  Interconnect interconnect("interconnect", *config, carrier_at(*level, *design));
  Memory memory("memory", 65536,
                {sc_core::sc_time(10, sc_core::SC_NS), 64, sc_core::sc_time(1, sc_core::SC_NS)});
  Initiator initiator("initiator");
  initiator.socket.bind(interconnect.from_initiator(0));
  interconnect.to_target(0).bind(memory.socket);
  sc_core::sc_start();
  return 0;
}
