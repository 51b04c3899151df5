// SPDX-License-Identifier: MIT
#include "app/platform_paths/locked_file.h"

#include <utility>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace limber::app {

using Path = std::filesystem::path;

LockedFile::LockedFile(LockedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), kind_(other.kind_) {}

LockedFile& LockedFile::operator=(LockedFile&& other) noexcept {
    LockedFile taken(std::move(other)); // closes the file that was open here
    std::swap(descriptor_, taken.descriptor_);
    std::swap(kind_, taken.kind_);
    return *this;
}

#ifdef _WIN32

std::optional<LockedFile> LockedFile::open(const Path&, LockKind) {
    return std::nullopt;
}

LockedFile::~LockedFile() = default;

bool LockedFile::lock() const {
    return false;
}

bool LockedFile::is_at(const Path&) const {
    return false;
}

void LockedFile::make_private() const {}

std::optional<std::string> LockedFile::read(std::uintmax_t) const {
    return std::nullopt;
}

#else

std::optional<LockedFile> LockedFile::open(const Path& path, LockKind kind) {
    struct stat status = {};
    // A device is not opened at all. The file is checked again below, because it may be replaced in between.
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    // A network drive grants an exclusive lock only to a file that is open for writing.
    const int access = kind == LockKind::exclusive ? O_RDWR : O_RDONLY;
    LockedFile file(::open(path.c_str(), access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), kind);
    const bool is_regular = file.descriptor_ >= 0 && ::fstat(file.descriptor_, &status) == 0 && S_ISREG(status.st_mode);
    return is_regular ? std::optional<LockedFile>(std::move(file)) : std::nullopt;
}

LockedFile::~LockedFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

bool LockedFile::lock() const {
    return ::flock(descriptor_, (kind_ == LockKind::exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0;
}

bool LockedFile::is_at(const Path& path) const {
    struct stat mine = {};
    struct stat named = {};
    return ::fstat(descriptor_, &mine) == 0 && ::lstat(path.c_str(), &named) == 0 && mine.st_dev == named.st_dev &&
           mine.st_ino == named.st_ino;
}

void LockedFile::make_private() const {
    static_cast<void>(::fchmod(descriptor_, S_IRUSR | S_IWUSR)); // a file system without permissions has none to set
}

std::optional<std::string> LockedFile::read(std::uintmax_t bytes_max) const {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0 || static_cast<std::uintmax_t>(status.st_size) > bytes_max) {
        return std::nullopt;
    }
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::read(descriptor_, bytes.data() + done, bytes.size() - done);
        if (count <= 0) {
            return std::nullopt;
        }
        done += static_cast<std::size_t>(count);
    }
    return bytes;
}

#endif

} // namespace limber::app
