// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/jobs/background_queue.h"
#include "app/platform_paths/recovery.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Offers the unsaved changes of windows that ended unexpectedly, one after another, the newest first, and opens those
/// that the user wants.
namespace limber::app {

class RecoveryOffers {
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;

    using WallClock = std::function<std::chrono::system_clock::time_point()>;

    explicit RecoveryOffers(Clock clock = std::chrono::steady_clock::now,
                            WallClock wall_clock = std::chrono::system_clock::now)
        : clock_(std::move(clock)), wall_clock_(std::move(wall_clock)) {}

    /// Searches the recovery folder in the background, and twice more in the first ten seconds: the file of a window
    /// that was killed is locked until the system has ended its process.
    void look();
    /// Once a frame: shows the first offer when a search has found one, keeps the age in it right, and opens a document
    /// that was accepted.
    Commands update();
    /// Writes the document of that file to a scene file beside it, which is then opened like any other.
    void accept(const std::filesystem::path& file);
    /// The message of that text was dismissed. If it was the offer, the next one is shown; the file stays, and the next
    /// window offers it again.
    Commands dismissed(const std::string& text);

    /// The accepted document that is being opened from this scene file; null: it is another scene.
    const RecoverableDocument* opening(const std::filesystem::path& scene) const;
    /// The accepted document is open: returns it and shows the next offer.
    RecoverableDocument opened(Commands& commands);
    /// The accepted document was not opened: offers it again.
    Commands not_opened();

    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return searches_.wait_for(timeout) && writes_.wait_for(timeout);
    }

private:
    void search();
    void search_again_when_due();
    Commands take(RecoverableDocuments found);
    Commands offer_next();
    Commands renew_age();
    std::string text_of_next() const;

    Clock clock_;
    WallClock wall_clock_;                                   // of the ages
    std::vector<std::chrono::steady_clock::time_point> due_; // the later searches, the next one first
    std::set<std::filesystem::path> found_;                  // by any search, answered or not
    std::set<std::string> notes_;                            // that were shown
    BackgroundQueue<RecoverableDocuments> searches_;
    BackgroundQueue<std::filesystem::path> writes_;
    std::vector<RecoverableDocument> documents_; // not answered yet, the newest first
    std::optional<RecoverableDocument> accepted_;
    std::string shown_; // the text of the offer; empty: none
};

/// "Limber ended unexpectedly with unsaved changes of Whale (whale.json); last edit 5 minutes ago. 2 older ones are
/// offered next."
std::string recovery_offer(const UnsavedDocument& document, std::size_t older, std::chrono::sys_seconds now);

} // namespace limber::app
