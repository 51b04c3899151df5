// SPDX-License-Identifier: MIT
#include "tests/support/bending_bar.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::testing {
namespace {

// The time until the body has reached a third of the target.
std::ptrdiff_t steps_to_respond(const BendingBar& bar, const Clusters& groups) {
    const std::vector<double> reached = bar.response(groups, 120);
    return std::ranges::find_if(reached, [](double share) { return share >= 1.0 / 3.0; }) - reached.begin();
}

TEST(Muscles, RespondFasterWithFewerGroups) {
    const BendingBar bar = BendingBar::made();
    const Index tets = bar.body.bar.mesh.tet_count();
    const auto one = steps_to_respond(bar, one_cluster(tets));
    const auto some = steps_to_respond(bar, bar.body.bar.clusters);
    const auto each = steps_to_respond(bar, one_cluster_a_tet(tets));
    EXPECT_LT(one, some);
    EXPECT_LE(some, each);
    EXPECT_LT(each, 120);
}

} // namespace
} // namespace limber::testing
