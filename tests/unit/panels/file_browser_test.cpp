// SPDX-License-Identifier: MIT
#include "app/panels/file_browser.h"
#include "app/panels/widget_places.h"
#include "engine/core/file_bytes.h"
#include "tests/support/eventually.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

using limber::testing::eventually;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class DrawnFileBrowser : public ::testing::Test {
protected:
    // Draws a frame and returns its text. The log ends with the dialog.
    std::string text_of_frame() {
        const fs::path log = logs / "frame.txt";
        fs::remove(log);
        ImGui::NewFrame();
        ImGui::LogToFile(-1, log.c_str());
        static_cast<void>(browser.draw(recent, 1.0, 1280, 720));
        ImGui::LogFinish();
        ImGui::EndFrame();
        const auto text = file_bytes(log);
        return text ? text.value() : "";
    }
    // The text once the folder has been read.
    std::string text_for(FilePurpose purpose, const fs::path& start, const std::string& awaited) {
        browser.show(purpose, start);
        std::string text;
        EXPECT_TRUE(eventually([&] { return (text = text_of_frame()).find(awaited) != std::string::npos; }))
            << "'" << awaited << "' is missing in: " << text;
        return text;
    }

    void click(const char* place) {
        text_of_frame();
        const ViewArea target = widget_places_in_popups().at(place);
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = ImVec2(static_cast<float>(target.centre().x()), static_cast<float>(target.centre().y()));
        for (const bool is_down : {false, false, true, true, false, false}) {
            io.MouseDown[0] = is_down;
            text_of_frame();
        }
        io.MousePos = ImVec2(0.0F, 0.0F); // a tooltip would end the text
    }

    // The text once Enter has been pressed and the awaited words are in it.
    std::string text_after_enter(const std::string& awaited) {
        ImGui::GetIO().KeysDown[ImGuiKey_Enter] = false;
        EXPECT_TRUE(eventually([&] {
            text_of_frame();
            return !browser.is_about_to_be_typed_in();
        }));
        ImGui::GetIO().KeysDown[ImGuiKey_Enter] = true;
        text_of_frame();
        ImGui::GetIO().KeysDown[ImGuiKey_Enter] = false;
        std::string text;
        EXPECT_TRUE(eventually([&] { return (text = text_of_frame()).find(awaited) != std::string::npos; }))
            << "'" << awaited << "' is missing in: " << text;
        return text;
    }

    limber::testing::ScratchFolder folder;
    limber::testing::ScratchFolder logs;
    limber::testing::ImGuiFrames frames{1280, 720};
    FileBrowser browser;
    std::vector<fs::path> recent; // files
};

TEST_F(DrawnFileBrowser, SaysThatNothingIsSavedYet) {
    std::ofstream(folder / "bar.mesh") << "a mesh, which no scene replaces";
    const std::string scene =
        text_for(FilePurpose::save, folder / "scene.json", "No scene is saved in this folder yet.");
    EXPECT_THAT(scene, AllOf(HasSubstr("Save"), HasSubstr("Cancel")));
    EXPECT_THAT(scene, AllOf(Not(HasSubstr("Open")), Not(HasSubstr("open")), Not(HasSubstr("Close")),
                             Not(HasSubstr("bar.mesh")), Not(HasSubstr("Recent"))));
    text_for(FilePurpose::save_recording, folder / "a.recording.json", "No recording is saved in this folder yet.");
    text_for(FilePurpose::export_motion, folder / "a.glb", "No motion is exported to this folder yet.");
    text_for(FilePurpose::seen_motion, folder / "a.npy", "No motion is saved in this folder yet.");
    EXPECT_THAT(text_for(FilePurpose::open, folder.path(), "bar.mesh"), HasSubstr("Open"));
}

