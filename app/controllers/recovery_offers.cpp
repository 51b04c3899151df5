// SPDX-License-Identifier: MIT
#include "app/controllers/recovery_offers.h"

#include "engine/core/file_bytes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

// After the first search. A large process takes seconds to end.
constexpr std::array later_searches{std::chrono::seconds(3), std::chrono::seconds(10)};

std::string counted(long long count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::filesystem::path scene_beside(std::filesystem::path recovery_file) {
    return recovery_file.replace_extension(".json");
}

// The clock may have been set back since.
std::string age(std::chrono::seconds since) {
    const long long seconds = since.count();
    if (seconds < 60) {
        return "less than a minute";
    }
    if (seconds < 3600) {
        return counted(seconds / 60, "minute");
    }
    return seconds < 86400 ? counted(seconds / 3600, "hour") : counted(seconds / 86400, "day");
}

} // namespace

std::string recovery_offer(const UnsavedDocument& document, std::size_t older, std::chrono::sys_seconds now) {
    const std::string others = older == 0   ? ""
                               : older == 1 ? " An older one is offered next."
                                            : " " + std::to_string(older) + " older ones are offered next.";
    const std::string file = document.path.empty() ? "" : " (" + document.path.filename().string() + ")";
    return "Limber ended unexpectedly with unsaved changes of " + document.title + file + "; last edit " +
           age(now - document.time) + " ago." + others;
}

void RecoveryOffers::look() {
    search();
    due_.clear();
    for (const std::chrono::seconds later : later_searches) {
        due_.push_back(clock_() + later);
    }
}

void RecoveryOffers::search() {
    if (const auto folder = recovery_folder()) {
        searches_.submit([folder = *folder] { return recoverable_documents(folder); });
    }
}

void RecoveryOffers::search_again_when_due() {
    if (!due_.empty() && clock_() >= due_.front()) {
        due_.erase(due_.begin());
        search();
    }
}

// Each file is offered once, and each note is shown once.
Commands RecoveryOffers::take(RecoverableDocuments found) {
    Commands commands;
    for (const std::string& note : found.notes) {
        if (notes_.insert(note).second) {
            commands.emplace_back(ShowMessage{{Message::Kind::warning, note}});
        }
    }
    std::erase_if(found.documents, [this](const RecoverableDocument& it) { return !found_.insert(it.file).second; });
    if (found.documents.empty()) {
        return commands;
    }
    std::ranges::move(found.documents, std::back_inserter(documents_));
    std::ranges::stable_sort(documents_, std::greater{},
                             [](const RecoverableDocument& it) { return it.document.time; });
    if (!accepted_) { // otherwise the next offer follows when it is open
        commands.emplace_back(RemoveMessages{Message::Topic::recovery});
        append(commands, offer_next());
    }
    return commands;
}

Commands RecoveryOffers::update() {
    search_again_when_due();
    Commands commands = renew_age();
    if (auto found = searches_.poll(); found && *found) {
        append(commands, take(std::move(*found).value()));
    }
    if (const auto written = writes_.poll()) {
        if (*written) {
            commands.emplace_back(ConfirmAndOpenScene{written->value(), accepted_ ? accepted_->document.title : ""});
        } else {
            commands.emplace_back(ShowMessage{{Message::Kind::error, sentence(written->error()) + "."}});
            append(commands, not_opened());
        }
    }
    return commands;
}

void RecoveryOffers::accept(const std::filesystem::path& file) {
    const auto found = std::ranges::find(documents_, file, &RecoverableDocument::file);
    if (found == documents_.end() || accepted_) {
        return;
    }
    accepted_ = std::move(*found);
    documents_.erase(found);
    shown_.clear();
    writes_.submit([file, bytes = accepted_->document.bytes]() -> Result<std::filesystem::path> {
        const std::filesystem::path scene = scene_beside(file);
        if (const auto written = write_file(scene, bytes); !written) {
            return written.error();
        }
        return scene;
    });
}

Commands RecoveryOffers::dismissed(const std::string& text) {
    if (shown_.empty() || text != shown_) {
        return {};
    }
    documents_.erase(documents_.begin());
    return offer_next();
}

const RecoverableDocument* RecoveryOffers::opening(const std::filesystem::path& scene) const {
    return accepted_ && scene == scene_beside(accepted_->file) ? &*accepted_ : nullptr;
}

RecoverableDocument RecoveryOffers::opened(Commands& commands) {
    RecoverableDocument recovered = std::move(*std::exchange(accepted_, std::nullopt));
    std::error_code ignored;
    std::filesystem::remove(scene_beside(recovered.file), ignored);
    append(commands, offer_next());
    return recovered;
}

Commands RecoveryOffers::not_opened() {
    if (!accepted_) {
        return {};
    }
    std::error_code ignored;
    std::filesystem::remove(scene_beside(accepted_->file), ignored);
    documents_.insert(documents_.begin(), *std::exchange(accepted_, std::nullopt));
    return offer_next();
}

Commands RecoveryOffers::offer_next() {
    if (documents_.empty()) {
        shown_.clear();
        return {};
    }
    shown_ = text_of_next();
    return {ShowMessage{
        {Message::Kind::notice, shown_, Message::Topic::recovery, Message::Offer::recover, documents_.front().file}}};
}

std::string RecoveryOffers::text_of_next() const {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(wall_clock_());
    return recovery_offer(documents_.front().document, documents_.size() - 1, now);
}

// An offer stays until it is answered, and its document grows older meanwhile.
Commands RecoveryOffers::renew_age() {
    if (shown_.empty() || documents_.empty() || text_of_next() == shown_) {
        return {};
    }
    Commands commands{RemoveMessages{Message::Topic::recovery}};
    append(commands, offer_next());
    return commands;
}

} // namespace limber::app
