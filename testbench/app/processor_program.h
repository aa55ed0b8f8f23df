#pragma once

namespace switchyard {

/// If the package has the same program for processors like this one (x86-64-v3: AVX2 and what comes with it),
/// becomes that; else returns. Its results are the same.
void hand_over_to_processor_program(char** argv);

}  // namespace switchyard
