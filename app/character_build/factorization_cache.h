// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/fingerprint.h"
#include "engine/subspace/skinning_modes.h"

#include <cstddef>
#include <functional>
#include <optional>

/// Keeps the factorised eigenproblem of the last body between builds, so that another number of modes costs only the
/// iteration. Holds at most one, identified by a fingerprint of everything that it depends on, and none larger than
/// `bytes_max`. A cache serves one build at a time.
namespace limber::app {

class FactorizationCache {
public:
    explicit FactorizationCache(std::size_t bytes_max = std::size_t(1) << 30U) : bytes_max_(bytes_max) {}

    /// Returns the problem of that key: the stored one, or the result of `make`, before which the cache is cleared.
    /// Valid until the next call or remove_too_large().
    Result<const ModeProblem*> problem(const Fingerprint& key, const std::function<Result<ModeProblem>()>& make);
    /// Removes the problem of another key.
    void keep_only(const Fingerprint& key);
    /// Removes a problem that is larger than the limit.
    void remove_too_large();
    /// The size of the stored problem; 0: none.
    std::size_t byte_count() const;

private:
    std::size_t bytes_max_;
    Fingerprint key_;
    std::optional<ModeProblem> problem_;
};

} // namespace limber::app
