#pragma once

#include "engine/core/fingerprint.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// A folder of things that took long to compute, each under the fingerprint of everything that it was computed from.
///
///     FOLDER/modes-0123456789abcdef0123456789abcdef.limber
///
///     "LIMBERCACHE", format version | kind | key | size of the payload | the payload | fingerprint of all of that
///
/// A file is read as a whole, and believed only when every one of these is as it must be; whatever is cut
/// short, changed by a bit, renamed or of another format is as good as not there, and replaced. It is written under
/// a name of its own and then renamed, so that any number of programs and threads may share a folder. Where nothing
/// can be written, nothing is kept and nobody is bothered. When the folder grows beyond its bound, what was
/// not used for the longest time goes first.
namespace limber {

inline constexpr std::uintmax_t cache_bytes_max = std::uintmax_t(2) << 30;

class Cache {
public:
    explicit Cache(std::filesystem::path folder, std::uintmax_t bytes_max = cache_bytes_max);

    struct Found {
        std::optional<std::string> bytes;
        bool was_damaged = false; // there is such a file, and it cannot be believed
    };
    /// `kind` is a word of letters.
    Found find(std::string_view kind, const Fingerprint& key) const;
    void keep(std::string_view kind, const Fingerprint& key, std::string_view bytes) const;

    const std::filesystem::path& folder() const {
        return folder_;
    }
    std::filesystem::path file_of(std::string_view kind, const Fingerprint& key) const;

private:
    void make_room() const;

    std::filesystem::path folder_;
    std::uintmax_t bytes_max_;
};

} // namespace limber
