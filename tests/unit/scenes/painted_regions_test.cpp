// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/document/painted_region.h"
#include "app/document/region_edits.h"
#include "app/motion/walking.h"
#include "app/scenes/release.h"
#include "app/view/region_paint.h"
#include "engine/core/json.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Bar {
    TetMesh mesh = limber::testing::bar_mesh(8, 4, 4, Vec3(2.0, 1.0, 1.0));
    std::vector<int> surface = boundary_vertices(mesh.T);

    // Painted up to this radius, fading to zero at twice the radius.
    PaintLevels painted_until(double x) const {
        PaintLevels levels;
        const double low = mesh.X.col(0).minCoeff();
        for (const int v : surface) {
            const double share = std::clamp(2.0 - (mesh.X(v, 0) - low) / x, 0.0, 1.0);
            levels.push_back(static_cast<std::uint8_t>(200.0 * share));
        }
        return levels;
    }
    Vector weights(const PaintLevels& levels) const {
        return region_weights(PaintedRegion(levels), mesh.T, surface, mesh.vertex_count());
    }
};

TEST(PaintedRegion, HasWeightsFromZeroToOne) {
    const Bar bar;
    ASSERT_GT(bar.mesh.vertex_count(), static_cast<Index>(bar.surface.size())) << "some lie inside";
    for (const double until : {0.3, 0.7, 2.0}) {
        const Vector w = bar.weights(bar.painted_until(until));
        EXPECT_TRUE(w.allFinite());
        EXPECT_GE(w.minCoeff(), 0.0);
        EXPECT_EQ(w.maxCoeff(), 1.0) << "the most painted vertices have weight one";
    }
}

TEST(PaintedRegion, ExtendsInwards) {
    const Bar bar;
    const Vector all = bar.weights(PaintLevels(bar.surface.size(), 90));
    EXPECT_NEAR(all.minCoeff(), 1.0, 2e-3);
    const PaintLevels levels = bar.painted_until(0.5);
    const Vector w = bar.weights(levels);
    const double far = bar.mesh.X.col(0).maxCoeff() - 0.3;
    for (Index v = 0; v < bar.mesh.vertex_count(); ++v) {
        EXPECT_TRUE(bar.mesh.X(v, 0) < far || w(v) < 0.05) << "vertex " << v;
    }
    for (std::size_t i = 0; i < bar.surface.size(); ++i) {
        EXPECT_NEAR(w(bar.surface[i]), levels[i] / 200.0, 1e-12) << "the surface keeps what was painted";
    }
}

TEST(PaintedRegion, OfAnotherMeshIsRejectedWithBothCounts) {
    const auto other = fits(PaintedRegion(PaintLevels(12, 9)), "the wing", "wings", 34);
    ASSERT_FALSE(other);
    EXPECT_THAT(sentence(other.error()), HasSubstr("a surface of 12 vertices, and this mesh's has 34"));
    EXPECT_TRUE(fits(PaintedRegion(PaintLevels(34, 9)), "the wing", "wings", 34));
}

TEST(PaintedRegion, RoundTripsAsText) {
    const PaintLevels limb = {0, 0, 0, 0, 0, 7, 63, 128, 255, 255, 255, 255, 255, 255, 1, 1, 0};
    const auto text = to_line(painted_json(PaintedRegion(limb)));
    EXPECT_THAT(text, HasSubstr("00*5 073f80 ff*6 010100"));
    const auto document = JsonDocument::parsed(text, "here");
    PaintedRegion read;
    read_value(document.value().root(), read);
    EXPECT_FALSE(document.value().fault());
    EXPECT_EQ(read, PaintedRegion(limb));
}

TEST(PaintedRegion, IsSmallOnALargeMesh) {
    PaintLevels limb(30000, 0);
    std::fill(limb.begin() + 2000, limb.begin() + 5000, std::uint8_t{255});
    EXPECT_LT(to_line(painted_json(PaintedRegion(limb))).size(), 100u);
}

std::string fault_of(const std::string& json) {
    const auto document = JsonDocument::parsed(json, "here");
    PaintedRegion read;
    read_value(document.value().root(), read);
    return document.value().fault() ? sentence(*document.value().fault()) : "";
}

