// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/fingerprint.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// A folder of expensive results, each stored under the fingerprint of everything that it was computed from.
///
///     FOLDER/modes-0123456789abcdef0123456789abcdef.limber
///
///     "LIMBERCACHE", format version | kind | key | size of the payload | the payload | fingerprint of all of that
///
/// A file is read as a whole and used only if all of these match; a truncated, corrupted, renamed or outdated file
/// counts as missing and is replaced. A file is written under a temporary name and renamed, so that any number of
/// programs and threads may share a folder. If the folder is not writable, nothing is stored and no error is reported.
/// When the folder exceeds its size limit, the least recently used files are removed.
namespace limber {

inline constexpr std::uintmax_t cache_bytes_max = std::uintmax_t(2) << 30;

class Cache {
public:
    explicit Cache(std::filesystem::path folder, std::uintmax_t bytes_max = cache_bytes_max);

    struct Found {
        std::optional<std::string> bytes;
        bool was_damaged = false; // the file exists and is invalid
    };
    /// `kind` consists of letters.
    Found find(std::string_view kind, const Fingerprint& key) const;
    void store(std::string_view kind, const Fingerprint& key, std::string_view bytes) const;

    const std::filesystem::path& folder() const {
        return folder_;
    }
    std::filesystem::path file_of(std::string_view kind, const Fingerprint& key) const;

private:
    void evict_oldest() const;

    std::filesystem::path folder_;
    std::uintmax_t bytes_max_;
};

} // namespace limber
