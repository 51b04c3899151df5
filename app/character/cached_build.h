#pragma once

#include "engine/core/cache.h"
#include "engine/core/result.h"
#include "engine/model/serialization.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a build takes from the cache on disk instead of computing it again. Whatever is not there, or cannot be
/// believed, is computed and kept for the next time.
namespace limber::app {

class CachedBuild {
public:
    /// Without a cache everything is computed. It must outlive this.
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

    /// What was in the cache.
    const std::vector<std::string>& kinds() const {
        return kinds_;
    }
    /// One sentence for every file that could not be believed.
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
                             ": this file of the cache was damaged, so what it held was computed again");
        }
        return value;
    }

    const Cache* cache_;
    std::vector<std::string> kinds_;
    std::vector<std::string> notes_;
};

/// The folder that LIMBER_CACHE names, or "prepared" in the usual one (places/caches.h). Nothing when it is switched
/// off or there is no such place.
std::optional<Cache> cache_of_the_user();

/// The folder of that name in the usual one, for what is kept as files of its own: $XDG_CACHE_HOME/limber/NAME. Nothing
/// where the cache is switched off.
std::optional<std::filesystem::path> users_folder(const std::string& name);

} // namespace limber::app
