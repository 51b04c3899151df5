// SPDX-License-Identifier: MIT
#include "app/scenes/scene_problems.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/character_surroundings.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/document/other_tets.h"
#include "app/platform_paths/data_folder.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/rig/rig_file.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/needed.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

// Each problem is found, and its remedy mends it.
namespace limber::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SceneProblems : public ::testing::Test {
protected:
    CharacterDescription bar(const TetMesh& mesh) {
        EXPECT_TRUE(write_tet_mesh(mesh, folder / "bar.mesh"));
        CharacterDescription description;
        description.name = "Bar";
        description.mesh = folder / "bar.mesh";
        return description;
    }

    // As `limber check` and the window have it: the mesh and the rig are enough.
    void open(const CharacterDescription& description) {
        document = {};
        document.scene.models[model] = description;
        CharacterInstance& instance = document.scene.instances.emplace_back();
        instance.id = 1;
        instance.model = model;
        build();
        instance.controls = starting_controls(*built);
    }
    void build() {
        CharacterDescription wanted = description_of(document.scene, model);
        auto result = read_character(wanted);
        ASSERT_TRUE(result) << sentence(result.error());
        built = std::move(result).value();
    }
    std::vector<Problem> problems() const {
        return problems_of(document, {{model, built}});
    }
    std::vector<ProblemKind> kinds() const {
        std::vector<ProblemKind> all;
        for (const Problem& problem : problems()) {
            all.push_back(problem.kind);
        }
        return all;
    }
    Problem the(ProblemKind kind) const {
        const auto all = problems();
        const auto found = std::ranges::find(all, kind, &Problem::kind);
        EXPECT_NE(found, all.end()) << name_of(kind);
        return found == all.end() ? Problem{} : *found;
    }
    // As the window does.
    void mend(ProblemKind kind) {
        const Problem problem = the(kind);
        ASSERT_TRUE(problem.remedy) << problem.sentence;
        if (problem.remedy->change) {
            problem.remedy->change(document);
        }
        ModelDescription& description = document.scene.models.at(model);
        const RemedyTets& tets = problem.remedy->tets;
        take_tets(description, tets.target_vertices.value_or(description.target_vertices),
                  tets.source.value_or(description.tets));
        build();
    }

    static constexpr int model = 3;
    limber::testing::ScratchFolder folder;
    Document document;
    CharacterPtr built;
};

TEST_F(SceneProblems, AreNoneOfTheScenesOfTheProgram) {
    const auto assets = data_folder("assets");
    ASSERT_TRUE(assets);
    for (const auto& entry : std::filesystem::directory_iterator(assets.value() / "scenes")) {
        const auto read = describe(entry.path());
        if (entry.path().extension() == ".json" && read) {
            open(read.value().value);
            for (const Problem& problem : problems()) {
                ADD_FAILURE() << entry.path() << ": " << problem.sentence;
            }
        }
    }
}

// A vertex inside is pulled through the surface, so that some tets are inside out.
TEST_F(SceneProblems, FindTangledTetsAndFillTheSurfaceAgain) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    TetMesh mesh = limber::testing::bar_mesh(4, 4, 4);
    open(bar(mesh));
    EXPECT_THAT(kinds(), IsEmpty());
    const auto inside = [&](Index i) {
        return (mesh.X.row(i).transpose() - Vec3(0.5, 0.5, 0.5)).norm() < 1e-9;
    };
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        if (inside(i)) {
            mesh.X.row(i) += Eigen::RowVector3d(0.4, 0.0, 0.0);
        }
    }
    open(bar(mesh));
    EXPECT_THAT(the(ProblemKind::tangled_tets).sentence,
                AllOf(HasSubstr("Bar has tetrahedra that overlap"), HasSubstr("New tets get about 200 vertices.")));
    EXPECT_EQ(the(ProblemKind::tangled_tets).remedy->label, "Replace the tangled tets");
    EXPECT_THAT(sentence_about_new_tets(ProblemKind::tangled_tets, "Bar", *built), HasSubstr("still overlap, by "));
    mend(ProblemKind::tangled_tets);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_NEAR(built->quality.volume, 1.0, 0.05);
    EXPECT_EQ(sentence_about_new_tets(ProblemKind::tangled_tets, "Bar", *built),
              "Bar has new tets with " + std::to_string(built->vertex_count()) + " vertices: none of its " +
                  std::to_string(built->mesh.tet_count()) + " tets is inside out.");
}

