/// One iteration of iSLIP: outputs offer themselves, and inputs take. Model: hw/alloc/output_first_allocator.h.
module islip_pass #(
  parameter int NumPorts = 4                           ///< Inputs and outputs, >= 2.
) (
  input  logic [NumPorts*NumPorts-1:0] first_output_i, ///< [input]: outputs that have priority.
  input  logic [NumPorts*NumPorts-1:0] first_input_i,  ///< [output]: inputs that have priority.
  input  logic [NumPorts*NumPorts-1:0] req_i,          ///< Bit input * NumPorts + output.
  output logic [NumPorts*NumPorts-1:0] gnt_o,          ///< At most one per input and per output.
  output logic [NumPorts*NumPorts-1:0] rest_o,         ///< Requests of those that have no partner yet.
  output logic [NumPorts-1:0]          granted_o,      ///< Inputs that are.
  output logic [NumPorts-1:0]          taken_o,        ///< Outputs that are.
  output logic [NumPorts*NumPorts-1:0] after_output_o, ///< [input]: outputs above the one that it took.
  output logic [NumPorts*NumPorts-1:0] after_input_o   ///< [output]: inputs above the one that it offered itself to.
);
  logic [NumPorts*NumPorts-1:0] requests, offer;       // [output]: by input.
  logic [NumPorts*NumPorts-1:0] offers;                // [input]: by output.

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    rr_pick #(.NumReq(NumPorts)) i_offer (
      .first_i(first_input_i[p*NumPorts +: NumPorts]), .req_i(requests[p*NumPorts +: NumPorts]),
      .gnt_o(offer[p*NumPorts +: NumPorts]), .after_o(after_input_o[p*NumPorts +: NumPorts])
    );
    rr_pick #(.NumReq(NumPorts)) i_take (
      .first_i(first_output_i[p*NumPorts +: NumPorts]), .req_i(offers[p*NumPorts +: NumPorts]),
      .gnt_o(gnt_o[p*NumPorts +: NumPorts]), .after_o(after_output_o[p*NumPorts +: NumPorts])
    );
    assign granted_o[p] = offers[p*NumPorts +: NumPorts] != '0;
    assign rest_o[p*NumPorts +: NumPorts] = granted_o[p] ? '0 : req_i[p*NumPorts +: NumPorts] & ~taken_o;
  end

  always_comb begin
    for (int o = 0; o < NumPorts; o++) begin
      for (int i = 0; i < NumPorts; i++) requests[o*NumPorts + i] = req_i[i*NumPorts + o];
    end
  end
  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      for (int o = 0; o < NumPorts; o++) offers[i*NumPorts + o] = offer[o*NumPorts + i];
    end
  end
  always_comb begin
    taken_o = '0;
    for (int i = 0; i < NumPorts; i++) taken_o = taken_o | gnt_o[i*NumPorts +: NumPorts];
  end
endmodule : islip_pass
