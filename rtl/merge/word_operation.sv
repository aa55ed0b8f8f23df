/// A word after an operation on it; also one operand of two, as the associative operations combine.
/// Model: apply() of hw/router/combining/ranade_combine.h.
module word_operation #(
  parameter int WordWidth = 32
) (
  input  logic [3:0]           operation_i,
  input  logic [WordWidth-1:0] word_i,
  input  logic [WordWidth-1:0] operand_i,
  output logic [WordWidth-1:0] word_o
);
  // WritePriority keeps the first.
  assign word_o = operation_i == net_pkg::WriteArbitrary ? operand_i
                : operation_i == net_pkg::Add ? word_i + operand_i
                : operation_i == net_pkg::Max ? (word_i < operand_i ? operand_i : word_i)
                : operation_i == net_pkg::Min ? (operand_i < word_i ? operand_i : word_i)
                : operation_i == net_pkg::And ? word_i & operand_i
                : operation_i == net_pkg::Or ? word_i | operand_i
                : operation_i == net_pkg::Xor ? word_i ^ operand_i
                : word_i;
endmodule : word_operation
