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

constexpr auto closing_wait = std::chrono::milliseconds(300);

std::filesystem::path free_name(const std::string& stem, const std::string& ending) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::filesystem::path path = stem + "-" + std::to_string(number) + ending;
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

Message news_of(const Result<Done>& written, const std::filesystem::path& path, const std::string& advice) {
    if (!written) {
        return {Message::Kind::error, sentence(written.error()) + ".", Message::Topic::saving};
    }
    return {Message::Kind::notice, "Saved " + path.string() + (advice.empty() ? "." : "; " + advice + "."),
            Message::Topic::saving};
}

// An exception counts as a failed write, so that the document is not marked as saved.
Result<Done> thrown_or(const FileSaver::Writing& writing, const std::filesystem::path& path) {
    Result<Done> written = Done{};
    const auto error =
        thrown_by([&] { written = writing(path); }, {"a file could not be written", "close other scenes"});
    return error ? Result<Done>(*error) : written;
}

} // namespace

std::filesystem::path unused_path(const std::string& name, const std::string& ending) {
    return whole_path(free_name(file_stem(name), ending));
}

FileSaver::FileSaver(std::filesystem::path memory) : memory_(std::move(memory)) {
    memories_.submit([memory = memory_] { return recent_files(memory); });
}

void FileSaver::write(const std::filesystem::path& path, Writing writing) {
    writings_.submit([path, writing = std::move(writing)] {
        const auto written = writing(path);
        return News{news_of(written, path, {}), written ? path : std::filesystem::path()};
    });
}

void FileSaver::write_document(const std::filesystem::path& path, std::uint64_t revision, Writing writing) {
    ++documents_to_write_;
    writings_.submit([path, revision, writing = std::move(writing)] {
        const auto written = thrown_or(writing, path);
        return News{news_of(written, path, {}), written ? path : std::filesystem::path(),
                    DocumentWrite{path, revision, static_cast<bool>(written)}};
    });
}

void FileSaver::write_beside(const std::string& name, const std::string& ending, Writing writing, std::string advice) {
    writings_.submit([=, writing = std::move(writing), advice = std::move(advice)] {
        const std::filesystem::path path = unused_path(name, ending);
        return News{news_of(writing(path), path, advice), {}};
    });
}

void FileSaver::keep(const Session& failure, const std::string& words) {
    writings_.submit([failure, words] {
        const auto kept = keep_failure(failure);
        const std::string place = kept ? " A recording of the last seconds is in " + kept->string() + "." : "";
        return News{{Message::Kind::error, words + place}, {}};
    });
}

// Changes the list at once. The background thread updates the file and returns the list from it.
void FileSaver::remember(const std::filesystem::path& path) {
    std::erase(recent_, path);
    recent_.insert(recent_.begin(), path);
    memories_.submit([memory = memory_, path] {
        remember_file(memory, path);
        return recent_files(memory);
    });
}

std::optional<Message> FileSaver::take_news() {
    while (auto read = memories_.poll()) {
        if (*read && !read->value().empty()) {
            recent_ = read->value();
        }
    }
    const auto news = writings_.poll();
    if (!news) {
        return std::nullopt;
    }
    if (!*news) {
        return Message{Message::Kind::error, sentence(news->error()) + "."};
    }
    if (const auto& document = news->value().document) {
        --documents_to_write_;
        document_write_ = document;
    }
    if (!news->value().saved.empty()) {
        remember(news->value().saved);
    }
    return news->value().message;
}

void FileSaver::finish() {
    writings_.wait();
}

bool FileSaver::is_at_rest() const {
    return writings_.wait_for(closing_wait) && memories_.wait_for(closing_wait);
}

} // namespace limber::app
