#pragma once

#include <filesystem>

namespace switchyard {

/// Whether a wave file's name asks for GTKWave's compressed format: it ends in .fst.
bool is_fst(const std::filesystem::path& wave_file);

/// Turns `vcd` into `fst` with vcd2fst, which comes with GTKWave, and removes `vcd`.
///
/// Errors: std::system_error if vcd2fst cannot be started or fails; the dump is kept then.
void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst);

}  // namespace switchyard
