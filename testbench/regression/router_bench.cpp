#include "testbench/regression/router_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "testbench/cosim/router/whole_router.h"

namespace switchyard {

std::string router_bench(const Design& design, NodeId node) {
  const RouterRtl rtl = whole_router(design).rtl(design, node);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : rtl.parameters) parameters.push_back(fmt::format(".{}({})", name, value));
  std::string straps;
  for (const auto& [pin, strap] : rtl.straps) straps += fmt::format("    .{}_i({}),\n", pin, strap.literal());
  return fmt::format(
      R"(module router_tb;
  localparam int NumPorts = {ports};
  localparam int NumVcs = {vcs};

  logic clk, rst_n, busy;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_in, flit_out;
  logic [NumPorts*NumVcs-1:0] credit_in, credit_out;
  logic [NumPorts-2:0] request_in, request_out;

  {module} #({parameters}) i_router (
    .clk_i(clk), .rst_ni(rst_n),
{straps}    .flit_i(flit_in), .credit_o(credit_out), .flit_o(flit_out), .credit_i(credit_in){pins}
  );
{tied}  router_vectors #(.NumPorts(NumPorts), .NumVcs(NumVcs), .HasBusy({has_busy}), .HasRequests({half_duplex})) i_vectors (
    .clk_o(clk), .rst_no(rst_n), .flit_o(flit_in), .credit_o(credit_in), .request_o(request_in), .flit_i(flit_out),
    .credit_i(credit_out), .request_i(request_out), .busy_i(busy)
  );
endmodule : router_tb
)",
      fmt::arg("ports", design.topology->port_count()), fmt::arg("vcs", rtl.virtual_channels),
      fmt::arg("module", rtl.module), fmt::arg("parameters", fmt::join(parameters, ", ")),
      fmt::arg("straps", straps),
      fmt::arg("pins", std::string(rtl.has_busy ? ", .busy_o(busy)" : "") +
                           (rtl.has_requests ? ", .request_i(request_in), .request_o(request_out)" : "")),
      fmt::arg("tied", std::string(rtl.has_busy ? "" : "  assign busy = 1'b0;\n") +
                           (rtl.has_requests ? "" : "  assign request_out = '0;\n")),
      fmt::arg("has_busy", rtl.has_busy ? 1 : 0), fmt::arg("half_duplex", design.half_duplex() ? 1 : 0));
}

}  // namespace switchyard
