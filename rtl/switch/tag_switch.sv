`include "net_assert.svh"

/// The crosspoints of a circuit switch of a multistage network: a header takes the output that a digit of its tag names, and
/// its flits follow. Model: hw/router/circuit/circuit_switch.h. All but the circuits is combinational.
///
/// An output is held until the tail has left and the header is answered, or until the header is refused further on, and can
/// be taken again in the cycle after that. Headers for different free outputs all win; an arbiter per output picks one of
/// several.
module tag_switch #(
  parameter int NumPorts = 4,                            ///< Inputs, and outputs: 2, 4 or 8.
  parameter int Width = 8,                               ///< Bits of a flit.
  parameter int NumDigits = 6,                           ///< Of a tag, the lowest first, >= 2.
  localparam int DigitWidth = $clog2(NumPorts),
  localparam int TagWidth = NumDigits * DigitWidth,
  localparam int StageWidth = $clog2(NumDigits)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [StageWidth-1:0]          digit_i,        ///< The digit that counts here. Static.
  input  logic                           drops_i,        ///< Headers that lose are refused; else they wait. Static.
  input  logic                           answers_i,      ///< Flits follow an answered header; else at once. Static.
  input  logic [NumPorts*DigitWidth-1:0] start_i,        ///< Per output: the input with the first priority. Static.
  input  logic [NumPorts-1:0]            offered_i,      ///< Inputs with a flit that wants to leave:
  input  logic [NumPorts-1:0]            header_i,       ///< a header, whose input holds nothing,
  input  logic [NumPorts-1:0]            tail_i,         ///< or the last flit of its packet; or both.
  input  logic [NumPorts*TagWidth-1:0]   tag_i,          ///< Of headers.
  input  logic [NumPorts*Width-1:0]      data_i,
  input  logic [NumPorts-1:0]            room_i,         ///< Outputs with room behind them.
  input  logic [NumPorts-1:0]            faulty_i,       ///< Outputs that no header may take.
  input  logic [NumPorts-1:0]            answered_i,     ///< Outputs whose header has been answered,
  input  logic [NumPorts-1:0]            refused_i,      ///< or refused further on.
  output logic [NumPorts-1:0]            sent_o,         ///< Outputs through which a flit leaves.
  output logic [NumPorts*Width-1:0]      data_o,         ///< Zero where none does.
  output logic [NumPorts-1:0]            taken_o,        ///< Inputs whose flit that is.
  output logic [NumPorts-1:0]            answered_o,     ///< Inputs to which an answer goes back,
  output logic [NumPorts-1:0]            refused_o       ///< or a refusal.
);
  logic [NumPorts-1:0] held_d, held_q;                   // Outputs that belong to circuits;
  logic [NumPorts-1:0] open_d, open_q;                   // through which flits may follow;
  logic [NumPorts-1:0] ended_d, ended_q;                 // whose header was the tail.
  logic [NumPorts*NumPorts-1:0] holder_d, holder_q;      // Per output: its input, one-hot.
  logic [NumPorts*NumPorts-1:0] want, select;            // Per output: headers for it; what crosses.
  logic [NumPorts*NumPorts-1:0] answers, refuses;        // Per output: the input that is told.

  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    logic [NumPorts-1:0] ready, grant, follower, holder;
    logic stays, opened, tail;

    for (genvar i = 0; i < NumPorts; i++) begin : gen_want
      logic [DigitWidth-1:0] digit;
      assign digit = DigitWidth'(tag_i[i*TagWidth +: TagWidth] >> (digit_i * DigitWidth));
      assign want[o*NumPorts + i] = offered_i[i] && header_i[i] && digit == DigitWidth'(o);
    end

    assign holder   = holder_q[o*NumPorts +: NumPorts] & {NumPorts{held_q[o]}};
    assign stays    = held_q[o] && !refused_i[o] && !(answered_i[o] && ended_q[o]);
    assign opened   = open_q[o] || answered_i[o];
    assign follower = holder & offered_i & ~header_i & {NumPorts{stays && opened && room_i[o]}};
    assign ready    = want[o*NumPorts +: NumPorts] & {NumPorts{!held_q[o] && room_i[o] && !faulty_i[o]}};

    rr_arbiter #(.NumReq(NumPorts)) i_arbiter (
      .clk_i, .rst_ni, .start_i(start_i[o*DigitWidth +: DigitWidth]), .req_i(ready), .gnt_o(grant), .accept_i(1'b1)
    );

    assign select[o*NumPorts +: NumPorts]   = grant | follower;
    assign answers[o*NumPorts +: NumPorts]  = holder & {NumPorts{answered_i[o]}};
    assign refuses[o*NumPorts +: NumPorts]  = holder & {NumPorts{refused_i[o]}};
    assign tail      = (select[o*NumPorts +: NumPorts] & tail_i) != '0;
    assign sent_o[o] = select[o*NumPorts +: NumPorts] != '0;

    assign held_d[o]  = grant != '0 ? answers_i || !tail : stays && !(follower != '0 && tail);
    assign open_d[o]  = grant != '0 ? !answers_i : opened;
    assign ended_d[o] = grant != '0 ? tail : ended_q[o];
    assign holder_d[o*NumPorts +: NumPorts] = grant != '0 ? grant : holder_q[o*NumPorts +: NumPorts];

    `SY_ASSERT(AHeldOutputHasOneHolder, !held_q[o] || holder != '0 && (holder & (holder - 1'b1)) == '0)
    `SY_ASSERT(OnlyAHeldOutputIsAnswered, held_q[o] || !answered_i[o] && !refused_i[o])
    `SY_ASSERT(AFreeOutputThatIsWantedIsGiven, (grant != '0) == (ready != '0))
    `SY_ASSERT(AHeldOutputIsNotGiven, !held_q[o] || grant == '0)
    `SY_ASSERT(OneHeaderWins, (grant & (grant - 1'b1)) == '0)
    `SY_ASSERT(OnlyTheHolderFollows, (select[o*NumPorts +: NumPorts] & ~header_i & ~holder) == '0)
    `SY_ASSERT(AHeldOutputKeepsItsHolder, !held_q[o] || holder_d[o*NumPorts +: NumPorts] == holder_q[o*NumPorts +: NumPorts])
    `SY_ASSERT(AHeldOutputIsFreedByItsTailAnswerOrRefusal, !held_q[o] || held_d[o] || refused_i[o] || answered_i[o] && ended_q[o] || sent_o[o] && tail)

    for (genvar p = 0; p < o; p++) begin : gen_other
      `SY_ASSERT(AnInputHoldsOneOutput, !held_q[o] || !held_q[p] || (holder_q[o*NumPorts +: NumPorts] & holder_q[p*NumPorts +: NumPorts]) == '0)
      `SY_ASSERT(AFlitLeavesThroughOneOutput, (select[o*NumPorts +: NumPorts] & select[p*NumPorts +: NumPorts]) == '0)
    end
  end

  mux_crossbar #(.NumIn(NumPorts), .NumOut(NumPorts), .Width(Width)) i_crossbar (.data_i, .sel_i(select), .data_o);

  always_comb begin
    taken_o    = '0;
    answered_o = '0;
    refused_o  = '0;
    for (int o = 0; o < NumPorts; o++) begin
      taken_o    = taken_o | select[o*NumPorts +: NumPorts];
      answered_o = answered_o | answers[o*NumPorts +: NumPorts];
      refused_o  = refused_o | refuses[o*NumPorts +: NumPorts];
    end
    if (drops_i) refused_o = refused_o | offered_i & header_i & ~taken_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else         held_q <= held_d;
  end

  // They count only while an output is held.
  always_ff @(posedge clk_i) begin
    open_q   <= open_d;
    ended_q  <= ended_d;
    holder_q <= holder_d;
  end

  `SY_ASSERT(NothingIsTakenThatIsNotOffered, (taken_o & ~offered_i) == '0)
  `SY_ASSERT(AnAnswerIsNoRefusal, (answered_o & refused_o) == '0)
endmodule : tag_switch
