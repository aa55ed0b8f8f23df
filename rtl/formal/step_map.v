// For techmap: an assertion may rely on all assertions having held in the cycles before.
(* techmap_celltype = "$assert" *)
module step_assert (input A, input EN);
  wire holds, held;
  assign holds = A || !EN;
  \$ff #(.WIDTH(1)) before (.D(holds), .Q(held));
  \$assert _TECHMAP_REPLACE_ (.A(holds), .EN(1'b1));
  \$assume past (.A(held), .EN(1'b1));
endmodule