TEST(SentenceAboutNewTets, HasTheOverlapThatIsLeft) {
    Character now;
    now.mesh = limber::testing::bar_mesh(1, 1, 1);
    const std::string start = "Bar has new tets with 8 vertices: ";
    const std::string tets = " of its " + std::to_string(now.mesh.tet_count()) + " tets ";
    const auto sentence_with = [&](double volume) {
        now.quality.volume = volume;
        now.quality.enclosed_volume = 1.0;
        return sentence_about_new_tets(ProblemKind::tangled_tets, "Bar", now);
    };
    EXPECT_EQ(sentence_with(1.0 + 1e-13), start + "none" + tets + "is inside out.");
    EXPECT_EQ(sentence_with(1.0005),
              start + "some" + tets + "overlap, by 0.05 % of its volume, which is too little to matter.");
    EXPECT_EQ(sentence_with(1.02), start + "some" + tets + "still overlap, by 2 % of its volume.");
}

// A file of 325 vertices became a body of 8,246.
TEST_F(SceneProblems, ReplaceTangledTetsByAboutAsMany) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    TetMesh mesh = limber::testing::bar_mesh(12, 4, 4, Vec3(3.0, 1.0, 1.0));
    ASSERT_EQ(mesh.vertex_count(), 325);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        if ((mesh.X.row(i).transpose() - Vec3(1.5, 0.5, 0.5)).norm() < 1e-9) {
            mesh.X(i, 1) += 0.7; // through the surface
        }
    }
    open(bar(mesh));
    const Problem problem = the(ProblemKind::tangled_tets);
    EXPECT_THAT(problem.sentence, HasSubstr("about 330 vertices"));
    ASSERT_TRUE(problem.remedy);
    EXPECT_EQ(problem.remedy->tets.target_vertices, 325);
    mend(ProblemKind::tangled_tets);
    EXPECT_GT(built->vertex_count(), 325 / 2);
    EXPECT_LT(built->vertex_count(), 2 * 325);
}

// Every tet is cut in four at a point that almost lies on one of its faces.
TEST_F(SceneProblems, FindFlatTetsAndFillTheSurfaceAgain) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    const TetMesh whole = limber::testing::bar_mesh(3, 3, 3);
    TetMesh cut{Points(whole.vertex_count() + whole.tet_count(), 3), Tets(4 * whole.tet_count(), 4)};
    cut.X.topRows(whole.vertex_count()) = whole.X;
    for (Index t = 0; t < whole.tet_count(); ++t) {
        const Eigen::RowVector4d weights(0.002, 0.332, 0.333, 0.333);
        const auto middle = static_cast<int>(whole.vertex_count() + t);
        cut.X.row(middle).setZero();
        for (Index corner = 0; corner < 4; ++corner) {
            cut.X.row(middle) += weights(corner) * whole.X.row(whole.T(t, corner));
            cut.T.row(4 * t + corner) = whole.T.row(t);
            cut.T(4 * t + corner, corner) = middle;
        }
    }
    CharacterDescription description = bar(cut);
    open(description);
    EXPECT_THAT(sentence_about_new_tets(ProblemKind::degenerate_tets, "Bar", *built),
                HasSubstr("which is still too many."));
    EXPECT_THAT(the(ProblemKind::degenerate_tets).sentence, HasSubstr("almost flat tetrahedra of"));
    EXPECT_EQ(the(ProblemKind::degenerate_tets).remedy->label, "Replace the flat tets")
        << "a mesh that is tangled too has a button of another name for that";
    mend(ProblemKind::degenerate_tets);
    EXPECT_THAT(kinds(), IsEmpty());
    // A subspace from a file with weights for each vertex belongs to the tets.
    description.subspace = SubspaceKind::weights;
    description.subspace_file = folder / "weights.npy";
    open(description);
    EXPECT_THAT(the(ProblemKind::degenerate_tets).sentence, HasSubstr("Other tets have skinning modes"));
    mend(ProblemKind::degenerate_tets);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_EQ(document.scene.models.at(model).subspace, SubspaceKind::skinning);
}

