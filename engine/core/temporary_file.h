// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

/// A new file next to another one, which it later replaces, and the same for folders. Their names are unpredictable,
/// and creating them fails if anything has that name already, even a dangling symbolic link: a file or folder planted
/// in a shared folder is never opened, entered or followed.
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

/// A point and 64 random bits in hexadecimal digits.
std::string random_suffix();

/// Only its owner may enter the folder.
class TemporaryFolder {
public:
    /// Makes the folder, and the missing folders above it. Its name is that of `beside` with a suffix; the next one is
    /// tried when something has the name already. Fails with bad_input.
    static Result<TemporaryFolder> create(const std::filesystem::path& beside,
                                          const std::function<std::string()>& next_suffix = random_suffix);
    /// Removes the folder and what is in it, unless it was moved.
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    const std::filesystem::path& path() const {
        return path_;
    }

    /// Renames the folder; then those may read it who may read the folder above it. Returns false when that fails, for
    /// example because the target is not empty.
    bool move_to(const std::filesystem::path& target);

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_; // empty when there is nothing to remove
};

} // namespace limber
