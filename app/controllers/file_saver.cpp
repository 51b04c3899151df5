// SPDX-License-Identifier: MIT
#include "app/controllers/file_saver.h"

#include "app/controllers/file_listing.h"
#include "app/document/file_stem.h"
#include "app/jobs/catch_exceptions.h"
#include "app/recording/failures.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace limber::app {
namespace {

std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& ending) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::filesystem::path path = folder / (stem + "-" + std::to_string(number) + ending);
        if (!std::filesystem::exists(path, ignored)) {
            return path;
        }
    }
}

// Returns the path unchanged if the working folder was deleted.
std::filesystem::path whole_path(const std::filesystem::path& path) {
    std::error_code trouble;
    const auto whole = std::filesystem::absolute(path, trouble).lexically_normal();
    return trouble ? path : whole;
}

Message message_about(const Result<Done>& written, const std::filesystem::path& path) {
    if (!written) {
        return {Message::Kind::error, sentence(written.error()) + ".", Message::Topic::saving};
    }
    return {Message::Kind::notice, "Saved " + path.string() + ".", Message::Topic::saving};
}

// An exception counts as a failed write, so that the document is not marked as saved.
Result<Done> thrown_or(const FileSaver::Writing& writing, const std::filesystem::path& path) {
    Result<Done> written = Done{};
    const auto error =
        thrown_by([&] { written = writing(path); }, {"a file could not be written", "close other scenes"});
    return error ? Result<Done>(*error) : written;
}

Error changed_elsewhere(const std::filesystem::path& path) {
    return {ErrorKind::bad_input,
            "was changed by another window or program since it was opened or saved here; save again to replace it, or "
            "save another file",
            path.string()};
}

} // namespace

std::filesystem::path unused_path(const std::string& name, const std::string& ending,
                                  const std::filesystem::path& folder) {
    return whole_path(free_name(folder, file_stem(name), ending));
}

std::filesystem::path proposed_path(const std::string& stem, const std::string& ending,
                                    const std::filesystem::path& folder) {
    const std::filesystem::path plain = whole_path(folder / (stem + ending));
    std::error_code ignored;
    return std::filesystem::exists(plain, ignored) ? whole_path(free_name(folder, stem, ending)) : plain;
}

FileSaver::FileSaver(std::filesystem::path recent_list) : recent_list_(std::move(recent_list)) {
    list_updates_.submit([list = recent_list_] { return recent_files(list); });
}

void FileSaver::write(const std::filesystem::path& path, Writing writing) {
    writes_.submit([path, writing = std::move(writing)] {
        const auto written = writing(path);
        return Written{{message_about(written, path)}, written ? path : std::filesystem::path()};
    });
}

void FileSaver::write_document(const DocumentWrite& write, Writing writing) {
    writes_.submit([write, writing = std::move(writing)] {
        const auto found = stamp_of(write.path);
        const bool is_changed = write.known && found && found != write.known;
        const auto written = is_changed ? Result<Done>(changed_elsewhere(write.path)) : thrown_or(writing, write.path);
        DocumentWrite done = write;
        done.is_written = static_cast<bool>(written);
        done.found = stamp_of(write.path);
        return Written{{message_about(written, write.path), done}, written ? write.path : std::filesystem::path()};
    });
}

void FileSaver::write_beside(const std::filesystem::path& folder, const NewName& name, Writing writing) {
    writes_.submit([=, writing = std::move(writing)] {
        const std::filesystem::path path = unused_path(name.name, name.ending, folder);
        return Written{{message_about(writing(path), path)}, {}};
    });
}

void FileSaver::keep(const Session& failure, const std::string& words) {
    writes_.submit([failure, words] {
        const auto copy = keep_failure(failure);
        const std::string place = copy ? " A recording of the last seconds is in " + copy->string() + "." : "";
        return Written{{Message{Message::Kind::error, words + place}}, {}};
    });
}

// Changes the list at once. The background thread updates the file and returns the list from it.
void FileSaver::remember(const std::filesystem::path& path) {
    std::erase(recent_, path);
    recent_.insert(recent_.begin(), path);
    list_updates_.submit([list = recent_list_, path] {
        remember_file(list, path);
        return recent_files(list);
    });
}

std::optional<FileSaver::Finished> FileSaver::take_finished() {
    while (auto read = list_updates_.poll()) {
        if (*read && !read->value().empty()) {
            recent_ = read->value();
        }
    }
    const auto written = writes_.poll();
    if (!written) {
        return std::nullopt;
    }
    if (!*written) {
        return Finished{Message{Message::Kind::error, sentence(written->error()) + "."}};
    }
    if (!written->value().saved.empty()) {
        remember(written->value().saved);
    }
    return written->value().finished;
}

void FileSaver::finish() {
    writes_.wait();
}

bool FileSaver::wait_until_idle(std::chrono::milliseconds timeout) const {
    return writes_.wait_for(timeout) && list_updates_.wait_for(timeout);
}

} // namespace limber::app