// The rig, the material, the colours and the contact points of the file's tets are those of the new ones.
TEST_F(SceneProblems, CarryTheValuesOfTangledTetsToNewOnes) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    TetMesh mesh = limber::testing::bar_mesh(4, 4, 4);
    std::vector<int> of_tets;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        double x = 0.0;
        for (Index corner = 0; corner < 4; ++corner) {
            x += 0.25 * mesh.X(mesh.T(t, corner), 0);
        }
        of_tets.push_back(x < 0.5 ? 0 : 1);
    }
    Rig rig;
    rig.skeleton.bones = {{"root", -1, identity_affine(), 0.5}, {"tip", 0, identity_affine(), 0.5}};
    rig.W = Matrix(mesh.vertex_count(), 2);
    rig.W << Vector::Ones(mesh.vertex_count()) - mesh.X.col(0), mesh.X.col(0);
    std::vector<int> of_vertices;
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        of_vertices.push_back(mesh.X(i, 0) < 0.4 ? 0 : 1);
    }
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        if ((mesh.X.row(i).array() - 0.5).matrix().norm() < 1e-9) {
            mesh.X(i, 0) += 0.4; // through the surface, so that some tets are inside out
        }
    }
    CharacterDescription description = bar(mesh);
    ASSERT_TRUE(write_rig(rig, folder / "rig.json"));
    description.rig_kind = RigKind::file;
    description.rig = folder / "rig.json";
    ASSERT_TRUE(limber::testing::write_labels(of_tets, folder / "tets.json"));
    description.material.labels = folder / "tets.json";
    description.material.regions = {{"soft", 1.0, 1.0}, {"hard", 10.0, 1.0}};
    ASSERT_TRUE(limber::testing::write_labels(of_vertices, folder / "vertices.json"));
    description.look.labels = folder / "vertices.json";
    description.look.palette = {{255, 0, 0}, {0, 0, 255}};
    open(description);
    const Index vertices_before = built->vertex_count();
    mend(ProblemKind::tangled_tets);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_NE(built->vertex_count(), vertices_before);

    ASSERT_EQ(built->rig.W.rows(), built->vertex_count());
    ASSERT_EQ(built->colour_labels.size(), static_cast<std::size_t>(built->vertex_count()));
    EXPECT_LT((built->rig.W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-9);
    for (Index i = 0; i < built->vertex_count(); ++i) {
        const double x = built->mesh.X(i, 0);
        const bool is_near_the_tangle = (built->mesh.X.row(i).array() - 0.5).matrix().norm() < 0.5 && x > 0.2;
        if (!is_near_the_tangle) {
            EXPECT_NEAR(built->rig.W(i, 1), x, 0.1) << built->mesh.X.row(i);
        }
        if (x < 0.2 || x > 0.95) {
            EXPECT_EQ(built->colour_labels[static_cast<std::size_t>(i)], x < 0.5 ? 0 : 1) << built->mesh.X.row(i);
        }
    }
    double softest = 1e300;
    double hardest = 0.0;
    for (Index t = 0; t < built->mesh.tet_count(); ++t) {
        double x = 0.0;
        for (Index corner = 0; corner < 4; ++corner) {
            x += 0.25 * built->mesh.X(built->mesh.T(t, corner), 0);
        }
        softest = x < 0.2 ? std::min(softest, built->material.young(t)) : softest;
        hardest = x > 0.9 ? std::max(hardest, built->material.young(t)) : hardest;
    }
    EXPECT_DOUBLE_EQ(hardest, 10.0 * softest);
}

