// For techmap: asks whether each `assert` is ever asked, and whether each `cover` ever holds, as assertions that it never is so.
(* techmap_celltype = "$assert" *)
module reach_assert (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!EN), .EN(1'b1));
endmodule

(* techmap_celltype = "$cover" *)
module reach_cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!(A && EN)), .EN(1'b1));
endmodule
