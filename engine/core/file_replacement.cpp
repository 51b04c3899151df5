#include "engine/core/file_replacement.h"

#include <string>
#include <system_error>
#include <utility>

namespace limber {
namespace {

using Path = std::filesystem::path;

constexpr int links_max = 40; // in a row, as the system itself has it

// What a symbolic link points to, also where that does not exist yet; none where links lead in a circle.
std::optional<Path> behind_links(Path path) {
    std::error_code trouble;
    for (int link = 0; link < links_max; ++link) {
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, trouble))) {
            return path;
        }
        const Path next = std::filesystem::read_symlink(path, trouble);
        if (trouble) {
            return path;
        }
        path = path.parent_path() / next;
    }
    return std::nullopt;
}

// Pipes and devices are not, nor what only looks like a link to one (/dev/stdout).
bool is_replaced_at_once(const Path& path) {
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

} // namespace

FileReplacement::FileReplacement(const Path& path) : path_(path) {
    if (!is_replaced_at_once(path)) {
        direct_.open(path, std::ios::binary | std::ios::trunc);
    } else if (const auto target = behind_links(path)) {
        target_ = *target;
        temporary_.emplace(target_);
    } else {
        direct_.setstate(std::ios::failbit);
    }
}

std::ostream& FileReplacement::stream() {
    return temporary_ ? temporary_->stream() : direct_;
}

Result<Done> FileReplacement::finish() {
    direct_.close();
    const bool done = temporary_ ? temporary_->move_to(target_, true) : static_cast<bool>(direct_);
    if (!done) {
        return Error{ErrorKind::bad_input, "the file cannot be written, check that the folder exists and has room",
                     path_.string()};
    }
    return Done{};
}

} // namespace limber