// The surface would be filled with the same tets again, so other ones have another number of vertices.
TEST_F(SceneProblems, OfFlatTetsInASurfaceAreMendedByAnotherNumberOfVertices) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    limber::testing::write_bytes(folder / "box.obj",
                                 limber::testing::obj_file(limber::testing::box_surface(Vec3(1, 1, 1))));
    CharacterDescription description;
    description.name = "Box";
    description.mesh = folder / "box.obj";
    description.target_vertices = 300;
    open(description);
    auto flat = std::make_shared<Character>(*built);
    flat->quality.sliver_count = flat->mesh.tet_count();
    built = flat;
    const Problem problem = the(ProblemKind::degenerate_tets);
    ASSERT_TRUE(problem.remedy) << problem.sentence;
    EXPECT_EQ(problem.remedy->tets.target_vertices, 450);
    EXPECT_THAT(problem.sentence, HasSubstr("about 450 vertices"));
    mend(ProblemKind::degenerate_tets);
    EXPECT_EQ(built->description.target_vertices, 450);
    EXPECT_GT(built->vertex_count(), flat->vertex_count());
    EXPECT_EQ(built->description.tets, TetSource::file);
}

TEST_F(SceneProblems, OfAMotionThatTurnsClustersInsideOutAreMendedByAStifferMaterial) {
    open(bar(limber::testing::bar_mesh(4, 4, 4)));
    const auto found = [&] {
        return problems_of(document, {{model, built}}, {{model, {.by_the_motion = 3}}});
    };
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found().front().kind, ProblemKind::inverted_motion);
    EXPECT_EQ(name_of(found().front().kind), "inverted_motion");
    EXPECT_THAT(found().front().sentence, HasSubstr("3 clusters are turned inside out"));
    const double young = document.scene.instances.front().controls.young;
    found().front().remedy->change(document);
    EXPECT_DOUBLE_EQ(document.scene.instances.front().controls.young, 4.0 * young);
    EXPECT_THAT(problems_of(document, {{model, built}}, {{model, {}}}), IsEmpty());
    document.scene.instances.front().controls.young = young_range.high;
    const auto stiffest = found();
    const double step = document.scene.environment.time_step;
    const auto inverted = std::ranges::find(stiffest, ProblemKind::inverted_motion, &Problem::kind);
    ASSERT_NE(inverted, stiffest.end());
    inverted->remedy->change(document);
    EXPECT_DOUBLE_EQ(document.scene.environment.time_step, 0.5 * step);
}

TEST_F(SceneProblems, OfARigThatTurnsClustersInsideOutByItselfAreNotMendedByAStifferMaterial) {
    open(bar(limber::testing::bar_mesh(4, 4, 4)));
    const auto found = problems_of(document, {{model, built}}, {{model, {.by_the_motion = 2, .by_the_rig = 1}}});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(name_of(found[0].kind), "inverted_motion");
    EXPECT_THAT(found[0].sentence, HasSubstr("2 clusters are turned inside out"));
    EXPECT_TRUE(found[0].remedy);
    EXPECT_EQ(name_of(found[1].kind), "inverted_rig");
    EXPECT_THAT(found[1].sentence, AllOf(HasSubstr("by the pose of its rig alone that 1 cluster is turned inside out"),
                                         HasSubstr("smooth the weights of its bones")));
    EXPECT_FALSE(found[1].remedy);
    const auto of_the_rig = problems_of(document, {{model, built}}, {{model, {.by_the_rig = 4}}});
    ASSERT_EQ(of_the_rig.size(), 1U);
    EXPECT_EQ(of_the_rig.front().kind, ProblemKind::inverted_rig);
}

class PartsThatDoNotTouch : public SceneProblems {
protected:
    PartsThatDoNotTouch() {
        const TetMesh large = limber::testing::bar_mesh(3, 3, 3);
        TetMesh small = limber::testing::bar_mesh(2, 2, 2, Vec3(0.3, 0.3, 0.3));
        small.X.col(0).array() += 1.5;
        TetMesh both{Points(large.vertex_count() + small.vertex_count(), 3),
                     Tets(large.tet_count() + small.tet_count(), 4)};
        both.X << large.X, small.X;
        both.T << large.T, small.T.array() + static_cast<int>(large.vertex_count());
        description = bar(both);
        large_count = large.vertex_count();
    }
    CharacterDescription description;
    Index large_count = 0;
};

TEST_F(PartsThatDoNotTouch, AreHeldByARig) {
    open(description);
    EXPECT_EQ(built->quality.component_count, 2);
    EXPECT_THAT(kinds(), IsEmpty());
}

