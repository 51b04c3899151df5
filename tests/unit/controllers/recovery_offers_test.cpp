// SPDX-License-Identifier: MIT
#include "app/controllers/recovery_offers.h"

#include "tests/support/scoped_environment.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <variant>

namespace limber::app {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

UnsavedDocument document_named(const std::string& title, std::chrono::seconds before_now) {
    UnsavedDocument document;
    document.title = title;
    document.time = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now()) - before_now;
    document.bytes = "{}";
    return document;
}

// Its destructor releases the lock, as the end of a process does.
RecoveryFile kept_in(const std::filesystem::path& folder, const UnsavedDocument& document) {
    auto created = RecoveryFile::create(folder);
    if (!created) {
        throw std::runtime_error(sentence(created.error()));
    }
    RecoveryFile file = std::move(created).value();
    if (const auto written = file.write(document); !written) {
        throw std::runtime_error(sentence(written.error()));
    }
    return file;
}

class RecoverySearches : public ::testing::Test {
protected:
    RecoverySearches() {
        environment.set("LIMBER_RECOVERY", folder.path().string().c_str());
    }
    // The messages after all searches that are due now.
    std::vector<std::string> offered() {
        Commands commands = offers.update();
        EXPECT_TRUE(offers.wait_until_idle(60s));
        append(commands, offers.update());
        std::vector<std::string> texts;
        for (const Command& command : commands) {
            if (const auto* shown = std::get_if<ShowMessage>(&command)) {
                texts.push_back(shown->message.text);
            }
        }
        return texts;
    }

    limber::testing::ScratchFolder folder;
    limber::testing::ScopedEnvironment environment;
    std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
    std::chrono::system_clock::time_point wall_time = std::chrono::system_clock::now();
    RecoveryOffers offers{[this] { return now; },
                          [this] {
                              return wall_time;
                          }};
};

TEST_F(RecoverySearches, FindTheFileOfAProcessThatEndsLater) {
    std::optional<RecoveryFile> of_killed = kept_in(folder.path(), document_named("Whale", 60s));
    offers.look();
    EXPECT_THAT(offered(), IsEmpty()) << "its process lives";
    of_killed.reset();
    EXPECT_THAT(offered(), IsEmpty()) << "the folder is not searched in each frame";
    now += 4s;
    EXPECT_THAT(offered(), ElementsAre(HasSubstr("Whale")));
    now += 10s;
    EXPECT_THAT(offered(), IsEmpty()) << "it is offered once";
}

TEST_F(RecoverySearches, FindTheFileOfASlowProcessInTheLastOne) {
    std::optional<RecoveryFile> of_killed = kept_in(folder.path(), document_named("Whale", 60s));
    offers.look();
    now += 4s;
    EXPECT_THAT(offered(), IsEmpty());
    of_killed.reset();
    now += 7s;
    EXPECT_THAT(offered(), ElementsAre(HasSubstr("Whale")));
}

TEST_F(RecoverySearches, DoNotOfferADismissedDocumentAgain) {
    kept_in(folder.path(), document_named("Whale", 60s));
    offers.look();
    const std::vector<std::string> texts = offered();
    ASSERT_THAT(texts, ElementsAre(HasSubstr("Whale")));
    EXPECT_TRUE(offers.dismissed(texts.front()).empty());
    now += 4s;
    EXPECT_THAT(offered(), IsEmpty());
}

TEST_F(RecoverySearches, OfferANewerDocumentBeforeTheOneThatIsShown) {
    kept_in(folder.path(), document_named("Whale", 600s));
    std::optional<RecoveryFile> of_killed = kept_in(folder.path(), document_named("Puppy", 60s));
    offers.look();
    ASSERT_THAT(offered(), ElementsAre(HasSubstr("Whale")));
    of_killed.reset();
    now += 4s;
    const std::vector<std::string> texts = offered();
    ASSERT_THAT(texts, ElementsAre(HasSubstr("Puppy")));
    const Commands next = offers.dismissed(texts.front());
    ASSERT_EQ(next.size(), 1U);
    EXPECT_THAT(std::get<ShowMessage>(next.front()).message.text, HasSubstr("Whale"));
}

TEST_F(RecoverySearches, CountTheAgeOfTheOfferAnew) {
    kept_in(folder.path(), document_named("Whale", 5s));
    offers.look();
    ASSERT_THAT(offered(), ElementsAre(HasSubstr("less than a minute ago")));
    EXPECT_THAT(offered(), IsEmpty()) << "the age is the same";
    wall_time += 130s;
    const std::vector<std::string> texts = offered();
    ASSERT_THAT(texts, ElementsAre(HasSubstr("2 minutes ago")));
    EXPECT_TRUE(offers.dismissed(texts.front()).empty());
    wall_time += 130s;
    EXPECT_THAT(offered(), IsEmpty()) << "it was dismissed";
}

TEST(RecoveryOffer, NamesTheSceneAndItsFile) {
    UnsavedDocument document;
    document.title = "Whale";
    document.path = "/scenes/my_whale.json";
    EXPECT_EQ(recovery_offer(document, 0, document.time + 300s),
              "Limber ended unexpectedly with unsaved changes of Whale (my_whale.json); last edit 5 minutes ago.");
    document.path.clear();
    EXPECT_EQ(
        recovery_offer(document, 2, document.time + 1s),
        "Limber ended unexpectedly with unsaved changes of Whale; last edit less than a minute ago. 2 older ones are "
        "offered next.");
}

} // namespace
} // namespace limber::app
