// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// An open file with a lock that ends with the process.
///
/// The lock is flock(2). It belongs to the open file: the system releases it when the process ends in any way (kill -9,
/// a crash, a power cut), and programs that the process starts do not inherit it. Where the system or the file system
/// has no such locks (Windows; some network drives), lock() fails.
namespace limber::app {

/// `shared` admits other shared locks, `exclusive` no other lock.
enum class LockKind { shared, exclusive };

class LockedFile {
public:
    /// Opens an existing regular file. Returns nullopt for everything else: symbolic links are not followed, and
    /// opening a pipe does not block. `exclusive` needs the permission to write.
    static std::optional<LockedFile> open(const std::filesystem::path& path, LockKind kind);

    LockedFile(LockedFile&& other) noexcept;
    LockedFile& operator=(LockedFile&& other) noexcept;
    ~LockedFile();

    /// Takes the lock without waiting. Returns false when another open file holds it or there are no locks.
    bool lock() const;
    /// Whether the path still names this file, which may have been replaced or removed since it was opened.
    bool is_at(const std::filesystem::path& path) const;
    /// Lets only the owner read and write the file.
    void make_private() const;
    /// Returns all bytes of the file, or nullopt when there are more than `bytes_max` or they cannot be read. Once.
    std::optional<std::string> read(std::uintmax_t bytes_max) const;

private:
    LockedFile(int descriptor, LockKind kind) : descriptor_(descriptor), kind_(kind) {}

    int descriptor_;
    LockKind kind_;
};

} // namespace limber::app
