#pragma once

namespace switchyard {

/// The 0.975 quantile of Student's t: 95 % of the distribution lies between minus and plus this value.
///
/// The central probability is a finite sum of powers of a cosine when the degrees of freedom are an integer;
/// bisection inverts it, exact to 1e-10. The time is proportional to `degrees_of_freedom`.
///
/// Errors:  std::invalid_argument if degrees_of_freedom < 1.
/// Source:  Abramowitz, Stegun, "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4.
double student_t_975(int degrees_of_freedom);

/// The probability that Student's t is farther from 0 than `t` >= 0, on either side, to 1e-15.
///
/// Errors, source: as above.
double student_t_outside(double t, int degrees_of_freedom);

}  // namespace switchyard
