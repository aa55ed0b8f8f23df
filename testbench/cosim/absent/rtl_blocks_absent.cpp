#include "testbench/cosim/blocks/blocks.h"

namespace switchyard {

const BlockFactory* rtl_blocks() { return nullptr; }

}  // namespace switchyard
