// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

/// A new file next to another one, which it later replaces. Its name is unpredictable, and creating it fails if
/// anything has that name already, even a dangling symbolic link: a file planted in a shared folder is never opened or
/// followed.
namespace limber {

class TemporaryFile {
public:
    /// Extension of these names.
    static constexpr std::string_view ending = ".part";

    /// `beside`: the file to replace; if it exists, only its owner may read the new one until then.
    explicit TemporaryFile(const std::filesystem::path& beside);
    /// Removes the file unless it was moved.
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    /// In a failed state if the file could not be created.
    std::ostream& stream();
    const std::filesystem::path& path() const {
        return path_;
    }

    /// Closes the file and renames it, with the permissions of the file that it replaces. Returns false when not all of
    /// it could be written or it could not be renamed. `on_disk` waits until the bytes are on the disk: otherwise the
    /// file may be empty after a power cut. Call once.
    bool move_to(const std::filesystem::path& target, bool on_disk);

private:
    class Buffer;

    std::filesystem::path path_; // empty when there is nothing to remove
    std::unique_ptr<Buffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

} // namespace limber
