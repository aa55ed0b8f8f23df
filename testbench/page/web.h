#pragma once

namespace switchyard {

/// The parts of a page, from the files of web/.
extern const char* const kPageBody;
extern const char* const kPageStyle;
extern const char* const kPageScript;

}  // namespace switchyard
