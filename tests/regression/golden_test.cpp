// SPDX-License-Identifier: MIT
#include "tests/regression/golden_file.h"
#include "tests/regression/golden_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace limber::testing {
namespace {

/// The tolerances of a run: relative for eigenvalues and energies, relative to the body's size for positions. Other
/// vector widths, BLAS libraries and factorisations round differently, and a motion accumulates that.
struct Tolerance {
    double lambda;
    double energy;
    double x;
};

constexpr Tolerance in_double{1e-8, 1e-6, 1e-7};
constexpr Tolerance in_single{1e-8, 2e-2, 2e-4};

void expect_near(const Golden& now, const Golden& then, const Tolerance& tolerance) {
    EXPECT_EQ(now.cluster_count, then.cluster_count);
    ASSERT_EQ(now.lambda.size(), then.lambda.size());
    const double largest = then.lambda.maxCoeff();
    for (Index j = 0; j < now.lambda.size(); ++j) {
        EXPECT_NEAR(now.lambda(j), then.lambda(j), tolerance.lambda * largest) << "mode " << j;
    }
    EXPECT_NEAR(now.elastic_energy, then.elastic_energy, tolerance.energy * then.elastic_energy);
    EXPECT_NEAR(now.kinetic_energy, then.kinetic_energy, tolerance.energy * then.kinetic_energy);
    ASSERT_EQ(now.x.rows(), then.x.rows());
    const double size = (then.x.colwise().maxCoeff() - then.x.colwise().minCoeff()).norm();
    EXPECT_LT((now.x - then.x).cwiseAbs().maxCoeff(), tolerance.x * size) << now.x << "\nwas\n" << then.x;
}

class GoldenRuns : public ::testing::TestWithParam<GoldenScene> {};

TEST_P(GoldenRuns, AreUnchangedOnEveryInstructionSet) {
    const GoldenScene& scene = GetParam();
    const auto runs = read_golden();
    ASSERT_TRUE(runs) << sentence(runs.error());
    const auto then = std::find_if(runs.value().begin(), runs.value().end(),
                                   [&](const Golden& run) { return run.scene == scene.name; });
    ASSERT_NE(then, runs.value().end()) << "is not in golden.json; tests/regression/README.md says how to write it";
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (runs_here(set)) {
            SCOPED_TRACE(name_of(set));
            expect_near(scene.run(set), *then,
                        scene.arithmetic == Arithmetic::double_precision ? in_double : in_single);
        }
    }
}

std::string name_of_test(const ::testing::TestParamInfo<GoldenScene>& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenRuns, ::testing::ValuesIn(golden_scenes()), name_of_test);

TEST(Golden, IsRewrittenOnRequest) {
    if (!std::getenv("LIMBER_WRITE_GOLDEN")) {
        GTEST_SKIP() << "LIMBER_WRITE_GOLDEN is not set";
    }
#if !LIMBER_WITH_APP
    FAIL() << "without the application one of the scenes would be lost";
#endif
    std::vector<Golden> runs;
    for (const GoldenScene& scene : golden_scenes()) {
        runs.push_back(scene.run(InstructionSet::baseline));
    }
    ASSERT_TRUE(write_golden(runs));
}

} // namespace
} // namespace limber::testing
