/// Types that cross module borders. Model: hw/base/flit.h.
package net_pkg;

  localparam int FlitWidth = 128;  ///< Of the pins of a router.

endpackage : net_pkg
