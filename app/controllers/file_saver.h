// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/messages.h"
#include "app/controllers/file_stamp.h"
#include "app/jobs/background_queue.h"
#include "app/recording/session.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Writes the files of the window and the list of recent files on background threads. A slow disk delays the message
/// about a file, but not the frames.
namespace limber::app {

/// An unused path in a folder, named after a scene. An empty folder is the working folder.
std::filesystem::path unused_path(const std::string& name, const std::string& ending,
                                  const std::filesystem::path& folder = {});
/// A path for a dialog in a folder, with a number only where the name is taken. The stem: document/file_stem.h. An
/// empty folder is the working folder.
std::filesystem::path proposed_path(const std::string& stem, const std::string& ending,
                                    const std::filesystem::path& folder = {});

class FileSaver {
public:
    /// Starts to read the list of recent files from that file.
    explicit FileSaver(std::filesystem::path recent_list);

    /// Writes a file to `path` and adds it to the recent files. A message follows.
    using Writing = std::function<Result<Done>(const std::filesystem::path& path)>;
    void write(const std::filesystem::path& path, Writing writing);
    /// A document that is written, as of a revision.
    struct DocumentWrite {
        std::uint64_t document = 0; // its number (open_document.h)
        std::filesystem::path path;
        std::uint64_t revision = 0;
        std::optional<FileStamp> known = {}; // of the file as it was read or written last; nullopt: any may be replaced
        bool is_written = false;             // false: not yet, or the write failed
        std::optional<FileStamp> found = {}; // of the file after the write, or after it failed
    };
    /// Fails if the file is not the known one, so that the changes of another window are not lost.
    void write_document(const DocumentWrite& write, Writing writing);
    struct NewName {
        std::string name; // to which a number is added
        std::string ending;
    };
    /// Writes to an unused path in the folder, which is searched for when the file is written. An empty folder is the
    /// working folder.
    void write_beside(const std::filesystem::path& folder, const NewName& name, Writing writing);
    /// Writes to the cache. `words` precede the path in the message.
    void keep(const Session& failure, const std::string& words);

    /// Recent files, newest first.
    const std::vector<std::filesystem::path>& recent() const {
        return recent_;
    }
    void remember(const std::filesystem::path& path);

    struct Finished {
        Message message;
        std::optional<DocumentWrite> document = {}; // nullopt: another file
    };
    /// The next finished write.
    std::optional<Finished> take_finished();

    /// Blocks until all requested files are written.
    void finish();
    /// Waits a short time for pending disk operations, and returns whether all are finished.
    bool wait_until_idle(std::chrono::milliseconds timeout) const;

private:
    struct Written {
        Finished finished;
        std::filesystem::path saved; // added to the recent files; empty: none
    };

    std::filesystem::path recent_list_; // the file of the list
    std::vector<std::filesystem::path> recent_;
    BackgroundQueue<Written> writes_{{.at_close = AtClose::finish}};
    BackgroundQueue<std::vector<std::filesystem::path>> list_updates_{
        {.at_close = AtClose::finish}}; // saves do not wait
};

} // namespace limber::app
