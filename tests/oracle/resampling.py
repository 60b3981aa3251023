# SPDX-License-Identifier: Apache-2.0
"""What can be said of the difference of two series of steps that depend on each other: an interval for any figure by
resampling blocks of steps, and a test of the means of a row. Standard library only."""

import math
from functools import lru_cache
from statistics import median

WORD = (1 << 64) - 1
RESAMPLES, MOST_DRAWN = 2000, 40_000_000
NORMAL = {0.975: 1.959963984540054, 0.995: 2.5758293035489004}
FEWEST = 4


def quantile(values, q):
    """Of ascending values, with linear interpolation."""
    at = (len(values) - 1) * q
    low = math.floor(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def most_warm_up(n):
    """How many of n samples may be left out."""
    return min(n // 2, max(n - FEWEST, 0))


def warm_up(times):
    """How many leading samples are left out."""
    if len(times) < 5:
        return 0
    middle = median(times)
    limit = middle + max(5 * 1.4826 * median(abs(x - middle) for x in times), 0.05 * middle)
    n = 0
    while n < most_warm_up(len(times)) and times[n] > limit:
        n += 1
    return n


def block_length(n):
    length = 1
    while 2 * (length + 1) ** 3 <= n:
        length += 1
    return length


def incomplete_beta(a, b, x):
    """The regularized one, by Lentz's continued fraction (Numerical Recipes 6.4 describes it)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny, f, c, d = 1e-300, 1.0, 1.0, 0.0
    for i in range(1000):
        m = i // 2
        if i == 0:
            numerator = 1.0
        elif i % 2 == 0:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 + numerator * d
        d = 1 / (d if abs(d) > tiny else tiny)
        c = 1 + numerator / c
        c = c if abs(c) > tiny else tiny
        f *= c * d
        if abs(1 - c * d) < 1e-15:
            break
    return front * (f - 1)


def two_sided_p(t, df):
    return incomplete_beta(df / 2, 0.5, df / (df + t * t))


@lru_cache(None)
def t_quantile(q, df):
    low, high = 0.0, 1e9
    for _ in range(300):
        t = (low + high) / 2
        if 1 - two_sided_p(t, df) / 2 < q:
            low = t
        else:
            high = t
    return (low + high) / 2


def words(state):
    """SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def n_resamples(n_a, n_b):
    most = max(n_a, n_b)
    return RESAMPLES if most * RESAMPLES <= MOST_DRAWN else max(100, MOST_DRAWN // most)


@lru_cache(maxsize=8)
def chosen(n, index, count):
    """Which samples each resample of the profile with this index holds: lists of n indices."""
    length, stream = block_length(n), words(index + 1)
    resamples = []
    for _ in range(count):
        drawn = []
        for _ in range(-(-n // length)):
            start = ((next(stream) >> 32) * n) >> 32
            drawn += [(start + i) % n for i in range(length)]
        resamples.append(drawn[:n])
    return resamples


def replicates(samples, index, count, statistic):
    return [statistic([samples[i] for i in drawn]) for drawn in chosen(len(samples), index, count)]


def intervals(a, b, index, statistic, levels):
    """For each level (0.975: 95 %) the interval of statistic (b) - statistic (a); b is the profile with that index. None
    if a side has too few samples."""
    if min(len(a), len(b)) < FEWEST:
        return [None for _ in levels]
    count = n_resamples(len(a), len(b))
    pairs = zip(replicates(a, 0, count, statistic), replicates(b, index, count, statistic))
    differences = sorted(y - x for x, y in pairs)
    observed = statistic(b) - statistic(a)
    blocks = min(len(x) // block_length(len(x)) for x in (a, b))
    found = []
    for level in levels:
        wider = t_quantile(level, blocks - 1) / NORMAL[level] * math.sqrt(blocks / (blocks - 1))
        found.append((observed - wider * (observed - quantile(differences, 1 - level)),
                      observed + wider * (quantile(differences, level) - observed)))
    return found


def squared_error(samples):
    """Of the mean, from the variance of the means of circular blocks; and the number of blocks."""
    n, length = len(samples), block_length(len(samples))
    means = [sum(samples[(i + j) % n] for j in range(length)) / length for i in range(n)]
    middle = sum(means) / n
    blocks = n // length
    return sum((x - middle) ** 2 for x in means) / n / (blocks - 1), blocks


def p_value(a, b):
    """Whether the means of two series differ; None if a side has too few samples."""
    if min(len(a), len(b)) < FEWEST:
        return None
    difference = abs(sum(b) / len(b) - sum(a) / len(a))
    (error_a, blocks_a), (error_b, blocks_b) = squared_error(a), squared_error(b)
    if error_a + error_b == 0:
        return 1.0 if difference == 0 else 0.0
    return two_sided_p(difference / math.sqrt(error_a + error_b), min(blocks_a, blocks_b) - 1)


def discoveries(p_values, rate=0.05):
    """Benjamini and Hochberg: which of the hypotheses are rejected. None stays None."""
    known = sorted(p for p in p_values if p is not None)
    limit = max((p for i, p in enumerate(known, 1) if p <= rate * i / len(known)), default=-1.0)
    return [None if p is None else p <= limit for p in p_values]
