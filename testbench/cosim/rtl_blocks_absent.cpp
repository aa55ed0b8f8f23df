#include "testbench/cosim/blocks.h"

namespace switchyard {

const BlockFactory* rtl_blocks() { return nullptr; }

}  // namespace switchyard
