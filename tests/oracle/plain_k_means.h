// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// Plain k-means: every point against every centre in double precision, started from k-means++ on the whole set,
/// iterated until nothing changes or `iterations_max`. The baseline of the benchmarks.
namespace limber::oracle {

/// points: t x d, one row for each point. Returns t labels.
std::vector<int> plain_k_means(const Matrix& points, const Vector& weights, int count, int iterations_max);

} // namespace limber::oracle
