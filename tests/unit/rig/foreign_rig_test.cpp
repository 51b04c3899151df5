// SPDX-License-Identifier: MIT
#include "engine/linalg/types.h"
#include "engine/mesh/topology.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig_draft.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <algorithm>

// Rigs of other programs, whose surface may have more than what the tets fill.
namespace limber::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int hand = 1;

// The boundary of a bar from x = 0 to 1 and, above its end, an upright strip that is as high as the bar is long.
RigDraft bar_with_card(const TetMesh& bar) {
    RigDraft draft;
    draft.skeleton.bones.resize(2);
    draft.skeleton.bones[hand].parent = 0;
    draft.skeleton.bones[hand].rest.col(3) = Vec3(0.5, 0.0, 0.0);
    draft.domain = WeightDomain::surface;
    draft.may_have_dependent_targets = true;
    const Triangles faces = boundary_triangles(bar.T);
    const Index n = bar.vertex_count();
    draft.surface.V.resize(n + 4, 3);
    draft.surface.V << bar.X, Points{{1.0, 0.5, 0.0}, {1.0, 0.5, 0.2}, {1.0, 2.0, 0.0}, {1.0, 2.0, 0.2}};
    draft.surface.F.resize(faces.rows() + 2, 3);
    const auto first = static_cast<int>(n);
    draft.surface.F << faces, Triangles{{first, first + 1, first + 3}, {first, first + 3, first + 2}};
    draft.W = Matrix(n + 4, 2);
    draft.W.col(hand) = draft.surface.V.col(0);
    draft.W.col(0) = Vector::Ones(n + 4) - draft.W.col(hand);
    return draft;
}

TetMesh flat_bar() {
    return bar_mesh(6, 2, 2, Vec3(1.0, 0.2, 0.2));
}

// Displaces the end of the strip.
Target wave_of_card(const RigDraft& draft) {
    Target wave{"wave", hand, Points::Zero(draft.surface.V.rows(), 3)};
    wave.d.bottomRows(2).col(2).setConstant(0.3);
    return wave;
}

// Displaces all of the bar as one bone can, and nothing of the strip.
Target lift_of_bar(const RigDraft& draft, Index bar_vertices) {
    Target lift{"lift", 0, Points::Zero(draft.surface.V.rows(), 3)};
    lift.d.topRows(bar_vertices).col(1).setConstant(0.1);
    return lift;
}

