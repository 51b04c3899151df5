// SPDX-License-Identifier: MIT
#include "app/controllers/painting_controller.h"

#include "app/character/character.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <variant>

namespace limber::app {
namespace {

using ::testing::HasSubstr;

// A bar with a twin, and a brush as wide as the whole bar in front of it.
class Painting : public ::testing::Test {
protected:
    static constexpr int bar = 1;
    static constexpr int twin = 2; // of the same model
    static constexpr int model = 5;

    Painting() {
        character.mesh = testing::bar_mesh(2, 4, 2, Vec3(0.4, 1.0, 0.4));
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
        middle = *pixel_of(camera, {}, bounding_box(character.mesh.X).centre());
        scene.character = &character;
        scene.triangles = &triangles;
        scene.surface = [this] {
            return surface;
        };
        options.is_held = true;
        Document document;
        document.scene.instances.resize(2);
        document.scene.instances[0].id = bar;
        document.scene.instances[1].id = twin;
        for (CharacterInstance& instance : document.scene.instances) {
            instance.model = model;
            instance.controls.muscles.gait.waveforms.resize(2);
        }
        document.scene.models[model] = character.description;
        document.scene.environment = character.description.environment;
        editor.open(document, bar);
    }

    std::vector<InputEvent> take(const std::vector<InputEvent>& events) {
        auto [others, commands] = painting.take(events, options, {editor, scene, camera});
        carry_out(commands);
        return others;
    }
    void carry_out(const Commands& commands) {
        for (const Command& command : commands) {
            if (const auto* draft = std::get_if<EditCharacter>(&command)) {
                editor.apply(draft->draft);
            } else if (const auto* edit = std::get_if<EditDocument>(&command)) {
                editor.edit(edit->change);
            } else if (const auto* shown = std::get_if<ShowMessage>(&command)) {
                messages.push_back(shown->message.text);
            }
        }
    }
    bool is_painting() const {
        Activity activity;
        painting.add_to(activity);
        return activity.is_painting;
    }
    InputEvent button(bool down, bool control = false) const {
        return MouseButtonChanged{MouseButton::left, down, middle.x(), middle.y(), control, false, false};
    }
    void stroke(bool erases = false) {
        take({MouseMoved{middle.x(), middle.y()}, button(true, erases)});
        take({button(false, erases)});
    }
    void erase_all() {
        options.radius = 10.0;
        options.softness = 0.0;
        for (int i = 0; i < 3; ++i) {
            stroke(true);
        }
    }
    bool rebuilds_after(double seconds) {
        const Commands commands = painting.update(seconds, true);
        return !commands.empty() && std::holds_alternative<RebuildOutdated>(commands.front());
    }