TEST_F(DrawnFileBrowser, OffersOfTheRecentFilesThoseThatItCanTake) {
    std::ofstream(folder / "bar.npy") << "an array";
    std::ofstream(folder / "bar.bvh") << "a motion capture";
    std::ofstream(folder / "bar.json") << "{}";
    recent = {"/scenes/fish.json", "/characters/fox.glb"};
    for (const FilePurpose purpose : {FilePurpose::open, FilePurpose::add}) {
        EXPECT_THAT(text_for(purpose, folder.path(), "bar.json"), AllOf(HasSubstr("fish.json"), HasSubstr("fox.glb")));
    }
    for (const FilePurpose purpose : {FilePurpose::clip, FilePurpose::rig}) {
        EXPECT_THAT(text_for(purpose, folder.path(), "bar.json"),
                    AllOf(Not(HasSubstr("fish.json")), HasSubstr("fox.glb")));
    }
    for (const FilePurpose purpose :
         {FilePurpose::motion, FilePurpose::weights, FilePurpose::paint, FilePurpose::loads, FilePurpose::gait}) {
        EXPECT_THAT(text_for(purpose, folder.path(), "bar."),
                    AllOf(Not(HasSubstr("fish.json")), Not(HasSubstr("fox.glb")), Not(HasSubstr("Recent"))));
    }
}

TEST_F(DrawnFileBrowser, SaysThatThereIsNothingToOpen) {
    EXPECT_THAT(text_for(FilePurpose::open, folder.path(), "There is nothing to open here."), HasSubstr("Open"));
}

TEST_F(DrawnFileBrowser, OffersTheKindOfMorphTargets) {
    const std::string glb = text_for(FilePurpose::export_motion, folder / "a.glb", "the smaller file");
    EXPECT_THAT(glb, AllOf(HasSubstr("Morph targets"), Not(HasSubstr("at most 64 joints"))));
    EXPECT_EQ(browser.export_to(folder / "a.glb").morphs, MorphEncoding::smaller);
    EXPECT_THAT(glb, HasSubstr("within 1e-06 of the size"));
    EXPECT_EQ(browser.export_to(folder / "a.glb").tolerance, 1e-6);
}

TEST_F(DrawnFileBrowser, ListsTheScenesThatASaveMayReplace) {
    std::ofstream(folder / "walk.json") << "{}";
    EXPECT_THAT(text_for(FilePurpose::save, folder / "scene.json", "walk.json"),
                Not(HasSubstr("No scene is saved in this folder yet.")));
}

TEST_F(DrawnFileBrowser, RefusesAFileOfTheCharacterAtOnce) {
    std::ofstream(folder / "fox.glb") << "a character";
    browser.keep({folder / "fox.glb"});
    text_for(FilePurpose::export_motion, folder / "fox.glb", "fox.glb");
    EXPECT_THAT(text_after_enter("would be lost"), Not(HasSubstr("Replace")));
}

TEST_F(DrawnFileBrowser, ChoosesALoopForOneScene) {
    browser.set_scene(folder / "fox.glb");
    text_for(FilePurpose::export_motion, folder / "a.glb", "No motion is exported to this folder yet.");
    browser.set_motion(100, 2.0);
    browser.set_loop(1.5);
    click("One loop");
    ASSERT_TRUE(browser.export_to(folder / "a.glb").loop);
    EXPECT_THAT(text_of_frame(), HasSubstr("no loop yet"));
    browser.set_scene(folder / "fox.glb");
    EXPECT_TRUE(browser.export_to(folder / "a.glb").loop);
    browser.set_scene(folder / "other.glb");
    EXPECT_FALSE(browser.export_to(folder / "a.glb").loop);
}

TEST_F(DrawnFileBrowser, AsksAgainWhenItsOptionsChange) {
    std::ofstream(folder / "fox.glb") << "a motion";
    text_for(FilePurpose::export_motion, folder / "fox.glb", "fox.glb");
    EXPECT_THAT(text_after_enter("already exists"), HasSubstr("Replace"));
    click("One loop");
    EXPECT_THAT(text_of_frame(),
                AllOf(HasSubstr("Export"), Not(HasSubstr("already exists")), Not(HasSubstr("Replace"))));
}

TEST_F(DrawnFileBrowser, RefusesANameWithAWholeSentence) {
    text_for(FilePurpose::export_motion, folder / "fox.xyz", "No motion is exported to this folder yet.");
    text_after_enter(".mp4, .png.");
}

} // namespace
} // namespace limber::app
