#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <fstream>
#include <string_view>

/// A file that is written beside its place and takes it as a whole when it is finished, or never: whoever reads, and
/// whoever is interrupted, finds the one before. It lies under a name of its own, so that any number may write at once;
/// is on the disk before it takes its place; and has the permissions of the one that it replaces. A link goes on
/// pointing to what it pointed to. Pipes and devices have no before, and are written to as they are.
namespace limber {

/// Beside the file; no other process and no other thread of this one has it.
std::filesystem::path name_of_its_own(const std::filesystem::path& file);
/// What such names end with.
inline constexpr std::string_view unfinished = ".part";

class FileReplacement {
public:
    explicit FileReplacement(const std::filesystem::path& path);
    ~FileReplacement();
    FileReplacement(FileReplacement&& other) noexcept;
    FileReplacement& operator=(FileReplacement&&) = delete;

    std::ofstream& stream() {
        return stream_;
    }
    const std::filesystem::path& path() const {
        return path_;
    }
    /// Fails with bad_input when not all of it could be written; then the place is as it was. Once.
    Result<Done> finish();

private:
    bool is_direct() const {
        return part_ == target_;
    }

    std::filesystem::path path_;   // as asked for
    std::filesystem::path target_; // behind links
    std::filesystem::path part_;   // empty when there is nothing left to remove
    std::ofstream stream_;
};

} // namespace limber