    Character character;
    Triangles triangles;
    Points surface;
    OrbitCamera camera;
    Pixel middle = Pixel::Zero();
    Touchable scene;
    BrushOptions options;
    Editor editor;
    std::vector<std::string> messages;
    PaintingController painting;
};

TEST_F(Painting, EditsTheDocumentWithAStroke) {
    EXPECT_TRUE(take({button(true)}).empty());
    EXPECT_TRUE(is_painting());
    EXPECT_TRUE(take({button(false)}).empty());
    EXPECT_FALSE(is_painting());
    ASSERT_EQ(editor.description().muscles.regions.size(), 1u);
    EXPECT_EQ(options.region, 0);
    EXPECT_TRUE(editor.is_modified());
    EXPECT_TRUE(messages.empty());
}

TEST_F(Painting, LeavesTheDocumentAloneWithoutAStroke) {
    take({MouseMoved{middle.x(), middle.y()}});
    EXPECT_FALSE(editor.is_modified());
}

TEST_F(Painting, RebuildsTheMusclesOnceNoStrokeFollows) {
    EXPECT_FALSE(rebuilds_after(10.0)) << "nothing was painted";
    stroke();
    EXPECT_FALSE(rebuilds_after(0.5));
    stroke();
    EXPECT_FALSE(rebuilds_after(0.5));
    EXPECT_TRUE(painting.update(0.5, false).empty()) << "another scene is opening";
    EXPECT_TRUE(rebuilds_after(0.0));
    EXPECT_FALSE(rebuilds_after(10.0)) << "once";
}

TEST_F(Painting, RemovesARegionThatWasErased) {
    stroke();
    const auto muscles = editor.description().muscles.regions.front().modes;
    ASSERT_GT(muscles, 0);
    editor.edit([&](Document& document) {
        for (CharacterInstance& instance : document.scene.instances) {
            instance.controls.muscles.gait.waveforms.resize(static_cast<std::size_t>(muscles));
        }
    });
    erase_all();
    EXPECT_TRUE(editor.description().muscles.regions.empty());
    EXPECT_EQ(options.region, -1);
    EXPECT_TRUE(editor.controls().muscles.gait.waveforms.empty());
    EXPECT_TRUE(editor.scene().instance(twin)->controls.muscles.gait.waveforms.empty());
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_THAT(messages.front(), HasSubstr("Region 1 was erased completely"));
}

TEST_F(Painting, RemovesALoadThatWasErased) {
    options.target = BrushTarget::load;
    stroke();
    stroke();
    ASSERT_EQ(editor.description().loads.size(), 1u);
    erase_all();
    EXPECT_TRUE(editor.description().loads.empty());
    EXPECT_EQ(options.region, -1);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_THAT(messages.front(), HasSubstr("Load 1 was erased completely"));
    EXPECT_TRUE(rebuilds_after(1.0));
}

TEST_F(Painting, RemovesAWeightThatWasErased) {
    options.target = BrushTarget::weight;
    stroke();
    ASSERT_EQ(editor.description().painted_weights.size(), 1u);
    EXPECT_TRUE(has_painted_weights(editor.description()));
    erase_all();
    EXPECT_TRUE(editor.description().painted_weights.empty());
    EXPECT_FALSE(has_painted_weights(editor.description()));
    EXPECT_EQ(options.region, -1);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_THAT(messages.front(), HasSubstr("Weight 1 was erased completely"));
    EXPECT_TRUE(rebuilds_after(1.0));
}

TEST_F(Painting, MakesANewLoadBesideOneThatPaintDoesNotLimit) {
    options.target = BrushTarget::load;
    options.region = 0;
    editor.edit([](Document& document) {
        document.scene.models.at(model).loads = {{{.name = "Handles", .kind = LoadKind::handles}}};
    });
    stroke();
    ASSERT_EQ(editor.description().loads.size(), 2u);
    EXPECT_FALSE(editor.description().loads[0].painted.is_there());
    EXPECT_TRUE(editor.description().loads[1].painted.is_there());
    EXPECT_EQ(options.region, 1);
}

TEST_F(Painting, MakesAnErasedContactDensityEven) {
    options.target = BrushTarget::contact_density;
    EXPECT_TRUE(options.paints(BrushTarget::contact_density));
    stroke();
    EXPECT_TRUE(editor.description().contact.painted.is_there());
    const auto shown = [&] {
        return fields_shown(editor.description(), BrushTarget::contact_density, -1, &character).fields.at(0);
    };
    EXPECT_EQ(shown(), editor.description().contact.painted);
    erase_all();
    EXPECT_FALSE(editor.description().contact.painted.is_there());
    ASSERT_FALSE(messages.empty());
    EXPECT_THAT(messages.front(), HasSubstr("contact is uniform again"));
    EXPECT_EQ(shown().levels(), PaintLevels(character.boundary_vertices.size(), even_level));
}

TEST_F(Painting, PutsTheBrushDown) {
    take({button(true)});
    ViewOptions view;
    view.brush = options;
    const Commands commands = painting.deselect_brush();
    ASSERT_EQ(commands.size(), 1u);
    std::get<EditView>(commands.front()).change(view);
    EXPECT_FALSE(view.brush.is_held);
    EXPECT_EQ(view.brush.region, -1);
    EXPECT_FALSE(is_painting());
    EXPECT_EQ(take({button(false)}).size(), 1u);
}

} // namespace
} // namespace limber::app