TEST(PaintedRegion, ErrorNamesThePlaceInItsText) {
    EXPECT_EQ(fault_of(R"({"vertices": 4, "levels": "00*3 ff"})"), "");
    for (const char* levels : {"0", "0g", "ff*", "ff*0", "ff00*2", "*3", "ff*9999999999999999999", "ff*-1", "FF"}) {
        EXPECT_THAT(fault_of(R"({"vertices": 4, "levels": ")" + std::string(levels) + "\"}"),
                    HasSubstr("wrong at vertex 0"))
            << levels;
    }
    EXPECT_THAT(fault_of(R"({"vertices": 4, "levels": "ff*5"})"), HasSubstr("for 4 vertices"));
    EXPECT_THAT(fault_of(R"({"vertices": 4, "levels": "ff*2 00"})"), HasSubstr("speaks of 3 vertices"));
    EXPECT_THAT(fault_of(R"({"vertices": 99999999999, "levels": "ff*2"})"), HasSubstr("at most"));
    EXPECT_THAT(fault_of(R"({"vertices": 4})"), HasSubstr("levels"));
}

TEST(Release, KeepsTheMusclesOfBones) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    const auto rigged = read_character(scene).value();
    const Rig& rig = rigged->rig;
    scene.muscles.modes = 2;
    scene.muscles.regions = {{"end", {rig.skeleton.bones[1].name}, -1, 2}};
    ASSERT_TRUE(has_bound_regions(scene.muscles));
    const CharacterDescription free = released(scene, *rigged);
    EXPECT_FALSE(has_bound_regions(free.muscles));
    EXPECT_TRUE(free.contact.floor);
    EXPECT_FALSE(fault_in_walker(free));

    const auto held = build_character(scene, nullptr, Stage::mesh);
    const auto body = build_character(free, nullptr, Stage::mesh);
    ASSERT_TRUE(held);
    ASSERT_TRUE(body) << sentence(body.error());
    EXPECT_EQ(body.value()->musculature.names, held.value()->musculature.names);
    const MuscleRegion& region = free.muscles.regions.front();
    for (std::size_t i = 0; i < rigged->boundary_vertices.size(); ++i) {
        EXPECT_NEAR(region.painted.levels()[i] / 255.0, rig.W(rigged->boundary_vertices[i], 1), 0.5 / 255.0);
    }
}

std::string fault_of_muscles(const std::string& json) {
    const auto document = JsonDocument::parsed(json, "here");
    MuscleDescription read;
    read_muscles(document.value().root(), {}, read);
    const auto fault = document.value().fault();
    return fault ? sentence(*fault) : fault_in(read) ? sentence(*fault_in(read)) : "";
}

TEST(PaintedRegion, CountIsLimitedByTheMuscles) {
    const std::string region = R"({"name": "limb", "modes": 1, "painted": {"vertices": 4, "levels": "ff*4"}})";
    std::string list = region;
    for (Index i = 1; i < muscles_max; ++i) {
        list += ", " + region;
    }
    EXPECT_EQ(fault_of_muscles(R"({"regions": [)" + list + "]}"), "");
    EXPECT_THAT(fault_of_muscles(R"({"modes": 1, "regions": [)" + list + "]}"), HasSubstr("at most 256 modes"));
    EXPECT_THAT(fault_of_muscles(R"({"regions": [)" + list + ", " + region + "]}"), HasSubstr("regions[256]"));
}

TEST(PaintedRegion, MusclesOfARegionKeepTheOtherMuscles) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    const auto bare = read_character(scene);
    ASSERT_TRUE(bare);
    PaintLevels levels;
    for (const int v : bare.value()->boundary_vertices) {
        levels.push_back(bare.value()->mesh.X(v, 0) > 0.6 ? 255 : 0);
    }
    scene.muscles.regions = {{"end", {}, -1, 2, PaintedRegion(levels)}};
    const auto again = parse_scene(scene_json(scene, folder.path()), "scene", folder.path());
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.muscles, scene.muscles);
    const auto built = build_character(again.value().value, nullptr, Stage::mesh);
    ASSERT_TRUE(built) << sentence(built.error());
    const Character& it = *built.value();
    EXPECT_THAT(it.musculature.names, ElementsAre("end 1", "end 2"));
    const Vector d = it.musculature.D->col(0);
    const Eigen::Map<const Points> moved(d.data(), it.vertex_count(), 3);
    for (Index v = 0; v < it.vertex_count(); ++v) {
        EXPECT_TRUE(it.mesh.X(v, 0) > 0.4 || moved.row(v).norm() < 0.05 * moved.rowwise().norm().maxCoeff()) << v;
    }
}

