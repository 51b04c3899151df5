// SPDX-License-Identifier: MIT
#include "app/character_build/painted_weights.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "engine/body/body_step.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/replay/motion_file.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

/// Painted weights beside those of handles or of a file, as the subspace of a character.
namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class PaintedWeights : public ::testing::Test {
protected:
    PaintedWeights() {
        scene.subspace = SubspaceKind::weights;
        scene.modes = 4;
    }
    Result<CharacterPtr> result(const CharacterPtr& previous = nullptr, const Cache* cache = nullptr) const {
        return build_character(scene, previous, previous ? Stage::nothing : Stage::mesh, nullptr, {}, Purpose::numbers,
                               cache);
    }
    CharacterPtr built(const CharacterPtr& previous = nullptr, const Cache* cache = nullptr) const {
        auto character = result(previous, cache);
        EXPECT_TRUE(character) << sentence(character.error());
        return character ? std::move(character).value() : nullptr;
    }
    // Paint that rises along the body, from `from` to 1 at its end.
    static PaintedRegion slope(const Character& character, double from) {
        const double low = character.mesh.X.col(0).minCoeff();
        const double length = character.mesh.X.col(0).maxCoeff() - low;
        PaintLevels levels;
        for (const int v : character.boundary_vertices) {
            const double along = (character.mesh.X(v, 0) - low) / length;
            const double weight = std::max(0.0, (along - from) / (1.0 - from));
            levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * weight)));
        }
        return PaintedRegion(std::move(levels));
    }
    static Vector column(const PaintedRegion& painted, const Character& character) {
        return paint_weights(painted, character.mesh.T, character.boundary_vertices, character.vertex_count());
    }
    // How much of w is outside of the span of the character's weights.
    static double missing(const Vector& w, const Character& character) {
        const Matrix& W = character.modes->W;
        return (W * Vector(W.colPivHouseholderQr().solve(w)) - w).norm() / w.norm();
    }

    static std::uint64_t hash_after_steps(const CharacterPtr& character) {
        Motion motion(character);
        const LiveControls start = starting_controls(*character);
        motion.restart(start);
        for (int i = 0; i < 20; ++i) {
            motion.step(start);
        }
        return hash_of(motion.state());
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(PaintedWeights, AreInTheSubspaceBesideThoseOfHandles) {
    const CharacterPtr of_handles = built();
    ASSERT_EQ(of_handles->modes->W.cols(), 4);
    const PaintedRegion far = slope(*of_handles, 0.5);
    const PaintedRegion more = slope(*of_handles, 0.2);
    scene.painted_weights = {{"Far", far}, {"Not painted yet", {}}, {"More", more}};
    const CharacterPtr painted = built(of_handles);
    EXPECT_EQ(painted->modes->W.cols(), 6);
    EXPECT_LT(missing(column(far, *painted), *painted), 1e-9);
    EXPECT_LT(missing(column(more, *painted), *painted), 1e-9);
    EXPECT_GT(missing(column(far, *painted), *of_handles), 1e-3) << "handles alone do not have them";
    for (Index handle = 0; handle < 4; ++handle) {
        EXPECT_LT(missing(of_handles->modes->W.col(handle), *painted), 1e-9) << handle;
    }
    EXPECT_TRUE(std::ranges::is_sorted(painted->modes->lambda)) << "softest first";
    EXPECT_GT(coordinate_rows(*painted), coordinate_rows(*of_handles));
    EXPECT_TRUE(built()->modes->W == painted->modes->W) << "and built at once they are the same";
}

TEST_F(PaintedWeights, LeaveHandlesAloneWhenTheirPaintIsErased) {
    const CharacterPtr of_handles = built();
    scene.painted_weights = {{"Far", slope(*of_handles, 0.5)}};
    const CharacterPtr painted = built(of_handles);
    EXPECT_GT(painted->modes->W.cols(), of_handles->modes->W.cols());
    scene.painted_weights.front().painted = PaintedRegion(PaintLevels(of_handles->boundary_vertices.size(), 0));
    const CharacterPtr erased = built(painted);
    ASSERT_EQ(erased->modes->W.cols(), of_handles->modes->W.cols());
    EXPECT_TRUE(erased->modes->W == of_handles->modes->W);
}

TEST_F(PaintedWeights, RebuildTheSubspaceThatHasThem) {
    const CharacterPtr of_handles = built();
    CharacterDescription other = scene;
    other.painted_weights = {{"Far", slope(*of_handles, 0.5)}};
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace);
    scene.painted_weights = other.painted_weights;
    scene.painted_weights.front().name = "Renamed";
    EXPECT_EQ(earliest_difference(scene, other), Stage::state) << "a name changes no subspace";
    scene.painted_weights.clear();
    scene.subspace = other.subspace = SubspaceKind::skinning;
    EXPECT_EQ(earliest_difference(scene, other), Stage::state) << "skinning modes do not use them";
}

