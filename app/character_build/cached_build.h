// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/cache.h"
#include "engine/core/result.h"
#include "engine/model/serialization.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reads the results of a build from the cache on disk. Missing and damaged entries are computed and stored.
namespace limber::app {

class CachedBuild {
public:
    /// Without a cache, everything is computed. The cache must outlive this object.
    explicit CachedBuild(const Cache* cache) : cache_(cache) {}

    template <typename T, typename Compute>
    Result<T> value(std::string_view kind, const Fingerprint& key, Compute compute) {
        if (auto known = find<T>(kind, key)) {
            kinds_.emplace_back(kind);
            return *std::move(known);
        }
        Result<T> fresh = compute();
        if (cache_ && fresh) {
            cache_->store(kind, key, to_bytes(fresh.value()));
        }
        return fresh;
    }

    /// The kinds of the results that were found in the cache.
    const std::vector<std::string>& kinds() const {
        return kinds_;
    }
    /// One sentence for every damaged file.
    const std::vector<std::string>& notes() const {
        return notes_;
    }

private:
    template <typename T>
    std::optional<T> find(std::string_view kind, const Fingerprint& key) {
        if (!cache_) {
            return std::nullopt;
        }
        auto found = cache_->find(kind, key);
        auto value = found.bytes ? from_bytes<T>(*found.bytes) : std::nullopt;
        if (found.was_damaged || (found.bytes && !value)) {
            notes_.push_back(cache_->file_of(kind, key).string() +
                             ": this cache file was damaged, so its content was computed again");
        }
        return value;
    }

    const Cache* cache_;
    std::vector<std::string> kinds_;
    std::vector<std::string> notes_;
};

/// The cache in the folder named by LIMBER_CACHE, or in "prepared" in the default folder (platform_paths/caches.h).
/// Returns nullopt if the cache is disabled or there is no such folder.
std::optional<Cache> cache_of_the_user();

/// The subfolder with that name of the default folder, $XDG_CACHE_HOME/limber/NAME, for other files. Returns nullopt if
/// the cache is disabled.
std::optional<std::filesystem::path> users_folder(const std::string& name);

} // namespace limber::app
