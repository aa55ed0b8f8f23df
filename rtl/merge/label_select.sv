/// Compares the heads of two streams: which of them goes next. Model: MergeSwitch::select() of
/// hw/router/combining/ranade_merge.h.
///
/// The lesser label goes; equal ones go as one message, or the first before the second. If only one head is there,
/// it goes if nothing less, and nothing to combine with, is still to come in the other stream. The end of a step
/// waits for its like.
module label_select #(
  parameter int StepWidth = net_pkg::StepWidth,          ///< Low bits of a step that labels have.
  parameter int KeyWidth = 32,
  localparam int LabelWidth = StepWidth + KeyWidth,
  localparam int BoundWidth = LabelWidth + 1
) (
  input  logic                    combining_i,
  input  logic                    joins_i,               ///< There is a second stream.
  input  logic [1:0]              valid_i,               ///< There is a head.
  input  logic [2*LabelWidth-1:0] label_i,               ///< [input]: {step, key} of its head.
  input  logic [2*BoundWidth-1:0] floor_i,               ///< [input]: what is still to come has labels above this.
  output logic [1:0]              from_o                 ///< The heads that go, as one message; zero: none is known yet.
);
  logic [LabelWidth-1:0] first, second, apart;
  logic [BoundWidth-1:0] first_ahead, second_ahead;      // Of the floor of the other stream.
  logic equal, is_end;

  assign first  = label_i[0 +: LabelWidth];
  assign second = label_i[LabelWidth +: LabelWidth];
  assign is_end = &first[KeyWidth-1:0];

  assign apart        = first - second;
  assign equal        = apart == '0;
  assign first_ahead  = floor_i[BoundWidth +: BoundWidth] + BoundWidth'(!combining_i) - {first, 1'b0};
  assign second_ahead = floor_i[0 +: BoundWidth] - {second, 1'b0};

  // A floor never reaches the end that it waits for; only without combining may the first go that is just above.
  assign from_o[0] = valid_i[0] && (!joins_i || (valid_i[1] ? equal || apart[LabelWidth-1]
                                                            : !is_end && !first_ahead[BoundWidth-1]));
  assign from_o[1] = valid_i[1] && (!valid_i[0] ? !second_ahead[BoundWidth-1]
                                  : equal ? combining_i || is_end : !apart[LabelWidth-1]);
endmodule : label_select
