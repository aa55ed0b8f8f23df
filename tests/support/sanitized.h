#pragma once

namespace switchyard {

/// Whether the sanitizers are on. They make a test slow and look at what is done, not at how often: fewer
/// rounds do.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace switchyard