TEST_F(PartsThatDoNotTouch, OfAFreeBodyFallApartAndTheLargestIsKept) {
    description.rig_kind = RigKind::none;
    open(description);
    EXPECT_THAT(the(ProblemKind::separate_parts).sentence,
                AllOf(HasSubstr("Bar consists of 2 parts"), HasSubstr("falls apart")));
    mend(ProblemKind::separate_parts);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_EQ(built->vertex_count(), large_count);
    EXPECT_NEAR(built->quality.volume, 1.0, 1e-9);
}

TEST_F(PartsThatDoNotTouch, SayThatTheLargestLosesTheFileOfItsSubspace) {
    description.rig_kind = RigKind::none;
    open(description);
    EXPECT_THAT(the(ProblemKind::separate_parts).sentence, ::testing::Not(HasSubstr("skinning modes")));
    description.subspace = SubspaceKind::weights;
    description.subspace_file = folder / "weights.npy";
    open(description);
    EXPECT_THAT(the(ProblemKind::separate_parts).sentence, HasSubstr("Other tets have skinning modes"));
    mend(ProblemKind::separate_parts);
    EXPECT_EQ(document.scene.models.at(model).subspace, SubspaceKind::skinning);
}

TEST_F(PartsThatDoNotTouch, OfAPinnedBodyArePinnedToo) {
    open(description);
    PaintLevels levels;
    for (const int vertex : built->boundary_vertices) {
        levels.push_back(built->mesh.X(vertex, 0) < 0.1 ? 255 : 0);
    }
    description.pins = PaintedRegion(levels);
    open(description);
    EXPECT_THAT(the(ProblemKind::separate_parts).sentence, HasSubstr("nothing holds those that are not pinned"));
    mend(ProblemKind::separate_parts);
    EXPECT_THAT(kinds(), IsEmpty());
    const PaintLevels& pinned = document.scene.models.at(model).pins.levels();
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        const bool is_small = built->boundary_vertices[i] >= large_count;
        EXPECT_EQ(pinned[i], is_small ? 255 : levels[i]);
    }
}

TEST_F(SceneProblems, FindAnOddUnitAndScale) {
    open(bar(limber::testing::bar_mesh(3, 3, 3, Vec3(180, 30, 30))));
    EXPECT_THAT(the(ProblemKind::odd_unit).sentence, HasSubstr("Bar is 185 m from corner to corner"));
    EXPECT_EQ(the(ProblemKind::odd_unit).remedy->label, "Make it 1.85 m");
    mend(ProblemKind::odd_unit);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_EQ(document.scene.models.at(model).metres_per_unit, 0.01);
}

TEST_F(SceneProblems, FindATimeStepThatIsTooLargeForTheStiffness) {
    open(bar(limber::testing::bar_mesh(8, 2, 2, Vec3(1.0, 0.25, 0.25))));
    CharacterControls& controls = document.scene.instances[0].controls;
    controls.young = 1e7;
    EXPECT_THAT(the(ProblemKind::large_time_step).sentence, HasSubstr("a time step of 16.7 ms"));
    const double coarse = document.scene.environment.time_step;
    mend(ProblemKind::large_time_step);
    EXPECT_THAT(kinds(), IsEmpty());
    const double fine = document.scene.environment.time_step;
    EXPECT_LT(fine, coarse);
    EXPECT_NEAR(coarse / fine, std::round(coarse / fine), 1e-9) << "a frame has a whole number of steps";
    controls.young = 1e14;
    EXPECT_EQ(the(ProblemKind::large_time_step).remedy->label, "Soften it");
    mend(ProblemKind::large_time_step);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_EQ(document.scene.environment.time_step, fine);
}

// The estimate is within a factor of three of the bar's first bending mode, free at both ends.
TEST_F(SceneProblems, EstimateTheSlowestWobble) {
    const double length = 1.0;
    const double thickness = 0.05;
    open(bar(limber::testing::bar_mesh(20, 1, 1, Vec3(length, thickness, thickness))));
    const double bending = 22.37 * std::sqrt(1e6 / 1000.0) * thickness / std::sqrt(12.0) / (length * length);
    const double estimate = slowest_wobble(*built, 1e6, 1000.0);
    EXPECT_GT(estimate, bending / 3.0);
    EXPECT_LT(estimate, bending * 3.0);
}

