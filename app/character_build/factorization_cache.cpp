// SPDX-License-Identifier: MIT
#include "app/character_build/factorization_cache.h"

#include <utility>

namespace limber::app {

Result<const ModeProblem*> FactorizationCache::problem(const Fingerprint& key,
                                                       const std::function<Result<ModeProblem>()>& make) {
    if (problem_ && key_ == key) {
        return &*problem_;
    }
    problem_.reset();
    auto made = make();
    if (!made) {
        return made.error();
    }
    key_ = key;
    problem_ = std::move(made).value();
    return &*problem_;
}

void FactorizationCache::keep_only(const Fingerprint& key) {
    if (key_ != key) {
        problem_.reset();
    }
}

void FactorizationCache::remove_too_large() {
    if (byte_count() > bytes_max_) {
        problem_.reset();
    }
}

std::size_t FactorizationCache::byte_count() const {
    return problem_ ? problem_->byte_count() : 0;
}

} // namespace limber::app
