// SPDX-License-Identifier: MIT
#include "engine/loads/load_file.h"

#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <string>

namespace limber {
namespace {

using ::testing::HasSubstr;

class LoadFile : public ::testing::Test {
protected:
    Result<LoadDistribution> parsed(const std::string& loads) const {
        return parse_loads(R"({"format": "limber-loads", "version": 1, "loads": [)" + loads + "]}", "l.json", mesh,
                           mass);
    }
    double variance(const LoadDistribution& loads) const {
        return covariance_times(loads, Matrix::Identity(loads.blocks.rows(), loads.blocks.rows())).trace();
    }

    TetMesh mesh = testing::bar_mesh(6, 3, 3, Vec3(1.0, 0.3, 0.3));
    Vector mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 1000.0));
};

TEST_F(LoadFile, OfEverywhereIsTheMass) {
    const auto loads = parsed(R"({"kind": "everywhere"})");
    ASSERT_TRUE(loads);
    EXPECT_LT((loads.value().blocks - loads_everywhere(mass).blocks).cwiseAbs().maxCoeff(), 1e-12 * mass.maxCoeff());
}

TEST_F(LoadFile, GivesEachLoadItsAmount) {
    for (const char* load : {R"({"kind": "everywhere", "amount": 2})",
                             R"({"kind": "region", "centre": [1, 0, 0], "radius": 0.2, "amount": 2})",
                             R"({"kind": "pressing", "amount": 2})",
                             R"({"kind": "patch", "centre": [0.5, 0.3, 0.1], "radius": 0.2, "amount": 2})",
                             R"({"kind": "springs", "springs": [[[0, 0, 0], [1, 0.3, 0.3]]], "amount": 2})"}) {
        const auto loads = parsed(load);
        ASSERT_TRUE(loads) << load << (loads ? "" : sentence(loads.error()));
        EXPECT_NEAR(variance(loads.value()), 2.0 * 3.0 * mass.sum(), 1e-9 * mass.sum()) << load;
    }
    const auto both = parsed(R"({"kind": "everywhere"}, {"kind": "pressing"})");
    EXPECT_NEAR(variance(both.value()), 2.0 * 3.0 * mass.sum(), 1e-9 * mass.sum());
}

TEST_F(LoadFile, IsRefusedInOneSentence) {
    const struct {
        const char* loads;
        const char* sentence;
    } refusals[] = {{"", "zero everywhere"},
                    {R"({"kind": "wind"})", "must be \"everywhere\""},
                    {R"({"kind": "region"})", "centre"},
                    {R"({"kind": "region", "centre": [900, 0, 0], "decay": 1e6})", "meets no vertex"},
                    {R"({"kind": "everywhere", "amount": -1})", "between 0 and 1e12"},
                    {R"({"kind": "springs", "springs": [[[0, 0, 0]]]})", "pair"},
                    {R"({"kind": "springs", "springs": [[[0, 0, 0], [0, 0, 0]]]})", "meets no vertex"},
                    {R"({"kind": "region", "centre": [0, 0, 0], "radius": -1})", "radius"}};
    for (const auto& refusal : refusals) {
        const auto loads = parsed(refusal.loads);
        ASSERT_FALSE(loads) << refusal.loads;
        EXPECT_THAT(sentence(loads.error()), HasSubstr(refusal.sentence)) << refusal.loads;
        EXPECT_THAT(sentence(loads.error()), ::testing::StartsWith("l.json"));
    }
    EXPECT_FALSE(parse_loads("{}", "l.json", mesh, mass));
}

} // namespace
} // namespace limber