// A rig with one bone per vertex of `bone_of`.
Rig rig_of(const std::vector<int>& bone_of, int bones) {
    Rig rig;
    rig.W = Matrix::Zero(static_cast<Index>(bone_of.size()), bones);
    for (int bone = 0; bone < bones; ++bone) {
        rig.skeleton.bones.push_back({"bone" + std::to_string(bone), bone - 1, identity_affine(), 0.2});
    }
    for (std::size_t i = 0; i < bone_of.size(); ++i) {
        rig.W(static_cast<Index>(i), bone_of[i]) = 1.0;
    }
    return rig;
}

// The bone of each vertex of a bar of 2 m that is cut across into equal parts.
std::vector<int> bones_along(const TetMesh& mesh, int bones) {
    std::vector<int> bone_of;
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        bone_of.push_back(std::min(bones - 1, static_cast<int>(0.5 * bones * mesh.X(i, 0) + 1e-9)));
    }
    return bone_of;
}

TEST_F(SceneProblems, FindTooFewModesForTheRig) {
    const TetMesh mesh = limber::testing::bar_mesh(20, 3, 3, Vec3(2.0, 0.3, 0.3));
    ASSERT_TRUE(write_rig(rig_of(bones_along(mesh, 10), 10), folder / "rig.json"));
    CharacterDescription description = bar(mesh);
    description.rig_kind = RigKind::file;
    description.rig = folder / "rig.json";
    description.modes = 5;
    open(description);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_NEAR(built->moving_parts, 10.0, 0.5);
    document.scene.models.at(model).modes = 4;
    EXPECT_THAT(the(ProblemKind::few_modes).sentence,
                HasSubstr("Bar has 4 modes, and its 10 bones divide its mass into roughly 10 equal parts"));
    mend(ProblemKind::few_modes);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_EQ(document.scene.models.at(model).modes, 10);
}

// A person along `axis`, with the left foot in the direction of `left`.
class LyingPerson : public SceneProblems {
protected:
    void open_person(const Vec3& axis, const Vec3& left) {
        const TetMesh mesh = limber::testing::bar_mesh(6, 6, 6);
        Rig rig = rig_of(std::vector<int>(static_cast<std::size_t>(mesh.vertex_count()), 0), 4);
        const auto place = [&](std::size_t bone, const char* name, int parent, const Vec3& at) {
            rig.skeleton.bones[bone].name = name;
            rig.skeleton.bones[bone].parent = parent;
            rig.skeleton.bones[bone].rest.col(3) = at;
        };
        place(0, "Hips", -1, 0.5 * axis);
        place(1, "Head", 0, axis);
        place(2, "LeftFoot", 0, 0.1 * left);
        place(3, "RightFoot", 0, -0.1 * left);
        ASSERT_TRUE(write_rig(rig, folder / "rig.json"));
        CharacterDescription description = bar(mesh);
        description.rig_kind = RigKind::file;
        description.rig = folder / "rig.json";
        open(description);
    }
    bool lies() const {
        return std::ranges::count(kinds(), ProblemKind::lying_rig) > 0;
    }
    void expect_to_stand() const {
        const auto& bones = built->rig.skeleton.bones;
        const Vec3 body = (bones[1].rest.col(3) - bones[0].rest.col(3)).normalized();
        const Vec3 left = (bones[2].rest.col(3) - bones[3].rest.col(3)).normalized();
        EXPECT_LT((body - Vec3::UnitY()).norm(), 1e-9);
        EXPECT_LT((up_of(built->description) - Vec3::UnitY()).norm(), 1e-9) << "gravity is as before";
        EXPECT_LT((front_of(built->description) - left.cross(Vec3::UnitY())).norm(), 1e-9);
        EXPECT_FALSE(lies());
    }
};

