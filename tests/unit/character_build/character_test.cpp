// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/character_build/factorization_cache.h"
#include "app/character_build/mode_solves.h"
#include "app/character_skin/skin.h"
#include "app/document/character_file.h"
#include "app/document/live_controls.h"
#include "app/document/opening.h"
#include "app/view/drawables.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_labels;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

class CharacterFromFiles : public ::testing::Test {
protected:
    CharacterPtr built(const CharacterDescription& description, const CharacterPtr& previous = nullptr,
                       Stage from = Stage::nothing) {
        auto result = build_character(description, previous, from);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
};

TEST_F(CharacterFromFiles, IsBuiltFromItsScene) {
    const CharacterPtr character = built(scene);
    EXPECT_EQ(character->modes->W.cols(), 6);
    EXPECT_EQ(character->model.mode_count(), 6);
    EXPECT_EQ(character->bone_count(), 2);
    EXPECT_EQ(character->clips.size(), 1u);
    EXPECT_EQ(character->clips[0].name, "bend");
    EXPECT_GT(character->seconds.total, 0.0);
    EXPECT_LT(character->modes->constraint_violation, 1e-12);
}

TEST_F(CharacterFromFiles, FindsTheFirstStageThatDiffers) {
    using Edit = void (*)(CharacterDescription&);
    const std::vector<std::pair<Stage, Edit>> document = {
        {Stage::nothing,
         [](CharacterDescription&) {
         }},
        {Stage::mesh,
         [](CharacterDescription& s) {
             s.mesh = "/other.msh";
         }},
        {Stage::mesh,
         [](CharacterDescription& s) {
             s.metres_per_unit = 2;
         }},
        {Stage::mesh,
         [](CharacterDescription& s) {
             s.turn.degrees = 2;
         }},
        {Stage::nothing,
         [](CharacterDescription&) {
         }},
        {Stage::operators,
         [](CharacterDescription& s) {
             s.material.regions.push_back({});
         }},
        {Stage::state,
         [](CharacterDescription& s) {
             s.material.poisson = 0.3;
         }},
        {Stage::rig,
         [](CharacterDescription& s) {
             s.leak.depth = 0.3;
         }},
        {Stage::rig,
         [](CharacterDescription& s) {
             s.rig_kind = RigKind::none;
         }},
        {Stage::subspace,
         [](CharacterDescription& s) {
             s.modes = 3;
         }},
        {Stage::clusters,
         [](CharacterDescription& s) {
             s.seed = 3;
         }},
        {Stage::clusters,
         [](CharacterDescription& s) {
             s.clusters = 3;
         }},
        {Stage::state,
         [](CharacterDescription& s) {
             s.material.young = 3;
         }},
        {Stage::state,
         [](CharacterDescription& s) {
             s.material.density = 3;
         }},
        {Stage::state,
         [](CharacterDescription& s) {
             s.step.iterations = 3;
         }},
        {Stage::clips,
         [](CharacterDescription& s) {
             s.clips.clear();
         }},
        {Stage::state,
         [](CharacterDescription& s) {
             s.look.colour = {};
         }},
    };
    for (const auto& [stage, edit] : document) {
        CharacterDescription after = scene;
        edit(after);
        EXPECT_EQ(earliest_difference(scene, after), stage);
    }
}

TEST_F(CharacterFromFiles, KeepsTheModesOfTheTwoLatestSolves) {
    CharacterPtr character = built(scene); // of 6
    const auto of_eight = character->known_modes.front();
    EXPECT_EQ(of_eight->W.cols(), 8);
    for (const int modes : {8, 3, 7, 4, 5}) { // of 8 or of 4
        CharacterDescription next = scene;
        next.modes = modes;
        character = built(next, character);
        EXPECT_EQ(character->modes->W.cols(), modes);
        EXPECT_EQ(character->modes->lambda.size(), modes);
        EXPECT_LE(character->known_modes.size(), 2u);
        EXPECT_EQ(character->known_modes.front() == of_eight, modes > 4);
        EXPECT_TRUE(character->modes->W == built(next)->modes->W) << modes;
    }
}

TEST_F(CharacterFromFiles, ChangesTheKindOfItsSubspace) {
    const CharacterPtr skinning = built(scene);
    CharacterDescription other = scene;
    other.subspace = SubspaceKind::skinning_unconstrained;
    EXPECT_EQ(earliest_difference(scene, other), Stage::subspace);
    const CharacterPtr unconstrained = built(other, skinning);
    EXPECT_EQ(unconstrained->modes->W, built(other)->modes->W);
    EXPECT_FALSE(unconstrained->modes->W == skinning->modes->W);
    EXPECT_LT(unconstrained->model.coordinate_count(), skinning->model.coordinate_count()); // the rig takes the rest
    const CharacterPtr back = built(scene, unconstrained);
    EXPECT_EQ(back->modes->W, skinning->modes->W);
    EXPECT_EQ(back->model.sets.front().GKB, skinning->model.sets.front().GKB);
}

TEST_F(CharacterFromFiles, ChangesTheModeCountWithinOneSolve) {
    scene.modes = 5;
    const CharacterPtr five = built(scene);
    scene.modes = 8;
    const CharacterPtr eight = built(scene, five);
    EXPECT_EQ(eight->seconds.factor + eight->seconds.eigen, 0.0);
    EXPECT_TRUE(eight->modes->W.leftCols(5) == five->modes->W);
}

// With other clusters the modes that form them are those of before, and only the displacements are solved again.
TEST_F(CharacterFromFiles, CountsTheTimeOfItsDisplacementsAsThatOfEigenpairs) {
    scene.subspace = SubspaceKind::displacement;
    const CharacterPtr first = built(scene);
    scene.clusters = 30;
    const CharacterPtr second = built(scene, first);
    EXPECT_EQ(second->modes, first->modes);
    EXPECT_GT(second->seconds.eigen, 0.0);
    EXPECT_GT(second->seconds.model, 0.0);
}

TEST_F(CharacterFromFiles, IsRejectedAtASizeThatOverflows) {
    for (const double unit : {1e-300, 1e-7, 1e7, 1e300}) {
        scene.metres_per_unit = unit;
        const auto refused = build_character(scene, nullptr, Stage::mesh);
        ASSERT_FALSE(refused) << unit;
        EXPECT_THAT(sentence(refused.error()), HasSubstr("metres_per_unit"));
    }
    scene.metres_per_unit = 1e6; // of a bar a metre long
    EXPECT_FALSE(build_character(scene, nullptr, Stage::mesh));
}

TEST_F(CharacterFromFiles, IsRebuiltFromTheFirstDifferentStage) {
    const CharacterPtr first = built(scene);
    std::filesystem::remove(scene.mesh); // reading it again would fail
    std::filesystem::remove(scene.rig);
    CharacterDescription wider = scene;
    wider.clusters = 30;
    const CharacterPtr second = built(wider, first);
    EXPECT_EQ(second->modes, first->modes);
    EXPECT_EQ(second->seconds.eigen, 0.0);
    EXPECT_GT(second->clusters.count, first->clusters.count);

    CharacterDescription softer = scene;
    softer.modes = 4;
    const CharacterPtr third = built(softer, first);
    EXPECT_EQ(third->modes->W.cols(), 4);
    EXPECT_GT(third->seconds.eigen, 0.0);
    EXPECT_FALSE(build_character(scene, first, Stage::mesh));
}

TEST_F(CharacterFromFiles, BitsDoNotDependOnEarlierBuilds) {
    const CharacterPtr direct = built(scene);
    CharacterDescription other = scene;
    other.modes = 9;
    other.clusters = 11;
    other.material.young = 3e4;
    const CharacterPtr roundabout = built(scene, built(other));
    EXPECT_EQ(roundabout->modes->W, direct->modes->W);
    EXPECT_EQ(roundabout->clusters.of_tet, direct->clusters.of_tet);
    EXPECT_EQ(roundabout->model.sets.front().GKB, direct->model.sets.front().GKB);
}

TEST_F(CharacterFromFiles, ReusesEarlierModes) {
    const CharacterPtr first = built(scene);
    CharacterDescription more = scene;
    more.modes = 9;
    const CharacterPtr back = built(scene, built(more, first));
    EXPECT_TRUE(back->modes->W == first->modes->W);
}

TEST_F(CharacterFromFiles, ModesAreOrthonormalInTheRequestedMass) {
    scene.material.young = 3e4;
    scene.material.density = 700;
    const CharacterPtr character = built(scene);
    const SkinningModes modes = physical_modes(*character);
    const Vector mass = character->mass * 0.7;
    const Matrix defect = modes.W.transpose() * mass.asDiagonal() * modes.W - Matrix::Identity(6, 6);
    EXPECT_LT(defect.cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(modes.lambda(3), character->modes->lambda(3) * 0.3 / 0.7, 1e-9 * modes.lambda(3));
}

TEST_F(CharacterFromFiles, ReadsItsMaterialFromRegions) {
    const Index tets = built(scene)->mesh.tet_count();
    std::vector<int> labels(static_cast<std::size_t>(tets), 0);
    labels[5] = 1;
    ASSERT_TRUE(write_labels(labels, folder / "labels.json"));
    scene.material.labels = folder / "labels.json";
    scene.material.regions = {{"flesh", 1, 1}, {"bone", 50, 2}};
    const CharacterPtr character = built(scene);
    EXPECT_EQ(character->material.young(5), 50 * character->material.young(4));
    EXPECT_EQ(character->material.density(5), 2000);
}

TEST_F(CharacterFromFiles, LimitsTheClustersToTheTets) {
    scene.clusters = 100000;
    const CharacterPtr character = built(scene);
    EXPECT_THAT(character->warnings, ::testing::Contains(HasSubstr("too few tets for 100000 clusters")));
}

TEST_F(CharacterFromFiles, ChoosesTheUnitOfAnUnusualMeshOnce) {
    CharacterDescription bare = describe(folder / "bar.mesh").value().value;
    bare.rig_kind = RigKind::affine_handle;
    bare.clips.clear();
    EXPECT_EQ(built(bare)->description.metres_per_unit, 1.0);
    write_bytes(folder / "huge.mesh", R"(MeshVersionFormatted 1
Dimension 3
Vertices
5
0 0 0 0
300 0 0 0
0 300 0 0
0 0 300 0
300 300 300 0
Tetrahedra
2
1 2 3 4 0
2 3 4 5 0
End
)");
    bare.mesh = folder / "huge.mesh";
    bare.modes = 1;
    bare.rig_kind = RigKind::none;
    const CharacterPtr huge = built(bare);
    ASSERT_TRUE(huge);
    EXPECT_DOUBLE_EQ(huge->description.metres_per_unit, 0.001);
    EXPECT_THAT(huge->warnings, ::testing::Contains(HasSubstr("one unit is taken as 0.001 m")));
    EXPECT_THAT(huge->warnings, ::testing::Contains(huge->unit_warning));
    EXPECT_EQ(earliest_difference(huge->description, bare), Stage::state);
}

TEST_F(CharacterFromFiles, IsDrawnByItsBoundary) {
    const CharacterPtr character = built(scene);
    const DrawnMesh drawn = drawn_mesh(*character);
    EXPECT_EQ(drawn.vertex_count, static_cast<int>(character->boundary_vertices.size()));
    EXPECT_LT(drawn.vertex_count, static_cast<int>(character->vertex_count()));
    EXPECT_EQ(drawn.positions.size(), 3u * static_cast<std::size_t>(drawn.vertex_count));
    EXPECT_EQ(drawn.rig_weights.size(), 2u * static_cast<std::size_t>(drawn.vertex_count));
    EXPECT_EQ(drawn.mode_weights.size(), 6u * static_cast<std::size_t>(drawn.vertex_count));
    EXPECT_EQ(cluster_labels(*character).size(), static_cast<std::size_t>(character->boundary.rows()));
    const std::vector<float> scalars = mode_scalars(*character, 2);
    EXPECT_LE(*std::max_element(scalars.begin(), scalars.end()), 1.0F);
}

TEST_F(CharacterFromFiles, RejectsARigForAnotherMesh) {
    const auto path = folder / "ball.mesh";
    write_bytes(path, "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
                      "Tetrahedra\n1\n1 2 3 4 0\nEnd\n");
    scene.mesh = path;
    const auto result = build_character(scene, nullptr, Stage::mesh);
    ASSERT_FALSE(result);
    EXPECT_THAT(sentence(result.error()), HasSubstr("bar_rig.json"));
}

TEST_F(CharacterFromFiles, StopsWhenCancelled) {
    Progress progress;
    progress.cancel();
    const auto result = build_character(scene, nullptr, Stage::mesh, &progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

TEST_F(CharacterFromFiles, ReusesTheCachedFactorisationForMoreModes) {
    FactorizationCache factorizations;
    scene.modes = 4;
    const CharacterPtr four =
        build_character(scene, nullptr, Stage::mesh, nullptr, {}, Purpose::numbers, nullptr, &factorizations).value();
    EXPECT_GT(four->seconds.factor, 0.0);
    EXPECT_GT(four->factorization_bytes, 0u);
    scene.modes = 12;
    const CharacterPtr reused =
        build_character(scene, four, Stage::subspace, nullptr, {}, Purpose::numbers, nullptr, &factorizations).value();
    EXPECT_EQ(reused->seconds.factor, 0.0);
    EXPECT_GT(reused->seconds.eigen, 0.0);
    const CharacterPtr anew = built(scene);
    EXPECT_EQ(anew->factorization_bytes, 0u);
    EXPECT_EQ(reused->modes->W, anew->modes->W);
    EXPECT_EQ(reused->modes->lambda, anew->modes->lambda);
    scene.leak.amount = 0.3; // another constraint
    const CharacterPtr other =
        build_character(scene, reused, Stage::rig, nullptr, {}, Purpose::numbers, nullptr, &factorizations).value();
    EXPECT_GT(other->seconds.factor, 0.0);
    EXPECT_EQ(other->modes->W, built(scene)->modes->W);
}

TEST(FactorizationCache, DropsFactorisationsThatAreTooLarge) {
    const TetMesh mesh = limber::testing::bar_mesh(2, 2, 2);
    const auto make = [&] {
        return ModeProblem::of(mesh, uniform_material({}, mesh.tet_count()), Matrix(mesh.vertex_count(), 0));
    };
    FactorizationCache roomy;
    FactorizationCache tight(1000);
    for (FactorizationCache* factorizations : {&roomy, &tight}) {
        ASSERT_TRUE(factorizations->problem({1, 1}, make));
        EXPECT_GT(factorizations->byte_count(), 1000u);
        factorizations->remove_too_large();
    }
    EXPECT_GT(roomy.byte_count(), 1000u);
    EXPECT_EQ(tight.byte_count(), 0u);
}

// A large and a small bar, which is first in the file and touches it in vertices that they do not share.
class LargestPart : public CharacterFromFiles {
protected:
    LargestPart() {
        small.X.col(0).array() += 1.0;
        const auto small_count = static_cast<int>(small.vertex_count());
        both = {Points(small_count + large.vertex_count(), 3), Tets(small.tet_count() + large.tet_count(), 4)};
        both.X << small.X, large.X;
        both.T << small.T, large.T.array() + small_count;
        rig = limber::testing::small_rig(both);
        rig.W.setZero();
        rig.W.col(0).head(small_count).setOnes();
        rig.W.col(1).tail(large.vertex_count()).setOnes();
        scene.tets = TetSource::largest_part;
        EXPECT_TRUE(write_tet_mesh(both, scene.mesh));
    }
    Result<CharacterPtr> read() {
        EXPECT_TRUE(write_rig(rig, scene.rig));
        return read_character(scene);
    }

    TetMesh large = limber::testing::bar_mesh(4, 2, 2);
    TetMesh small = limber::testing::bar_mesh(2, 2, 2, Vec3(0.5, 1.0, 1.0));
    TetMesh both;
    Rig rig;
};

TEST_F(LargestPart, KeepsItsOwnWeightsAndLabels) {
    std::vector<int> labels(static_cast<std::size_t>(both.tet_count()), 0);
    std::fill(labels.begin() + small.tet_count(), labels.end(), 1);
    ASSERT_TRUE(write_labels(labels, folder / "labels.json"));
    scene.material.labels = folder / "labels.json";
    scene.material.regions.resize(2);
    const auto character = read();
    ASSERT_TRUE(character) << sentence(character.error());
    const Character& it = *character.value();
    ASSERT_EQ(it.vertex_count(), large.vertex_count());
    for (Index t = 0; t < large.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            EXPECT_EQ(it.file_positions.row(it.mesh.T(t, corner)), large.X.row(large.T(t, corner)));
        }
    }
    EXPECT_TRUE(it.rig.W.col(1).isOnes(0.0));
    EXPECT_EQ(it.material_labels, std::vector<int>(static_cast<std::size_t>(large.tet_count()), 1));
}

TEST_F(LargestPart, HasTargetsThatMoveNothingWhereTheyMovedTheOtherPart) {
    Points d = Points::Zero(both.vertex_count(), 3);
    d(0, 1) = 0.1;
    rig.targets.push_back({"small part", 0, d});
    const auto character = read();
    ASSERT_TRUE(character) << sentence(character.error());
    EXPECT_TRUE(character.value()->rig.targets.at(0).d.isZero(0.0));
    EXPECT_THAT(character.value()->warnings_of.at(Stage::rig),
                ::testing::Contains(HasSubstr("1 morph target moves only tets of the file")));
}

TEST_F(LargestPart, RefusesTargetsThatDifferInTheOtherPartAlone) {
    for (const char* name : {"first", "second"}) {
        Points d = Points::Zero(both.vertex_count(), 3);
        d(rig.targets.empty() ? 0 : 1, 1) = 0.1;
        d(both.vertex_count() - 1, 1) = 0.1;
        rig.targets.push_back({name, 0, d});
    }
    const auto character = read();
    ASSERT_FALSE(character);
    EXPECT_THAT(sentence(character.error()), HasSubstr("depends on the others"));
}

// The phase is the last that was announced: no modes were searched, which takes long on a large mesh.
TEST_F(CharacterFromFiles, MoreDisplacementsThanTheMeshHasAreRefusedBeforeTheSearchForModes) {
    for (const SubspaceKind kind : {SubspaceKind::displacement, SubspaceKind::displacement_affine,
                                    SubspaceKind::modal_derivatives, SubspaceKind::force_dual, SubspaceKind::warped,
                                    SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        scene.subspace = kind;
        scene.modes = 64;
        Progress progress;
        const auto refused = build_character(scene, nullptr, Stage::nothing, &progress);
        ASSERT_FALSE(refused) << subspace_names[static_cast<std::size_t>(kind)];
        EXPECT_THAT(refused.error().message, HasSubstr("64 modes of twelve displacements are more than this mesh"));
        EXPECT_EQ(progress.latest().phase, "finding how the body swings")
            << subspace_names[static_cast<std::size_t>(kind)];
    }
}

TEST_F(CharacterFromFiles, SmallMeshesHaveFewerModes) {
    using limber::testing::bar_mesh;
    const std::vector<std::pair<TetMesh, Index>> meshes = {
        {limber::testing::one_tet(), 4}, // the handle constrains all vertices, so the constraint is dropped
        {bar_mesh(1, 1, 1), 1},          // the handle leaves one mode of eight vertices
        {bar_mesh(2, 2, 1), 9}};
    for (const auto& [mesh, modes] : meshes) {
        CharacterDescription small;
        small.mesh = folder / ("small" + std::to_string(modes) + ".msh");
        ASSERT_TRUE(write_tet_mesh(mesh, small.mesh));
        const CharacterPtr character = built(small);
        ASSERT_TRUE(character);
        EXPECT_EQ(character->modes->W.cols(), modes);
        EXPECT_THAT(character->warnings, ::testing::Contains(HasSubstr("too few vertices for 16 modes")));
        EXPECT_EQ(character->model.mode_count(), character->modes->W.cols());
        EXPECT_EQ(starting_controls(*character).gravity.norm() == 0.0, modes == 4) << "a free body does not fall";
        small.modes = 3;
        EXPECT_EQ(built(small, character)->modes->W, built(small)->modes->W);
    }
}

} // namespace
} // namespace limber::app