TEST(ForeignRig, MayRiseFarAboveTetsThatWereFilledFromItsSurface) {
    const TetMesh bar = flat_bar();
    RigDraft draft = bar_with_card(bar);
    EXPECT_FALSE(repair(draft, bar, "of another file"));
    draft.fit = SurfaceFit::known;
    const auto rig = repair(draft, bar, "card.glb");
    ASSERT_TRUE(rig) << sentence(rig.error());
    EXPECT_LT((rig.value().value.W.col(hand) - bar.X.col(0)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ForeignRig, KeepsTargetsThatNoTetShowsAndSaysSo) {
    const TetMesh bar = flat_bar();
    RigDraft draft = bar_with_card(bar);
    draft.fit = SurfaceFit::known;
    draft.targets = {wave_of_card(draft), lift_of_bar(draft, bar.vertex_count())};
    const auto rig = repair(draft, bar, "card.glb");
    ASSERT_TRUE(rig) << sentence(rig.error());
    ASSERT_EQ(rig.value().value.target_count(), 2);
    EXPECT_TRUE(rig.value().value.targets[0].d.isZero(0.0));
    EXPECT_NEAR(rig.value().value.targets[1].d.col(1).minCoeff(), 0.1, 1e-9) << "the bones can make it, too";
    EXPECT_THAT(rig.value().warnings,
                Contains(HasSubstr("1 morph target moves the drawn surface alone: no tets fill the parts")));
    EXPECT_EQ(at_own_points(draft, rig.value().value).targets, draft.targets);
}

TEST(ForeignRig, SaysNothingOfTargetsThatMoveNothing) {
    const TetMesh bar = flat_bar();
    RigDraft draft = bar_with_card(bar);
    draft.fit = SurfaceFit::known;
    draft.targets = {{"still", hand, Points::Zero(draft.surface.V.rows(), 3)}, lift_of_bar(draft, bar.vertex_count())};
    const auto rig = repair(draft, bar, "card.glb");
    ASSERT_TRUE(rig) << sentence(rig.error());
    EXPECT_EQ(rig.value().value.target_count(), 2);
    EXPECT_THAT(rig.value().warnings, ::testing::IsEmpty());
}

// Its surface is not drawn, and here it has a point besides that no triangle uses.
TEST(ForeignRig, OfAnotherFileMovesNoDrawnSurface) {
    const TetMesh bar = flat_bar();
    RigDraft draft = bar_with_card(bar);
    const Index n = bar.vertex_count();
    draft.surface.V.conservativeResize(n + 1, 3);
    draft.surface.F.conservativeResize(draft.surface.F.rows() - 2, 3);
    draft.W.conservativeResize(n + 1, 2);
    draft.surface.V.row(n) = bar.X.row(n / 2);
    Target loose{"loose", hand, Points::Zero(n + 1, 3)};
    loose.d(n, 2) = 0.3;
    draft.targets = {loose};
    const auto moves_alone = [&](SurfaceFit fit) {
        draft.fit = fit;
        const auto rig = repair(draft, bar, "other.glb");
        EXPECT_TRUE(rig) << sentence(rig.error());
        EXPECT_TRUE(rig.value().value.targets[0].d.isZero(0.0));
        return std::ranges::any_of(rig.value().warnings, [](const std::string& warning) {
            return warning.find("the drawn surface alone") != std::string::npos;
        });
    };
    EXPECT_TRUE(moves_alone(SurfaceFit::known));
    EXPECT_FALSE(moves_alone(SurfaceFit::checked));
}

TEST(ForeignRig, IsRefusedForDependentTargetsIfItSpeaksOfTheMeshAlone) {
    const TetMesh bar = flat_bar();
    RigDraft draft = bar_with_card(bar);
    draft.fit = SurfaceFit::known;
    draft.may_have_dependent_targets = false;
    draft.targets = {wave_of_card(draft)};
    const auto refused = repair(draft, bar, "rig.json");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("it moves no vertex of the mesh"));
}

TEST(ForeignRig, IsComplementaryAsIfTargetsThatMoveNoVertexWereNotThere) {
    const TetMesh bar = flat_bar();
    const Index n = bar.vertex_count();
    Rig rig{bar_with_card(bar).skeleton, Matrix(n, 2)};
    rig.W.col(hand) = bar.X.col(0);
    rig.W.col(0) = Vector::Ones(n) - bar.X.col(0);
    Target bulge{"bulge", 0, Points::Zero(n, 3)};
    bulge.d.col(2) = bar.X.col(0).array().square().cube();
    rig.targets = {bulge};
    const Vector ones = Vector::Ones(n);
    const Matrix expected = complementarity_columns(bar, ones, ones, rig);
    const Matrix expected_of_displacements = complementarity_of_displacements(bar, ones, ones, rig);
    rig.targets.insert(rig.targets.begin(), {"wave", 0, Points::Zero(n, 3)});
    EXPECT_EQ(complementarity_columns(bar, ones, ones, rig), expected);
    EXPECT_EQ(complementarity_of_displacements(bar, ones, ones, rig), expected_of_displacements);
    rig.targets.pop_back();
    EXPECT_TRUE(complementarity_columns(bar, ones, ones, rig).allFinite());
}

// Every vertex by itself: displaced, then moved by the blended map.
Points displaced_then_moved(const Points& X, const Rig& rig, const Pose& pose, const std::vector<double>& weights) {
    Points x(X.rows(), 3);
    for (Index i = 0; i < X.rows(); ++i) {
        Vec3 displaced = X.row(i);
        for (std::size_t t = 0; t < weights.size(); ++t) {
            displaced += weights[t] * rig.targets[t].d.row(i).transpose();
        }
        Vec3 moved = Vec3::Zero();
        for (std::size_t b = 0; b < pose.size(); ++b) {
            const Mat3 A = pose[b].leftCols<3>(); // the rest matrices are translations
            const Vec3 local = displaced - rig.skeleton.bones[b].rest.col(3);
            moved += rig.W(i, static_cast<Index>(b)) * (A * local + pose[b].col(3));
        }
        x.row(i) = moved.transpose();
    }
    return x;
}

TEST(MorphedMotion, DisplacesEachPointBeforeAllItsBonesMoveIt) {
    const RigDraft draft = bar_with_card(flat_bar());
    Rng rng(5);
    Rig rig{draft.skeleton, draft.W};
    for (int t = 0; t < 3; ++t) {
        rig.targets.push_back(
            {std::to_string(t), t % 2, Points::NullaryExpr(draft.W.rows(), 3, [&] { return rng.uniform(-0.2, 0.2); })});
    }
    const std::vector<double> weights{0.7, 0.0, -1.2};
    const Pose pose{random_affine(rng, 0.5), random_affine(rng, 0.5)};
    const AffineStack P = rig_maps(rig, pose, weights);
    const std::vector<double> found = target_weights_in(rig, P);
    for (std::size_t t = 0; t < weights.size(); ++t) {
        EXPECT_NEAR(found[t], weights[t], 1e-14);
    }
    Points x = Points::Zero(draft.W.rows(), 3);
    add_morphed_motion(draft.surface.V, rig, P, x);
    EXPECT_LT((x - displaced_then_moved(draft.surface.V, rig, pose, weights)).cwiseAbs().maxCoeff(), 1e-13);
    Points one_bone = Points::Zero(draft.W.rows(), 3);
    add_rig_motion(draft.surface.V, rig, P, one_bone);
    EXPECT_GT((x - one_bone).cwiseAbs().maxCoeff(), 0.01) << "targets on several bones differ";
}

TEST(MorphedMotion, HasNoWeightsWhereTheBoneIsScaledToNothing) {
    const TetMesh bar = flat_bar();
    Rig rig = affine_handle(bar);
    rig.targets = {{"swell", 0, Points::Ones(bar.vertex_count(), 3)}};
    Pose hidden = rest_pose(rig.skeleton);
    hidden[0].leftCols<3>().setZero();
    EXPECT_EQ(target_weights_in(rig, rig_maps(rig, hidden, std::vector<double>{1.0})), std::vector<double>{0.0});
}

} // namespace
} // namespace limber::testing