TEST_F(LyingPerson, IsStoodUpByTheirSkeleton) {
    open_person(Vec3::UnitZ(), Vec3::UnitX()); // z is up in the file
    EXPECT_THAT(the(ProblemKind::lying_rig).sentence, HasSubstr("its head is beside its hips"));
    mend(ProblemKind::lying_rig);
    expect_to_stand();
}

TEST_F(LyingPerson, IsStoodUpFromTheHead) {
    open_person(-Vec3::UnitY(), Vec3::UnitX());
    EXPECT_THAT(the(ProblemKind::lying_rig).sentence, HasSubstr("stands on its head"));
    mend(ProblemKind::lying_rig);
    expect_to_stand();
}

// As it is placed, half a metre higher. The cube around its bones is above the origin, and below it once it is turned.
TEST_F(LyingPerson, IsStoodUpOnItsFloor) {
    open_person(-Vec3::UnitY(), Vec3::UnitX());
    document.scene.instances.front().home.col(3) = Vec3(0, 0.5, 0);
    document.scene.models.at(model).contact.floor = true;
    document.scene.models.at(model).contact.floor_height = 0.5;
    build();
    const double lying = floor_height_under(*built, document.scene.instances.front().home);
    mend(ProblemKind::lying_rig);
    const double standing = floor_height_under(*built, document.scene.instances.front().home);
    EXPECT_GT(std::abs(standing - lying), 0.1);
    ASSERT_TRUE(built->description.contact.floor_height);
    EXPECT_NEAR(*built->description.contact.floor_height, standing, 1e-9);
}

TEST_F(LyingPerson, StandsAlready) {
    open_person(Vec3::UnitY(), Vec3::UnitX());
    EXPECT_FALSE(lies());
}

// As the fingers of a character: 30 of 34 bones move one vertex each.
TEST_F(SceneProblems, AskForNoModesForBonesThatMoveHardlyAnything) {
    const TetMesh mesh = limber::testing::bar_mesh(20, 3, 3, Vec3(2.0, 0.3, 0.3));
    std::vector<int> bone_of = bones_along(mesh, 4);
    for (int finger = 0; finger < 30; ++finger) {
        bone_of[static_cast<std::size_t>(10 * finger)] = 4 + finger;
    }
    ASSERT_TRUE(write_rig(rig_of(bone_of, 34), folder / "rig.json"));
    CharacterDescription description = bar(mesh);
    description.rig_kind = RigKind::file;
    description.rig = folder / "rig.json";
    description.modes = 4;
    open(description);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_LT(built->moving_parts, 6.0);
}

// A fin that is thin beside the first tets.
TEST_F(SceneProblems, FindUnmeshedPartsAndFillMoreFinely) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    SurfaceMesh fin = limber::testing::box_surface(Vec3(1.5, 0.06, 1.0));
    fin.V.col(0).array() += 0.8;
    limber::testing::write_bytes(folder / "fin.obj", limber::testing::obj_file(limber::testing::merged(
                                                         limber::testing::sphere_surface(3), fin)));
    CharacterDescription description;
    description.name = "Fin";
    description.mesh = folder / "fin.obj";
    description.target_vertices = 200;
    open(description);
    EXPECT_THAT(the(ProblemKind::unmeshed_parts).sentence, AllOf(HasSubstr("Fin: "), HasSubstr("thin beside")));
    ASSERT_FALSE(kinds().empty());
    EXPECT_EQ(the(ProblemKind::unmeshed_parts).remedy->label, "Use 600 vertices for thin parts");
    for (int more = 0; more < 3 && !kinds().empty(); ++more) {
        mend(ProblemKind::unmeshed_parts);
    }
    EXPECT_THAT(kinds(), IsEmpty());
}

// A ball whose bends are cut off by few tets.
TEST_F(SceneProblems, FindLostVolumeAndFillMoreFinely) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    limber::testing::write_bytes(folder / "ball.obj", limber::testing::obj_file(limber::testing::sphere_surface(3)));
    CharacterDescription description;
    description.name = "Ball";
    description.mesh = folder / "ball.obj";
    description.target_vertices = 100;
    open(description);
    EXPECT_THAT(the(ProblemKind::lost_volume).sentence,
                AllOf(HasSubstr("Ball: the tets have "), HasSubstr(" % less volume than the surface encloses")));
    EXPECT_EQ(name_of(ProblemKind::lost_volume), "lost_volume");
    EXPECT_EQ(the(ProblemKind::lost_volume).remedy->label, "Use 300 vertices for details");
    for (int more = 0; more < 2 && !kinds().empty(); ++more) {
        mend(ProblemKind::lost_volume);
    }
    EXPECT_THAT(kinds(), IsEmpty());
}

