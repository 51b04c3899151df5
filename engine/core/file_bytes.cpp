// SPDX-License-Identifier: MIT
#include "engine/core/file_bytes.h"

#include "engine/core/file_replacement.h"

#include <cstdio>
#include <system_error>
#include <utility>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace limber {
namespace {

using Path = std::filesystem::path;

Error fault(const Path& path, std::string message) {
    return {ErrorKind::bad_input, std::move(message), path.string()};
}

// Reports why a file cannot be read, without opening it: opening a pipe blocks, and opening a device may have side
// effects.
std::optional<Error> fault_in(const Path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return fault(path, "there is no such file, check the name");
    }
    if (std::filesystem::is_directory(status)) {
        return fault(path, "this is a folder, name a file inside it");
    }
    if (!std::filesystem::is_regular_file(status)) {
        return fault(path, "this is a pipe or a device, which cannot be read as a file; save it in a file first");
    }
    return std::nullopt;
}

/// A regular file open for reading, and its size when it was opened.
class OpenFile {
public:
    explicit OpenFile(const Path& path) {
#ifdef _WIN32
        file_ = _wfopen(path.c_str(), L"rb");
        std::error_code error;
        size_ = std::filesystem::file_size(path, error);
        is_regular_ = file_ && !error;
#else
        // Opened without blocking, in case a pipe has replaced the file since the check.
        const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        file_ = descriptor >= 0 ? fdopen(descriptor, "rb") : nullptr;
        if (descriptor >= 0 && !file_) {
            ::close(descriptor);
        }
        struct stat status = {};
        is_regular_ = file_ && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
        size_ = is_regular_ ? static_cast<std::uintmax_t>(status.st_size) : 0;
#endif
    }
    ~OpenFile() {
        if (file_) {
            std::fclose(file_);
        }
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    bool is_regular() const {
        return is_regular_;
    }
    std::uintmax_t size() const {
        return size_;
    }
    bool read(std::string& bytes) {
        return std::fread(bytes.data(), 1, bytes.size(), file_) == bytes.size();
    }

private:
    std::FILE* file_ = nullptr;
    bool is_regular_ = false;
    std::uintmax_t size_ = 0;
};

} // namespace

std::optional<std::uintmax_t> regular_file_size(const Path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        return std::nullopt;
    }
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? std::nullopt : std::optional(size);
}

Result<std::string> file_bytes(const Path& path) {
    if (auto unreadable = fault_in(path)) {
        return *std::move(unreadable);
    }
    OpenFile file(path);
    if (!file.is_regular()) {
        return fault(path, "the file cannot be read, check its permissions");
    }
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    if (!file.read(bytes)) {
        return fault(path, "the file cannot be read to its end, check the disk");
    }
    return bytes;
}

Result<Done> write_file(const Path& path, std::string_view bytes, bool on_disk) {
    FileReplacement file(path);
    file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.finish(on_disk);
}

} // namespace limber
