#pragma once

#include "app/commands/messages.h"
#include "app/jobs/background_queue.h"
#include "app/recording/session.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Writes the files of the window and the list of recent files on background threads. A slow disk delays the message
/// about a file, but not the frames.
namespace limber::app {

/// An unused path in the working folder, named after a scene.
std::filesystem::path unused_path(const std::string& name, const std::string& ending);

class FileSaver {
public:
    /// Starts to read the list of recent files from `memory`.
    explicit FileSaver(std::filesystem::path memory);

    /// Writes a file to `path` and adds it to the recent files. A message follows.
    using Writing = std::function<Result<Done>(const std::filesystem::path& path)>;
    void write(const std::filesystem::path& path, Writing writing);
    /// Writes the document as of `revision`. Its result is returned by take_document_write.
    void write_document(const std::filesystem::path& path, std::uint64_t revision, Writing writing);
    struct DocumentWrite {
        std::filesystem::path path;
        std::uint64_t revision = 0;
        bool is_written = false; // false: the write failed
    };
    /// The result of the next finished write of a document. Call it after take_news.
    std::optional<DocumentWrite> take_document_write() {
        return std::exchange(document_write_, std::nullopt);
    }
    bool is_writing_document() const {
        return documents_to_write_ > 0;
    }
    /// Writes to an unused path in the working folder, which is searched for when the file is written. `advice` is
    /// added to the message.
    void write_beside(const std::string& name, const std::string& ending, Writing writing, std::string advice = {});
    /// Writes to the cache. `words` precede the path in the message.
    void keep(const Session& failure, const std::string& words);

    /// Recent files, newest first.
    const std::vector<std::filesystem::path>& recent() const {
        return recent_;
    }
    void remember(const std::filesystem::path& path);

    /// The message about the next finished write.
    std::optional<Message> take_news();

    /// Blocks until all requested files are written.
    void finish();
    /// Waits a short time for pending disk operations, and returns whether all are finished.
    bool is_at_rest() const;

private:
    struct News {
        Message message;
        std::filesystem::path saved; // added to the recent files; empty: none
        std::optional<DocumentWrite> document = {};
    };

    std::optional<DocumentWrite> document_write_;
    int documents_to_write_ = 0;
    std::filesystem::path memory_;
    std::vector<std::filesystem::path> recent_;
    BackgroundQueue<News> writings_{{.at_close = AtClose::finish}};
    BackgroundQueue<std::vector<std::filesystem::path>> memories_{{.at_close = AtClose::finish}}; // saves do not wait
};

} // namespace limber::app