TEST_F(PaintedWeights, StandBesideThoseOfAFile) {
    const CharacterPtr of_handles = built();
    const Vector x = of_handles->mesh.X.col(0);
    Matrix W(x.size(), 4);
    W << Vector::Ones(x.size()), x.cwiseAbs2(), x.array().cube().matrix(), (7.0 * x).array().sin().matrix();
    ASSERT_TRUE(write_npy(W, folder / "weights.npy"));
    scene.subspace_file = folder / "weights.npy";
    ASSERT_EQ(built()->modes->W.cols(), 4);
    const PaintedRegion far = slope(*of_handles, 0.5);
    scene.painted_weights = {{"Far", far}};
    const CharacterPtr painted = built();
    EXPECT_EQ(painted->modes->W.cols(), 5);
    EXPECT_LT(missing(column(far, *painted), *painted), 1e-9);
    EXPECT_LT(missing(W.col(3), *painted), 1e-9);
}

// The leak changes no weights, but the model that is made of them.
TEST_F(PaintedWeights, HaveTheModelOfTheirLeakInTheCache) {
    const Cache cache(folder / "cache");
    scene.painted_weights = {{"Far", slope(*built(), 0.5)}};
    built(nullptr, &cache);
    scene.leak.depth = 0.2;
    const CharacterPtr other = built(nullptr, &cache);
    EXPECT_THAT(other->cached_stages, Not(Contains("model")));
    EXPECT_EQ(hash_after_steps(other), hash_after_steps(built()));
    const CharacterPtr again = built(nullptr, &cache);
    EXPECT_THAT(again->cached_stages, Contains("model")) << "the same is read again";
    EXPECT_EQ(hash_after_steps(again), hash_after_steps(other));
}

// All vertices of this bar are on its surface, and those at its pinned end are only connected to pinned ones.
TEST_F(PaintedWeights, ThatAreOnlyWhereTheBodyIsPinnedAreLeftOut) {
    ASSERT_TRUE(write_tet_mesh(testing::bar_mesh(8, 1, 1, Vec3(1.0, 0.3, 0.3)), folder / "thin.mesh"));
    scene.mesh = folder / "thin.mesh";
    scene.rig_kind = RigKind::affine_handle;
    scene.rig.clear();
    scene.clips.clear();
    scene.active_clip = -1;
    const CharacterPtr unpinned = built();
    PaintLevels pinned;
    PaintLevels at_the_end;
    for (const int v : unpinned->boundary_vertices) {
        const double x = unpinned->mesh.X(v, 0) - unpinned->mesh.X.col(0).minCoeff();
        pinned.push_back(x < 0.6 ? 255 : 0);
        at_the_end.push_back(x < 0.05 ? 255 : 0);
    }
    scene.pins = PaintedRegion(pinned);
    const CharacterPtr without = built();
    scene.painted_weights = {{"Pinned", PaintedRegion(at_the_end)}};
    const CharacterPtr character = built();
    EXPECT_TRUE(character->modes->W == without->modes->W);
    EXPECT_THAT(character->warnings, Contains(HasSubstr("the weight \"Pinned\" of the subspace lies only where")));
    scene.painted_weights.push_back({"Far", slope(*unpinned, 0.5)});
    const CharacterPtr with_far = built();
    EXPECT_TRUE(with_far->modes->lambda.allFinite());
    EXPECT_THAT(with_far->warnings, Not(Contains(HasSubstr("\"Far\""))));
    scene.painted_weights.erase(scene.painted_weights.begin());
    EXPECT_TRUE(with_far->modes->W == built()->modes->W);
    EXPECT_GT(with_far->modes->W.cols(), without->modes->W.cols());
}

TEST_F(PaintedWeights, OfAnotherMeshAreRefused) {
    scene.painted_weights = {{"Foreign", PaintedRegion({255, 0, 9})}};
    const auto refused = result();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("the weight \"Foreign\" of the subspace"));
}

} // namespace
} // namespace limber::app
