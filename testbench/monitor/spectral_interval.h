#pragma once

#include <span>

#include "testbench/monitor/confidence_interval.h"
#include "testbench/monitor/time_slices.h"

namespace switchyard {

/// The 95 % confidence interval of the mean of a correlated sequence, by spectral estimation.
///
/// The mean is that of all samples. Its variance is the spectrum, at frequency zero, of the slices' residuals
/// sum - mean * count, over the square of the number of samples; so the slices need not be equally full. The
/// spectrum is read off its lowest ordinates: the squares of the residuals' cosine transform are averaged in
/// bands of four, and a parabola is fitted to the logarithms of the bands; it is taken at frequency zero, and
/// the quantile is Student's with the degrees of freedom of the fit.
///
/// 25 bands (7 degrees of freedom) serve if the parabola is nearly flat at its begin. If it is not, the
/// samples are correlated over much of the window, and the 10 lowest bands (2 degrees) are fitted instead: a
/// wider interval, but an honest one down to a window of 5 correlation times. Between flat and steep the one
/// passes into the other, so that a few samples more do not double the width. If the half width is more than
/// twice the mean, the window is too short for any interval.
///
/// The interval is that of the mean's reciprocal: in a queue near saturation the standard deviation of a mean
/// wait grows as the square of the true one, so means that are too low come with widths that are too small.
/// Of the two ends, whose distances h / (1 + h / mean) and h / (1 - h / mean) differ, it has the farther one
/// on both sides.
///
/// `variance` is that of a sample, for the effective samples: variance over the variance of the mean, at
/// most the number of samples. They are all of them if all are equal.
///
/// Limits:  no half width from fewer than 100 samples or 200 slices. What varies more slowly than the window
///          is long cannot be seen in it.
/// Source:  Heidelberger, Welch, "A Spectral Method for Confidence Interval Generation and Run Length
///          Control in Simulations", CACM 24(4), 1981; the ratio estimator: Law, "Simulation Modeling and
///          Analysis", 5th edition 2015, 9.5.3.
/// Differs: cosines over the window in place of Fourier's pairs, so that a trend does not leak into all
///          frequencies; the second, narrower fit.
ConfidenceInterval spectral_interval(std::span<const Slice> slices, double variance);

}  // namespace switchyard
