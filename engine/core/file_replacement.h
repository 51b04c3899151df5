#pragma once

#include "engine/core/result.h"
#include "engine/core/temporary_file.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>

/// A file that is written beside its place and takes it as a whole when it is finished, or never: whoever reads, and
/// whoever is interrupted, finds the one before. It lies under a name of its own (temporary_file.h), so that any number
/// may write at once; is on the disk before it takes its place; and has the permissions of the one that it replaces. A
/// symbolic link stays, and what it points to is replaced, or created. Pipes and devices cannot be replaced, and are
/// written to as they are.
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
    /// Fails with bad_input when not all of it could be written; then the place is as it was. Once.
    Result<Done> finish();

private:
    std::filesystem::path path_;   // as asked for
    std::filesystem::path target_; // behind links
    std::optional<TemporaryFile> temporary_;
    std::ofstream direct_; // without a temporary file
};

} // namespace limber