TEST(PaintedRegion, IsPartOfTheSceneFile) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    scene.muscles.regions = {{"end", {}, -1, 2, PaintedRegion(PaintLevels(5, 255))}};
    const auto read = read_character(scene);
    ASSERT_FALSE(read);
    EXPECT_THAT(sentence(read.error()), HasSubstr("painted on a surface of 5 vertices"));
    scene.muscles.regions[0].bones = {"tip"};
    const auto both = read_character(scene);
    ASSERT_FALSE(both);
    EXPECT_THAT(sentence(both.error()), HasSubstr("has no \"bones\""));
}

MuscleDescription three_groups() {
    MuscleDescription muscles;
    muscles.modes = 3;
    muscles.use = {1, 3};
    muscles.regions = {{"a", {}, -1, 2, PaintedRegion({9})}, {"b", {}, -1, 1, PaintedRegion({9})}};
    return muscles;
}

MuscleControls counted(std::size_t count) {
    MuscleControls controls;
    for (std::size_t i = 0; i < count; ++i) {
        controls.gait.waveforms.push_back({{static_cast<double>(i + 1), 1.0, 0.0}});
        controls.held.push_back(static_cast<double>(i + 1));
    }
    return controls;
}

TEST(RegionEdits, MoveTheWaveformsOfTheirMuscles) {
    MuscleDescription muscles = three_groups();
    MuscleControls controls = counted(5);
    EXPECT_EQ(first_muscle_of(muscles, 1), 4u);
    exchange(controls, remove_region(muscles, 0));
    EXPECT_THAT(controls.held, ElementsAre(1, 2, 5));
    EXPECT_EQ(controls.gait.waveforms.back()[0].amplitude, 5.0);
    EXPECT_EQ(muscles.regions.size(), 1u);
    controls.held.resize(1); // missing entries are zero
    exchange(controls, remove_region(muscles, 0));
    EXPECT_THAT(controls.held, ElementsAre(1));
}

TEST(RegionEdits, ChangeTheModeCountAtTheEnd) {
    MuscleDescription muscles = three_groups();
    MuscleControls controls = counted(5);
    exchange(controls, set_region_modes(muscles, 0, 3));
    EXPECT_THAT(controls.held, ElementsAre(1, 2, 3, 4, 0, 5));
    exchange(controls, set_region_modes(muscles, 0, 1));
    EXPECT_THAT(controls.held, ElementsAre(1, 2, 3, 5));
    EXPECT_EQ(controls.gait.waveforms[3][0].amplitude, 5.0);
}

// The old index of each muscle, counted from 1; 0: a new muscle.
std::vector<double> places_of(const Gait& gait) {
    std::vector<double> places;
    for (const Waveform& waveform : gait.waveforms) {
        places.push_back(waveform.empty() ? 0.0 : waveform[0].amplitude);
    }
    return places;
}

