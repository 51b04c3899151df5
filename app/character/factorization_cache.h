#pragma once

#include "engine/core/fingerprint.h"
#include "engine/subspace/skinning_modes.h"

#include <cstddef>
#include <functional>
#include <optional>

/// What a build leaves lying for the next one: the factorised eigenproblem of the last body, so that another number
/// of its modes costs the iteration alone. At most one, told by a fingerprint of everything that it depends on, and
/// none that is larger than `bytes_max`. Whoever builds one character after the other keeps a bench; one build at a
/// time.
namespace limber::app {

class FactorizationCache {
public:
    explicit FactorizationCache(std::size_t bytes_max = std::size_t(1) << 30U) : bytes_max_(bytes_max) {}

    /// The problem of that key: the one that lies here, or else what `make` makes, for which this is cleared first.
    /// Lives until the next call, or until the bench is tidied.
    Result<const ModeProblem*> problem(const Fingerprint& key, const std::function<Result<ModeProblem>()>& make);
    /// Takes away what is too large to lie here between two builds.
    void tidy();
    /// Of what lies here; 0: nothing.
    std::size_t byte_count() const;

private:
    std::size_t bytes_max_;
    Fingerprint key_;
    std::optional<ModeProblem> problem_;
};

} // namespace limber::app
