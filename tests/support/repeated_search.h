// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search.h"

#include <gtest/gtest.h>

namespace limber::testing {

/// A gait search on one thread to its end, after the expectation that it gives the same bits on two threads, and when
/// it is interrupted after a generation.
inline GaitSearch repeated_search(const Walker& walker, const GaitSpace& space, const GaitSearchOptions& options) {
    GaitSearch one(walker, space, {}, options);
    GaitSearch two(walker, space, {}, options);
    GaitSearch begun(walker, space, {}, options);
    EXPECT_EQ(one.key(), two.key());
    ThreadPool alone({1});
    ThreadPool pair({2});
    while (!one.is_done()) {
        one.advance(alone);
        two.advance(pair);
    }
    begun.advance(pair);
    GaitSearch resumed(walker, space, {}, options, begun.state());
    while (!resumed.is_done()) {
        resumed.advance(alone);
    }
    EXPECT_EQ(one.best(), two.best());
    EXPECT_EQ(one.best_cost(), two.best_cost());
    EXPECT_EQ(one.best(), resumed.best());
    EXPECT_EQ(one.state().best_costs, resumed.state().best_costs);
    return one;
}

} // namespace limber::testing
