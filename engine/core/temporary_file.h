#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

/// A new file beside another one, until it is complete and takes that one's place. Its name cannot be predicted, and
/// creating it fails where anything has that name already, a dangling symbolic link too: nothing that lies in a folder
/// which others may write is opened or followed.
namespace limber {

class TemporaryFile {
public:
    /// What such names end with.
    static constexpr std::string_view ending = ".part";

    /// `beside`: the file whose place is to be taken; where it exists, only its owner may read the new one until then.
    explicit TemporaryFile(const std::filesystem::path& beside);
    /// Removes the file unless it was moved.
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    /// Failed where the file could not be created.
    std::ostream& stream();
    const std::filesystem::path& path() const {
        return path_;
    }

    /// Closes the file and renames it, with the permissions of the file that it replaces. False when not all of it
    /// could be written or it could not be renamed. `on_disk` waits until the bytes are on the disk: otherwise a power
    /// cut soon after may leave the new name without them. Once.
    bool move_to(const std::filesystem::path& target, bool on_disk);

private:
    class Buffer;

    std::filesystem::path path_; // empty when there is nothing to remove
    std::unique_ptr<Buffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

} // namespace limber
