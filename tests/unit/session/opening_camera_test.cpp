// SPDX-License-Identifier: MIT
#include "app/controllers/files_controller.h"
#include "app/creatures/sea.h"
#include "app/interaction/scene_bounds.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

// The camera of a scene is made for the usual size of the window. A window of another size shows the same bodies.
namespace limber::app {
namespace {

class OpeningCamera : public ::testing::Test {
protected:
    // A bar in the place of each swimmer of the sea, seen by the camera of the sea.
    std::filesystem::path write_sea_of_bars() const {
        const CameraPose camera;
        std::ostringstream text;
        text << R"({"format": "limber-scene", "version": 2, "name": "Bars", "characters": [)";
        for (const Swimmer& swimmer : swimmers()) {
            text << (&swimmer == &swimmers().front() ? "" : ", ") << R"({"scene": "bar.json", "at": [)"
                 << swimmer.at.x() << ", " << swimmer.at.y() << ", " << swimmer.at.z() << R"(], "heading": )"
                 << swimmer.heading << "}";
        }
        text << R"(], "camera": {"eye": [)" << camera.eye.x() << ", " << camera.eye.y() << ", " << camera.eye.z()
             << R"(], "target": [)" << camera.target.x() << ", " << camera.target.y() << ", " << camera.target.z()
             << R"(], "up": [0, 1, 0], "field_of_view": )" << camera.field_of_view << "}}";
        limber::testing::write_bytes(folder / "sea.json", text.str());
        return folder / "sea.json";
    }

    // How many bodies are whole in the picture.
    std::size_t count_shown() const {
        std::size_t count = 0;
        for (const CharacterInstance& instance : session.editor().scene().instances) {
            const CharacterPtr& model = session.state().models.at(instance.model);
            const BoundingBox box = starting_box(*model, instance.controls);
            count += shows(session.state().camera.now(), session.viewport().layout.dynamics, box) ? 1U : 0U;
        }
        return count;
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(OpeningCamera, ShowsTheSeaInAWindowThatWasResizedBefore) {
    const std::filesystem::path sea = write_sea_of_bars();
    const std::size_t all = swimmers().size();
    for (const auto& [width, height] :
         {std::pair(1280, 720), std::pair(640, 900), std::pair(460, 380), std::pair(1280, 1000), std::pair(900, 400)}) {
        driven.resize(width, height);
        session.carry_out(OpenFile{sea});
        ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && session.shown().all.size() == all; }));
        EXPECT_EQ(count_shown(), all) << width << " x " << height;
        session.carry_out(OpenFile{folder / "bar.json"});
        ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && session.shown().all.size() == 1; }));
    }
}

TEST_F(OpeningCamera, ShowsTheSeaInAWindowThatIsResizedWhileItOpens) {
    session.carry_out(OpenFile{write_sea_of_bars()});
    driven.resize(640, 900);
    ASSERT_TRUE(
        driven.frames_until([&] { return driven.is_settled() && session.shown().all.size() == swimmers().size(); }));
    EXPECT_EQ(count_shown(), swimmers().size());
}

// The views of a comparison end with its scene, and the camera of the next one is that of a scene opened at first.
TEST_F(OpeningCamera, IsThatOfTheNewSceneAfterAComparison) {
    limber::testing::write_bytes(folder / "tall.json",
                                 R"({"format": "limber-scene", "version": 2, "name": "Tall", "characters": [
          {"scene": "bar.json", "at": [0, 0, 0]}, {"scene": "bar.json", "at": [0, 1.5, 0]}],
          "camera": {"eye": [0, 1, 14], "target": [0, 1, 0], "up": [0, 1, 0], "field_of_view": 36}})");
    const auto opens = [&](const char* name) {
        session.carry_out(OpenFile{folder / name});
        for (int frame = 0; frame < 3; ++frame) {
            driven.resize(1280, 720, {.rig_only = false, .compared = session.view().compared});
            driven.frame();
        }
        return driven.frames_until([&] {
            driven.resize(1280, 720, {.rig_only = false, .compared = session.view().compared});
            return driven.is_settled();
        });
    };
    for (const char* name : {"bar.json", "tall.json"}) {
        ASSERT_TRUE(opens("bar.json"));
        ASSERT_TRUE(opens(name));
        const OrbitCamera alone = session.state().camera.now();
        ASSERT_TRUE(opens("bar.json"));
        session.carry_out(EditDocument{[id = session.editor().selected()](Document& document) {
            document.scene.instance(id)->compared = {{"skinning", 3}, {"full", 1}};
        }});
        const auto is_split = [&] {
            driven.resize(1280, 720, {.rig_only = false, .compared = session.view().compared});
            return session.viewport().layout.compared.size() == 2;
        };
        ASSERT_TRUE(driven.frames_until(is_split));
        session.carry_out(OpenFile{folder / name});
        ASSERT_TRUE(
            driven.frames_until([&] { return !session.feature<FilesController>().question(session.state()).empty(); }));
        session.carry_out(AnswerUnsaved{UnsavedAnswer::discard});
        ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
        for (int frame = 0; frame < 90; ++frame) {
            driven.resize(1280, 720, {.rig_only = false, .compared = session.view().compared});
            driven.frame();
        }
        EXPECT_TRUE(session.viewport().layout.compared.empty());
        EXPECT_NEAR(session.state().camera.now().distance, alone.distance, 1e-6 * alone.distance) << name;
        EXPECT_LT((session.state().camera.now().target - alone.target).norm(), 1e-6) << name;
    }
}

} // namespace
} // namespace limber::app
