// SPDX-License-Identifier: MIT
#include "app/interaction/brush.h"

#include "app/character/character.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

using ::testing::HasSubstr;

int painted_count(const PaintLevels& levels) {
    return static_cast<int>(std::ranges::count_if(levels, [](int level) { return level > 127; }));
}

// A bar and a brush.
class BrushTest : public ::testing::Test {
protected:
    BrushTest() {
        character.mesh = testing::bar_mesh(4, 12, 4, Vec3(0.4, 2.0, 0.4));
        character.boundary = boundary_triangles(character.mesh.T);
        character.boundary_vertices = boundary_vertices(character.mesh.T);
        const auto& vertices = character.boundary_vertices;
        triangles = character.boundary.unaryExpr([&](int vertex) {
            return static_cast<int>(std::ranges::lower_bound(vertices, vertex) - vertices.begin());
        });
        surface.resize(static_cast<Index>(vertices.size()), 3);
        for (Index i = 0; i < surface.rows(); ++i) {
            surface.row(i) = character.mesh.X.row(vertices[static_cast<std::size_t>(i)]);
        }
        camera.pitch = 0.0;
        camera = framing(camera, {}, bounding_box(character.mesh.X));
        options.is_held = true;
        options.through = false;
    }

    std::vector<InputEvent> play(const std::vector<InputEvent>& events) {
        Touchable scene;
        scene.character = &character;
        scene.triangles = &triangles;
        scene.surface = [this] {
            return surface;
        };
        return brush.take(events, options, {scene, camera, description});
    }
    static MouseMoved at(const Pixel& p) {
        return {p.x(), p.y()};
    }
    static MouseButtonChanged button(const Pixel& p, bool down, bool control = false) {
        return {MouseButton::left, down, p.x(), p.y(), control, false, false};
    }
    Pixel seen(double height) const {
        const Vec3 middle = bounding_box(character.mesh.X).centre();
        return *pixel_of(camera, {}, middle + Vec3(0, height, 0));
    }
    void stroke(double from, double to, bool erases = false) {
        play({at(seen(from)), button(seen(from), true, erases)});
        play({at(seen(to))});
        play({button(seen(to), false)});
    }
    const PaintLevels& levels(std::size_t region = 0) const {
        return muscles.regions.at(region).painted.levels();
    }

    Character character;
    Triangles triangles;
    Points surface;
    OrbitCamera camera;
    ModelDescription description;
    MuscleDescription& muscles = description.muscles;
    ContactDescription& contact = description.contact;
    BrushOptions options;
    Brush brush;
};

TEST_F(BrushTest, FirstStrokeCreatesARegion) {
    stroke(0.0, 0.0);
    ASSERT_EQ(muscles.regions.size(), 1u);
    EXPECT_EQ(muscles.regions[0].name, "Region 1");
    EXPECT_EQ(options.region, 0);
    EXPECT_EQ(levels().size(), character.boundary_vertices.size());
    const int first = painted_count(levels());
    EXPECT_GT(first, 0);
    stroke(0.0, 0.6);
    EXPECT_EQ(muscles.regions.size(), 1u) << "the next one continues it";
    EXPECT_GT(painted_count(levels()), first);
}

TEST_F(BrushTest, PaintsWhereTheBodyTouches) {
    options.target = BrushTarget::contact_density;
    stroke(0.5, 0.5);
    EXPECT_TRUE(muscles.regions.empty());
    const PaintLevels more = contact.painted.levels();
    ASSERT_EQ(more.size(), character.boundary_vertices.size());
    EXPECT_EQ(std::ranges::max(more), 255);
    EXPECT_EQ(std::ranges::min(more), even_level) << "unpainted vertices do not change";
    EXPECT_EQ(brush.ended(), std::optional(PaintedField{BrushTarget::contact_density, 0}));
    stroke(-0.5, -0.5, true);
    EXPECT_EQ(std::ranges::max(contact.painted.levels()), 255);
    EXPECT_EQ(std::ranges::min(contact.painted.levels()), 0) << "no contact points in the erased area";
}

