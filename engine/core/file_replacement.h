// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/core/temporary_file.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>

/// A file that is written to a temporary file next to its target and replaces it atomically when it is finished:
/// readers, and interrupted writes, leave the old file. The temporary file has a unique name (temporary_file.h), so
/// that concurrent writers do not interfere; and it gets the permissions of the file it replaces. A symbolic link
/// stays, and its target is replaced or created. Pipes and devices are written to directly.
namespace limber {

class FileReplacement {
public:
    explicit FileReplacement(const std::filesystem::path& path);
    FileReplacement(FileReplacement&& other) noexcept = default;
    FileReplacement& operator=(FileReplacement&&) = delete;

    std::ostream& stream();
    const std::filesystem::path& path() const {
        return path_;
    }
    /// Fails with bad_input when not all of it could be written; then the target is unchanged. `on_disk` waits until
    /// the bytes are on the disk, as TemporaryFile::move_to. Call once.
    Result<Done> finish(bool on_disk = true);

private:
    std::filesystem::path path_;   // as passed in
    std::filesystem::path target_; // after resolving links
    std::optional<TemporaryFile> temporary_;
    std::ofstream direct_; // without a temporary file
};

} // namespace limber
