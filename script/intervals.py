"""What several runs come to: their mean and its 95 % interval."""
import math
import statistics

# Student's t for 97.5 %, by degrees of freedom; the last one for more, too.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131]


def half_width(values):
    """Of the interval; not a number for a single value."""
    if len(values) < 2:
        return math.nan
    return STUDENT[min(len(values) - 2, len(STUDENT) - 1)] * statistics.stdev(values) / math.sqrt(len(values))


def with_interval(values):
    return statistics.fmean(values), half_width(values)


def text_of(values, digits):
    mean, half = with_interval(values)
    return f"{mean:.{digits}f}" + ("" if math.isnan(half) else f" ± {half:.{digits}f}")