TEST_F(BrushTest, PaintsAPartOfTheMaterial) {
    options.target = BrushTarget::material_part;
    stroke(0.0, 0.0);
    ASSERT_EQ(description.material.parts.size(), 1u);
    EXPECT_EQ(description.material.parts[0].name, "Part 1");
    EXPECT_DOUBLE_EQ(description.material.parts[0].young_factor, 0.25) << "the first stroke shows in the motion";
    EXPECT_DOUBLE_EQ(description.material.parts[0].density_factor, 1.0);
    EXPECT_TRUE(muscles.regions.empty());
    const int painted = painted_count(description.material.parts[0].painted.levels());
    EXPECT_GT(painted, 0);
    EXPECT_EQ(brush.ended(), std::optional(PaintedField{BrushTarget::material_part, 0}));
    stroke(0.5, 0.6);
    EXPECT_EQ(description.material.parts.size(), 1u) << "the next one continues it";
    EXPECT_GT(painted_count(description.material.parts[0].painted.levels()), painted);
}

TEST_F(BrushTest, PaintsALoad) {
    options.target = BrushTarget::load;
    stroke(0.0, 0.0);
    ASSERT_EQ(description.loads.size(), 1u);
    EXPECT_EQ(description.loads[0].load.name, "Load 1");
    EXPECT_EQ(description.loads[0].load.kind, LoadKind::field);
    const int painted = painted_count(description.loads[0].painted.levels());
    EXPECT_GT(painted, 0);
    EXPECT_EQ(brush.ended(), std::optional(PaintedField{BrushTarget::load, 0}));
    description.loads.push_back({{.name = "Press", .kind = LoadKind::pressing}});
    options.region = 1;
    stroke(0.5, 0.6);
    ASSERT_EQ(description.loads.size(), 2u) << "a load without paint takes it";
    EXPECT_GT(painted_count(description.loads[1].painted.levels()), 0);
    EXPECT_EQ(painted_count(description.loads[0].painted.levels()), painted);
}

TEST_F(BrushTest, PaintsAWeightOfTheSubspace) {
    options.target = BrushTarget::weight;
    description.subspace = SubspaceKind::pod;
    description.subspace_file = "/motion.npy";
    stroke(0.0, 0.0);
    ASSERT_EQ(description.painted_weights.size(), 1u);
    EXPECT_EQ(description.painted_weights[0].name, "Weight 1");
    EXPECT_EQ(description.subspace, SubspaceKind::weights);
    EXPECT_TRUE(description.subspace_file.empty()) << "a motion is no weights";
    const int painted = painted_count(description.painted_weights[0].painted.levels());
    EXPECT_GT(painted, 0);
    EXPECT_EQ(brush.ended(), std::optional(PaintedField{BrushTarget::weight, 0}));
    stroke(0.5, 0.6);
    ASSERT_EQ(description.painted_weights.size(), 1u) << "the next one continues it";
    EXPECT_GT(painted_count(description.painted_weights[0].painted.levels()), painted);
    options.region = -1;
    stroke(0.0, 0.0);
    ASSERT_EQ(description.painted_weights.size(), 2u);
    EXPECT_EQ(description.painted_weights[1].name, "Weight 2");
}

TEST_F(BrushTest, MirrorsLeftAndRight) {
    options.target = BrushTarget::pins;
    options.radius = 0.03;
    stroke(0.3, 0.3);
    options.mirrored = true;
    const PaintLevels once = description.pins.levels();
    description.pins = {};
    const Vec3 centre = bounding_box(character.mesh.X).centre();
    const Pixel beside = *pixel_of(camera, {}, centre + Vec3(0.12, 0.3, 0.2));
    play({button(beside, true)});
    play({button(beside, false)});
    const PaintLevels& levels = description.pins.levels();
    EXPECT_GT(painted_count(levels), 1);
    EXPECT_NE(levels, once);
    for (Index i = 0; i < surface.rows(); ++i) {
        Vec3 mirrored = surface.row(i);
        mirrored.x() = 2.0 * centre.x() - mirrored.x();
        Index other = 0;
        ASSERT_LT((surface.rowwise() - mirrored.transpose()).rowwise().norm().minCoeff(&other), 1e-9);
        EXPECT_NEAR(levels[static_cast<std::size_t>(i)], levels[static_cast<std::size_t>(other)], 1);
    }
}

