#pragma once

namespace switchyard {

/// Set by tests with SystemC threads: LeakSanitizer (of GCC 12) dies now and then as it looks through what
/// their coroutines leave, so their processes end without it.
inline bool has_systemc_threads = false;

}  // namespace switchyard
