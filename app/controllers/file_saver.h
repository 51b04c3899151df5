#pragma once

#include "app/commands/messages.h"
#include "app/jobs/background_queue.h"
#include "app/recording/session.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Writes the files of the window and the list of recent files on background threads. A slow disk delays the message
/// about a file, and no frame.
namespace limber::app {

/// A file in this folder that is not there yet, called after a scene.
std::filesystem::path unused_path(const std::string& name, const std::string& ending);

class FileSaver {
public:
    /// Begins to read the list of files that were open lately, which is kept in `memory`.
    explicit FileSaver(std::filesystem::path memory);

    /// Writes a file of that name, and remembers it; a sentence about it follows.
    using Writing = std::function<Result<Done>(const std::filesystem::path& path)>;
    void write(const std::filesystem::path& path, Writing writing);
    /// The same of the document as it was at that revision; take_document_write follows.
    void write_document(const std::filesystem::path& path, std::uint64_t revision, Writing writing);
    struct DocumentWrite {
        std::filesystem::path path;
        std::uint64_t revision = 0;
        bool is_written = false; // false: it failed
    };
    /// The result of the next document that was written. Call it after take_news.
    std::optional<DocumentWrite> take_document_write() {
        return std::exchange(document_write_, std::nullopt);
    }
    bool is_writing_document() const {
        return documents_to_write_ > 0;
    }
    /// The same at a free place in this folder, which is looked for when it is written. `advice` goes into the
    /// sentence.
    void write_beside(const std::string& name, const std::string& ending, Writing writing, std::string advice = {});
    /// In the cache, with what is to be said of it before its place.
    void keep(const Session& failure, const std::string& words);

    /// Newest first.
    const std::vector<std::filesystem::path>& recent() const {
        return recent_;
    }
    void remember(const std::filesystem::path& path);

    /// The message about the next file that was written.
    std::optional<Message> take_news();

    /// Blocks until all requested files are written.
    void finish();
    /// Whether no disk is waited for any more, after a moment's patience.
    bool is_at_rest() const;

private:
    struct News {
        Message message;
        std::filesystem::path saved; // to be remembered; empty: nothing
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
