// SPDX-License-Identifier: MIT
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

} // namespace
} // namespace limber::app