TEST(RegionEdits, MoveTheSavedGaits) {
    MuscleDescription muscles = three_groups();
    muscles.gaits.keep({"whole", GaitRole::left, counted(5).gait, "whole.json"});
    muscles.gaits.keep({"short", GaitRole::none, counted(2).gait, "short.json"});
    MuscleControls controls = counted(5);
    const Participation in = Participation::always;
    const Participation out = Participation::never;
    const Participation open = Participation::if_chosen;
    muscles.problem.space.parts = {in, out, open, open, out};
    exchange(controls, remove_region(muscles, 0));
    EXPECT_THAT(muscles.problem.space.parts, ElementsAre(in, out, out)) << "fixed muscles stay fixed";
    EXPECT_EQ(muscles.gaits.called("whole")->gait.waveforms, controls.gait.waveforms);
    EXPECT_EQ(muscles.gaits.called("whole")->role, GaitRole::left);
    EXPECT_EQ(muscles.gaits.called("whole")->file, "") << "it differs from the file";
    EXPECT_EQ(muscles.gaits.called("short")->file, "short.json");
    const auto mode = toggle_mode(muscles, 2);
    ASSERT_TRUE(mode);
    exchange(controls, *mode);
    EXPECT_THAT(places_of(controls.gait), ElementsAre(1, 0, 2, 5));
    EXPECT_THAT(places_of(muscles.gaits.called("whole")->gait), ElementsAre(1, 0, 2, 5));
    EXPECT_THAT(places_of(muscles.gaits.called("short")->gait), ElementsAre(1, 0, 2));
    EXPECT_THAT(muscles.use, ElementsAre(1, 2, 3));
    exchange(controls, toggle_mode(muscles, 1).value());
    EXPECT_THAT(places_of(controls.gait), ElementsAre(0, 2, 5));
    exchange(controls, toggle_mode(muscles, 2).value());
    EXPECT_FALSE(toggle_mode(muscles, 3)) << "without any, all would be used";
    EXPECT_THAT(places_of(controls.gait), ElementsAre(2, 5));
}

TEST(RegionEdits, ModeCountDoesNotChangeTheMusclesOfRegions) {
    MuscleDescription muscles = three_groups();
    muscles.gaits.keep({"kept", GaitRole::none, counted(5).gait});
    MuscleControls controls = counted(5);
    exchange(controls, set_vibration_modes(muscles, 2));
    EXPECT_THAT(muscles.use, ElementsAre(1));
    EXPECT_THAT(controls.held, ElementsAre(1, 3, 4, 5)) << "the second one was removed";
    exchange(controls, set_vibration_modes(muscles, 4));
    EXPECT_THAT(controls.held, ElementsAre(1, 3, 4, 5)) << "new muscles are not selected";
    EXPECT_EQ(first_muscle_of(muscles, 0), 1u);
    EXPECT_EQ(places_of(muscles.gaits.called("kept")->gait), controls.held);
    muscles.use = {4};
    exchange(controls, set_vibration_modes(muscles, 2));
    EXPECT_THAT(muscles.use, IsEmpty());
    EXPECT_THAT(controls.held, ElementsAre(0, 0, 3, 4, 5)) << "all of them, at zero, if no selected muscle is left";
    exchange(controls, set_vibration_modes(muscles, 3));
    EXPECT_THAT(controls.held, ElementsAre(0, 0, 0, 3, 4, 5));
    exchange(controls, set_vibration_modes(muscles, 0));
    EXPECT_THAT(controls.held, ElementsAre(3, 4, 5));
    EXPECT_EQ(first_muscle_of(muscles, 0), 0u);
    EXPECT_EQ(places_of(muscles.gaits.called("kept")->gait), controls.held);
}

TEST(RegionEdits, FindAnUnusedName) {
    MuscleDescription muscles = three_groups();
    EXPECT_EQ(free_region_name(muscles), "Region 1");
    muscles.regions[0].name = "Region 1";
    EXPECT_EQ(free_region_name(muscles), "Region 2");
    EXPECT_EQ(free_region_name(muscles, "arm"), "arm");
    EXPECT_EQ(free_region_name(muscles, "b"), "b 2");
}

TEST(RegionPaint, ShowsTheSelectedRegionInFrontAndTheOthersPaler) {
    Triangles F(2, 3);
    F << 0, 1, 2, 2, 1, 3;
    const std::vector<PaintedRegion> regions = {PaintedRegion({255, 255, 255, 255}), PaintedRegion({0, 0, 0, 200}),
                                                PaintedRegion({255})}; // of another mesh
    const RegionPaint all = region_paint(regions, -1, F, 4);
    EXPECT_THAT(all.labels, ElementsAre(0u, 0u));
    EXPECT_THAT(all.scalars, ElementsAre(1, 1, 1, 1));
    const RegionPaint one = region_paint(regions, 1, F, 4);
    EXPECT_THAT(one.labels, ElementsAre(0u, 1u));
    EXPECT_LT(one.scalars[0], 0.7F);
    EXPECT_GT(one.scalars[3], 0.7F);
}

} // namespace
} // namespace limber::app