TEST_F(BrushTest, SmoothsWithShift) {
    options.target = BrushTarget::pins;
    options.softness = 0.0;
    stroke(0.0, 0.0);
    const auto roughness = [&] {
        double sum = 0.0;
        for (Index f = 0; f < triangles.rows(); ++f) {
            for (int corner = 0; corner < 3; ++corner) {
                const auto a = static_cast<std::size_t>(triangles(f, corner));
                const auto b = static_cast<std::size_t>(triangles(f, (corner + 1) % 3));
                sum += std::pow(int{description.pins.levels()[a]} - int{description.pins.levels()[b]}, 2.0);
            }
        }
        return sum;
    };
    const double rough = roughness();
    options.radius = 0.3;
    MouseButtonChanged press = button(seen(0.0), true);
    press.shift = true;
    play({press});
    play({button(seen(0.0), false)});
    EXPECT_LT(roughness(), 0.5 * rough);
    EXPECT_FALSE(description.pins.is_blank());
    description.pins = {};
    play({press});
    EXPECT_TRUE(description.pins.is_blank()) << "smoothing adds no paint";
}

TEST_F(BrushTest, PaintsPins) {
    options.target = BrushTarget::pins;
    options.softness = 0.0;
    stroke(0.0, 0.0);
    EXPECT_GT(painted_count(description.pins.levels()), 0);
    stroke(0.0, 0.0, true);
    EXPECT_TRUE(description.pins.is_blank());
}

TEST_F(BrushTest, HandlesItsStrokesOnly) {
    const Pixel beside(20, 20);
    EXPECT_EQ(play({button(beside, true), button(beside, false)}).size(), 2u);
    EXPECT_TRUE(muscles.regions.empty());
    EXPECT_EQ(play({button(seen(0.0), true)}).size(), 0u);
    EXPECT_TRUE(brush.is_painting());
    EXPECT_FALSE(brush.ended());
    EXPECT_EQ(play({button(seen(0.0), false)}).size(), 0u);
    EXPECT_EQ(brush.ended(), std::optional(PaintedField{BrushTarget::muscle_region, 0}));
    options.is_held = false;
    EXPECT_EQ(play({button(seen(0.0), true)}).size(), 1u);
}

TEST_F(BrushTest, PaintsTheFarSideIfEnabled) {
    stroke(0.0, 0.0);
    const int near = painted_count(levels());
    options.region = -1;
    options.through = true;
    stroke(0.0, 0.0);
    EXPECT_GT(painted_count(levels(1)), near);
}

TEST_F(BrushTest, PaintsFastStrokesWithoutGaps) {
    options.radius = 0.05;
    stroke(-0.8, 0.8);
    const Vec3 eye = frame_of(camera).eye;
    const double front = (surface.rowwise() - eye.transpose()).rowwise().norm().minCoeff();
    ASSERT_GT(front, 0.0);
    for (double height = -0.7; height <= 0.7; height += 0.1) {
        int here = 0;
        for (Index i = 0; i < surface.rows(); ++i) {
            const double y = surface(i, 1) - bounding_box(character.mesh.X).centre().y();
            here += std::abs(y - height) < 0.1 && levels()[static_cast<std::size_t>(i)] > 127 ? 1 : 0;
        }
        EXPECT_GT(here, 0) << "at " << height;
    }
}

TEST_F(BrushTest, RepeatedDabsInAStrokeDoNotAccumulate) {
    play({button(seen(0.2), true)});
    const PaintLevels once = levels();
    for (int frame = 0; frame < 5; ++frame) {
        play({at(seen(0.2))});
    }
    EXPECT_EQ(levels(), once);
}

