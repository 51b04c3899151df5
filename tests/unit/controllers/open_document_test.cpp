// SPDX-License-Identifier: MIT
#include "app/controllers/autosave.h"
#include "app/controllers/open_document.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

namespace limber::app {
using testing::ScratchFolder;
namespace {

const ReplacingRequest quit = CloseWindow{};

TEST(OpenDocument, CarriesOutARequestWithoutUnsavedChanges) {
    OpenDocument document;
    EXPECT_EQ(document.request(quit, false), quit);
    EXPECT_FALSE(document.is_asking());
}

TEST(OpenDocument, AsksBeforeUnsavedChangesAreLost) {
    OpenDocument document;
    EXPECT_EQ(document.request(OpenScene{"b.json"}, true), std::nullopt);
    EXPECT_TRUE(document.is_asking());
    const auto next = document.answer(UnsavedAnswer::discard);
    EXPECT_FALSE(next.saves);
    EXPECT_EQ(next.request, ReplacingRequest(OpenScene{"b.json"}));
    EXPECT_FALSE(document.is_asking());
}

TEST(OpenDocument, NamesWhatWouldBeLost) {
    OpenDocument document;
    document.request(quit, true);
    EXPECT_EQ(document.question("Whale", {true, false}),
              "Whale has unsaved changes. Save them before the window closes?");
    EXPECT_EQ(document.question("Whale", {false, true}),
              "A gait search of Whale is running. Save it before the window closes?");
}

TEST(OpenDocument, CancelKeepsTheDocument) {
    OpenDocument document;
    document.request(quit, true);
    const auto next = document.answer(UnsavedAnswer::cancel);
    EXPECT_FALSE(next.saves);
    EXPECT_EQ(next.request, std::nullopt);
    EXPECT_FALSE(document.is_asking());
}

TEST(OpenDocument, SavesBeforeTheRequestIsCarriedOut) {
    OpenDocument document;
    document.request(quit, true);
    EXPECT_TRUE(document.answer(UnsavedAnswer::save).saves);
    EXPECT_FALSE(document.is_asking());
    document.saving("a.json");
    EXPECT_FALSE(document.is_asking());
    EXPECT_EQ(document.saved("a.json", false), quit);
    EXPECT_EQ(document.path(), "a.json");
}

TEST(OpenDocument, AsksAgainWhenItWasEditedWhileItWasSaved) {
    OpenDocument document;
    document.request(quit, true);
    document.answer(UnsavedAnswer::save);
    document.saving("a.json");
    EXPECT_EQ(document.saved("a.json", true), std::nullopt);
    EXPECT_TRUE(document.is_asking());
}

TEST(OpenDocument, DropsTheRequestWhenSavingFails) {
    OpenDocument document;
    document.request(quit, true);
    document.answer(UnsavedAnswer::save);
    document.saving("a.json");
    document.save_failed();
    EXPECT_FALSE(document.is_asking());
    EXPECT_TRUE(document.path().empty()) << "the next save asks again";
}

TEST(OpenDocument, SavesToThePathThatWasChosenLast) {
    OpenDocument document;
    document.opened("/home/me/a.json", true);
    document.saving("/home/me/b.json");
    EXPECT_EQ(document.path(), "/home/me/b.json") << "also before it is written";
    document.saving("/home/me/c.json");
    document.saved("/home/me/b.json", false);
    EXPECT_EQ(document.path(), "/home/me/c.json");
    document.save_failed();
    EXPECT_EQ(document.path(), "/home/me/b.json") << "c could not be written";
}

TEST(OpenDocument, CarriesOutTheRequestThatCameDuringASave) {
    OpenDocument document;
    document.saving("a.json");
    EXPECT_EQ(document.request(quit, true), std::nullopt);
    EXPECT_EQ(document.saved("a.json", false), quit);
}

TEST(OpenDocument, GivesEachDocumentItsNumber) {
    OpenDocument document;
    const auto before = document.number();
    document.opened("b.json", true);
    EXPECT_NE(document.number(), before) << "so that a write of the document before changes nothing";
}

TEST(OpenDocument, SavesInPlaceOnlyToTheUsersOwnScene) {
    OpenDocument document;
    document.opened("/home/me/scene.json", true);
    EXPECT_EQ(document.path(), "/home/me/scene.json");
    document.opened("creature:whale", false);
    EXPECT_TRUE(document.path().empty());
}

Autosave::Serialize text(const std::string& bytes) {
    return [bytes](const std::filesystem::path&) {
        return UnsavedDocument{.path = {}, .title = "Bar", .time = {}, .bytes = bytes};
    };
}

TEST(Autosave, LeavesTheNewestRevisionOfAWindowThatEnds) {
    const ScratchFolder folder;
    {
        Autosave autosave(folder.path());
        autosave.update(1, true, 0.1, [] { return text("one"); });
        autosave.update(2, true, 0.1, [] { return text("two"); }); // too soon
        autosave.update(3, true, Autosave::interval, [] { return text("three"); });
        EXPECT_EQ(autosave.write_now(text("four")), std::nullopt);
    }
    const auto found = recoverable_documents(folder.path());
    ASSERT_EQ(found.documents.size(), 1u);
    EXPECT_EQ(found.documents.front().document.bytes, "four");
}

TEST(Autosave, LeavesNothingOfSavedChanges) {
    const ScratchFolder folder;
    {
        Autosave autosave(folder.path());
        autosave.update(1, true, 0.1, [] { return text("one"); });
        autosave.update(1, false, 0.1, [] { return text("one"); });
    }
    EXPECT_TRUE(recoverable_documents(folder.path()).documents.empty());
}

TEST(Autosave, ReportsAFailureOnce) {
    const ScratchFolder folder;
    Autosave autosave("/proc/no/such/folder");
    autosave.update(1, true, 0.1, [] { return text("one"); });
    EXPECT_NE(autosave.write_now(text("two")), std::nullopt);
}

} // namespace
} // namespace limber::app
