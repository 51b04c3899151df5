// SPDX-License-Identifier: MIT
#include "app/platform_paths/recovery.h"
#include "engine/core/file_bytes.h"
#include "tests/support/driven_session.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

// Recovery of the unsaved changes of several windows that ended unexpectedly.
namespace limber::app {
namespace {

using limber::testing::DrivenSession;

class RecoveryOfScenes : public ::testing::Test {
protected:
    RecoveryOfScenes() {
        environment.set("LIMBER_RECOVERY", folder.path().string().c_str());
        const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
        for (const int minutes : {30, 20, 10}) {
            const std::string title = "Bar of " + std::to_string(minutes) + " minutes";
            keep(folder / (title + ".json"), title, now - std::chrono::minutes(minutes));
        }
    }

    // As a window that ended unexpectedly left it. `path`: of the document; empty: it was in no file.
    void keep(const std::filesystem::path& path, const std::string& title, std::chrono::sys_seconds time) {
        auto created = RecoveryFile::create(folder.path());
        ASSERT_TRUE(created);
        RecoveryFile file = std::move(created).value();
        std::string bytes = file_bytes(scene).value();
        bytes.insert(bytes.find('{') + 1, R"("camera": {"eye": [0, 3, 14], "target": [0, 3, 0]}, )");
        ASSERT_TRUE(file.write({path, title, time, bytes}));
        std::filesystem::last_write_time(
            file.path(), std::filesystem::file_time_type::clock::now() -
                             (std::chrono::system_clock::now() - std::chrono::system_clock::time_point(time)));
    }
    std::set<std::filesystem::path> recovery_files() const {
        std::set<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            if (entry.path().extension() == ".recovery") {
                files.insert(entry.path());
            }
        }
        return files;
    }
    // Where the camera of a saved document is.
    static Vec3 eye_in(const std::filesystem::path& file) {
        const std::string bytes = file_bytes(file).value();
        std::string numbers = bytes.substr(bytes.find('[', bytes.find("\"eye\"")) + 1);
        std::ranges::replace(numbers, ',', ' ');
        std::istringstream stream(numbers);
        Vec3 eye = Vec3::Zero();
        stream >> eye.x() >> eye.y() >> eye.z();
        return eye;
    }
    static const Message* offer_in(const ApplicationSession& session) {
        const auto& messages = *session.ui_state().messages;
        const auto found = std::ranges::find(messages, Message::Offer::recover, &Message::offer);
        return found == messages.end() ? nullptr : &*found;
    }
    static bool offers(const ApplicationSession& session, const std::string& words) {
        const Message* offer = offer_in(session);
        return offer && offer->text.find(words) != std::string::npos;
    }
    // As the button of the message does.
    static void recover_offered(ApplicationSession& session) {
        const Message offer = *offer_in(session);
        session.carry_out(RecoverDocument{offer.file});
        session.carry_out(DismissMessage{offer.text});
    }

    limber::testing::ScratchFolder folder;
    std::filesystem::path scene = limber::testing::write_small_scene(folder);
    limber::testing::ScopedEnvironment environment;
};

TEST_F(RecoveryOfScenes, AreOfferedOneAfterAnotherTheNewestFirst) {
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offers(session, "10 minutes ago"); }));
    EXPECT_TRUE(offers(session, "2 older ones"));
    session.carry_out(DismissMessage{offer_in(session)->text});
    EXPECT_TRUE(offers(session, "20 minutes ago"));
    recover_offered(session);
    ASSERT_TRUE(driven.frames_until([&] { return session.feature<FilesController>().name() == "Bar of 20 minutes"; }));
    EXPECT_TRUE(session.editor().is_modified());
    EXPECT_EQ(session.feature<FilesController>().path(), folder / "Bar of 20 minutes.json");
    EXPECT_TRUE(offers(session, "30 minutes ago"));
    session.carry_out(DismissMessage{offer_in(session)->text});
    EXPECT_EQ(offer_in(session), nullptr);
    session.finish(false);
    EXPECT_EQ(recovery_files().size(), 2u) << "what was dismissed stays for the next window";
}

TEST_F(RecoveryOfScenes, StartDialogsBesideTheirFile) {
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offer_in(session) != nullptr; }));
    recover_offered(session);
    ASSERT_TRUE(driven.frames_until([&] { return session.feature<FilesController>().name() == "Bar of 10 minutes"; }));
    EXPECT_EQ(session.feature<FilesController>().start_of_dialog({FilePurpose::save, "new.json"}, session.state()),
              folder / "new.json");
    EXPECT_EQ(session.feature<FilesController>().start_of_dialog({FilePurpose::save_recording, "new.recording.json"},
                                                                 session.state()),
              folder / "new-1.recording.json");
}

TEST_F(RecoveryOfScenes, StartDialogsBesideTheMeshIfTheyAreInNoFile) {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    keep({}, "Nameless", now - std::chrono::minutes(1));
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offer_in(session) != nullptr; }));
    recover_offered(session);
    ASSERT_TRUE(driven.frames_until([&] { return session.feature<FilesController>().name() == "Nameless"; }));
    EXPECT_EQ(session.feature<FilesController>().start_of_dialog({FilePurpose::save, "new.json"}, session.state()),
              folder / "new.json");
}

TEST_F(RecoveryOfScenes, StayOfferedUntilTheyAreAnswered) {
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offer_in(session) != nullptr; }));
    for (const char* text : {"One.", "Two.", "Three.", "Four."}) {
        session.carry_out(ShowMessage{{Message::Kind::warning, text}});
    }
    EXPECT_TRUE(offers(session, "10 minutes ago"));
}

TEST_F(RecoveryOfScenes, AreOfferedAgainIfAnotherSceneStaysOpen) {
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offer_in(session) != nullptr; }));
    session.carry_out(EditDocument{[](Document& document) {
        document.exaggeration = 2.0;
    }});
    recover_offered(session);
    EXPECT_EQ(offer_in(session), nullptr);
    ASSERT_TRUE(
        driven.frames_until([&] { return !session.feature<FilesController>().question(session.state()).empty(); }));
    session.carry_out(AnswerUnsaved{UnsavedAnswer::cancel});
    EXPECT_TRUE(offers(session, "10 minutes ago"));
}

// A second crash at once loses nothing, the view of the recovered scene included.
TEST_F(RecoveryOfScenes, AreKeptForRecoveryWithTheirOwnCamera) {
    DrivenSession driven(scene);
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.frames_until([&] { return offer_in(session) != nullptr; }));
    const auto before = recovery_files();
    recover_offered(session);
    // The file of the window that ended makes way for one of this window.
    ASSERT_TRUE(driven.frames_until([&] {
        const auto now = recovery_files();
        return now.size() == before.size() && now != before;
    }));
    const auto now = recovery_files();
    const auto own = std::ranges::find_if(now, [&](const auto& file) { return !before.contains(file); });
    ASSERT_NE(own, now.end());
    EXPECT_NEAR((eye_in(*own) - Vec3(0, 3, 14)).norm(), 0.0, 1e-6);
}

} // namespace
} // namespace limber::app