// Two plates that the first tets join.
TEST_F(SceneProblems, FindFilledGapsAndFillMoreFinely) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    limber::testing::write_bytes(folder / "fork.obj", limber::testing::obj_file(limber::testing::fork_surface(0.04)));
    CharacterDescription description;
    description.name = "Fork";
    description.mesh = folder / "fork.obj";
    description.target_vertices = 200;
    open(description);
    EXPECT_THAT(the(ProblemKind::filled_gaps).sentence,
                AllOf(HasSubstr("Fork: 1 gap between parts"), HasSubstr("was filled, so that the parts move as one.")));
    EXPECT_EQ(the(ProblemKind::filled_gaps).remedy->label, "Use 600 vertices for gaps");
    for (int more = 0; more < 3 && !kinds().empty(); ++more) {
        mend(ProblemKind::filled_gaps);
    }
    EXPECT_THAT(kinds(), IsEmpty());
}

TEST_F(SceneProblems, FindAClipThatIsStrangeToTheRig) {
    const CharacterDescription small = read_scene(limber::testing::write_small_scene(folder)).value().value;
    open(small);
    EXPECT_THAT(kinds(), IsEmpty());
    Character with_capture = *built;
    CarriedClip carried;
    carried.matches = {{"Hips", "root"}};
    carried.unmatched = {"Spine", "Neck", "Head"};
    with_capture.carried_clips = {carried};
    built = std::make_shared<const Character>(with_capture);
    EXPECT_THAT(the(ProblemKind::strange_clip).sentence, HasSubstr("moves bones by only 1 of its 4 joints"));
    EXPECT_EQ(the(ProblemKind::strange_clip).unmatched_clip, document.scene.models.at(model).clips.front());
    with_capture.carried_clips[0]->unmatched = {"Spine"};
    with_capture.carried_clips[0]->slide = {.stances = 3, .mean = 0.2, .mean_of_source = 0.01};
    built = std::make_shared<const Character>(with_capture);
    EXPECT_THAT(the(ProblemKind::strange_clip).sentence, HasSubstr("lets standing feet slide by 20 cm"));
    EXPECT_EQ(the(ProblemKind::strange_clip).unmatched_clip, "");
    with_capture.carried_clips[0]->stride = 0.8;
    with_capture.carried_clips[0]->slide.best_stride = 0.9;
    with_capture.carried_clips[0]->slide.mean_then = 0.05;
    built = std::make_shared<const Character>(with_capture);
    EXPECT_THAT(the(ProblemKind::strange_clip).sentence, HasSubstr("with a stride of 0.72 it would be 5 cm."));
    Document scaled = document;
    const Problem sliding = the(ProblemKind::strange_clip);
    ASSERT_TRUE(sliding.remedy);
    EXPECT_EQ(sliding.remedy->label, "Let the feet slide least");
    sliding.remedy->change(scaled);
    const ModelDescription& mended = scaled.scene.models.at(model);
    EXPECT_NEAR(retargeting_of(mended, mended.clips.front()).stride, 0.72, 1e-12);
    EXPECT_FALSE(have_same_clips(mended, document.scene.models.at(model))) << "so that it is built again";
    with_capture.carried_clips[0]->slide.mean_then = 0.19; // no stride helps
    built = std::make_shared<const Character>(with_capture);
    EXPECT_EQ(the(ProblemKind::strange_clip).remedy->label, "Remove the clip");
    mend(ProblemKind::strange_clip);
    EXPECT_THAT(kinds(), IsEmpty());
    EXPECT_THAT(document.scene.models.at(model).clips, IsEmpty());
    EXPECT_EQ(document.scene.instances[0].controls.clip, -1);
}

} // namespace
} // namespace limber::app