TEST_F(BrushTest, WeakStrokesAccumulateAndCanBeErased) {
    options.strength = 0.4;
    stroke(0.0, 0.0);
    EXPECT_EQ(*std::ranges::max_element(levels()), 102);
    stroke(0.0, 0.0);
    EXPECT_EQ(*std::ranges::max_element(levels()), 163);
    options.strength = 1.0;
    options.radius = 0.5;
    options.softness = 0.0;
    options.through = true;
    stroke(0.0, 0.0, true);
    EXPECT_TRUE(muscles.regions[0].painted.is_blank());
}

TEST_F(BrushTest, PaintsTheNearestVertexOfACoarseMesh) {
    options.radius = brush_radius_min;
    stroke(0.03, 0.03);
    EXPECT_GT(painted_count(levels()), 0);
}

TEST_F(BrushTest, BracketKeysChangeItsSize) {
    const double before = options.radius;
    EXPECT_TRUE(play({CharacterTyped{']'}}).empty());
    EXPECT_GT(options.radius, before);
    for (int press = 0; press < 50; ++press) {
        play({CharacterTyped{'['}});
    }
    EXPECT_EQ(options.radius, brush_radius_min);
    EXPECT_EQ(play({CharacterTyped{'x'}}).size(), 1u);
}

TEST_F(BrushTest, HintSaysWhatAPressDoes) {
    EXPECT_EQ(brush.hint(options, description), "");
    play({at(seen(0.0))});
    EXPECT_THAT(brush.hint(options, description), HasSubstr("a new region"));
    stroke(0.0, 0.0);
    EXPECT_THAT(brush.hint(options, description), HasSubstr("Region 1"));
}

TEST_F(BrushTest, PaintsNoNewLoadIfTheBodyHasAsManyAsItCanHave) {
    options.target = BrushTarget::load;
    description.loads.assign(body_loads_max, {{.kind = LoadKind::everywhere}});
    play({at(seen(0.0))});
    EXPECT_THAT(brush.hint(options, description), HasSubstr("at most 256 loads"));
    stroke(0.0, 0.0);
    EXPECT_EQ(description.loads.size(), body_loads_max);
    EXPECT_FALSE(brush.ended());
}

TEST_F(BrushTest, PaintsNoNewWeightIfTheSubspaceHasAsManyAsItCanHave) {
    options.target = BrushTarget::weight;
    description.painted_weights.assign(painted_weights_max, {});
    play({at(seen(0.0))});
    EXPECT_THAT(brush.hint(options, description), HasSubstr("at most 64 painted weights"));
    stroke(0.0, 0.0);
    EXPECT_EQ(description.painted_weights.size(), painted_weights_max);
    EXPECT_FALSE(brush.ended());
}

// A scene with more of them would not open again.
TEST_F(BrushTest, PaintsNoNewPartIfTheBodyHasAsManyAsItCanHave) {
    options.target = BrushTarget::material_part;
    description.material.parts.assign(material_parts_max - 1, {});
    stroke(0.0, 0.0);
    ASSERT_EQ(description.material.parts.size(), material_parts_max);
    options.region = -1;
    play({at(seen(0.0))});
    EXPECT_THAT(brush.hint(options, description), HasSubstr("at most 64 painted parts"));
    stroke(0.0, 0.0);
    EXPECT_EQ(description.material.parts.size(), material_parts_max);
    EXPECT_FALSE(brush.ended());
    options.region = 3;
    EXPECT_THAT(brush.hint(options, description), HasSubstr("Drag to paint")) << "those that are there";
}

TEST_F(BrushTest, EndsAStrokeIfItsRegionIsRemoved) {
    play({button(seen(0.0), true)});
    muscles.regions.clear();
    play({at(seen(0.1))});
    EXPECT_FALSE(brush.is_painting());
    EXPECT_TRUE(muscles.regions.empty());
}

} // namespace
} // namespace limber::app
