// SPDX-License-Identifier: MIT
#include "engine/core/file_replacement.h"

#include <string>
#include <system_error>
#include <utility>

namespace limber {
namespace {

using Path = std::filesystem::path;

constexpr int links_max = 40; // the same limit as the operating system's

// The target of a symbolic link, even if it does not exist; nullopt for circular links.
std::optional<Path> resolve_links(Path path) {
    std::error_code error;
    for (int link = 0; link < links_max; ++link) {
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) {
            return path;
        }
        const Path next = std::filesystem::read_symlink(path, error);
        if (error) {
            return path;
        }
        path = path.parent_path() / next;
    }
    return std::nullopt;
}

// Pipes and devices cannot be replaced, including links to them such as /dev/stdout.
bool is_replaceable(const Path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

} // namespace

FileReplacement::FileReplacement(const Path& path) : path_(path) {
    if (!is_replaceable(path)) {
        direct_.open(path, std::ios::binary | std::ios::trunc);
    } else if (const auto target = resolve_links(path)) {
        target_ = *target;
        temporary_.emplace(target_);
    } else {
        direct_.setstate(std::ios::failbit);
    }
}

std::ostream& FileReplacement::stream() {
    return temporary_ ? temporary_->stream() : direct_;
}

Result<Done> FileReplacement::finish(bool on_disk) {
    direct_.close();
    const bool done = temporary_ ? temporary_->move_to(target_, on_disk) : static_cast<bool>(direct_);
    if (!done) {
        return Error{ErrorKind::bad_input, "the file cannot be written, check that the folder exists and has room",
                     path_.string()};
    }
    return Done{};
}

} // namespace limber
