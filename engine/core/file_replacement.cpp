#include "engine/core/file_replacement.h"

#include <atomic>
#include <string>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <process.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace limber {
namespace {

using Path = std::filesystem::path;

long process_number() {
#ifdef _WIN32
    return _getpid();
#else
    return static_cast<long>(getpid());
#endif
}

// Else a machine that loses its power soon after may have the new name and no bytes.
bool is_on_disk(const Path& file) {
#ifdef _WIN32
    return !file.empty();
#else
    const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const bool done = descriptor >= 0 && fsync(descriptor) == 0;
    return descriptor >= 0 && close(descriptor) == 0 && done;
#endif
}

Path behind_links(const Path& path) {
    std::error_code trouble;
    const auto whole = std::filesystem::canonical(path, trouble);
    return trouble ? path : whole;
}

// Not pipes and devices.
bool is_replaced_at_once(const Path& path) {
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

// A file system that knows no permissions has none to keep.
void keep_permissions(const Path& from, const Path& to) {
    std::error_code trouble;
    const auto status = std::filesystem::status(from, trouble);
    if (std::filesystem::exists(status)) {
        std::filesystem::permissions(to, status.permissions(), trouble);
    }
}

} // namespace

Path name_of_its_own(const Path& file) {
    static std::atomic<unsigned> count = 0;
    Path own = file; // not by way of a text, which not every system can make of a path and back
    own += "." + std::to_string(process_number()) + "-" + std::to_string(count++) + std::string(unfinished);
    return own;
}

FileReplacement::FileReplacement(const Path& path)
    : path_(path), target_(behind_links(path)),
      part_(is_replaced_at_once(target_) ? name_of_its_own(target_) : target_),
      stream_(part_, std::ios::binary | std::ios::trunc) {}

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : path_(std::move(other.path_)), target_(std::move(other.target_)), part_(std::exchange(other.part_, Path())),
      stream_(std::move(other.stream_)) {}

FileReplacement::~FileReplacement() {
    if (!part_.empty() && !is_direct()) {
        stream_.close();
        std::error_code trouble;
        std::filesystem::remove(part_, trouble);
    }
}

Result<Done> FileReplacement::finish() {
    stream_.close();
    bool done = static_cast<bool>(stream_);
    if (done && !is_direct()) {
        keep_permissions(target_, part_);
        std::error_code trouble;
        done = is_on_disk(part_);
        if (done) {
            std::filesystem::rename(part_, target_, trouble);
            done = !trouble;
        }
        if (done) {
            part_.clear();
        }
    }
    if (!done) {
        return Error{ErrorKind::bad_input, "the file cannot be written, check that the folder exists and has room",
                     path_.string()};
    }
    return Done{};
}

} // namespace limber
