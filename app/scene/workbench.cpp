#include "app/scene/workbench.h"

#include <utility>

namespace limber::app {

Result<const ModeProblem*> Workbench::problem(const Fingerprint& key,
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

void Workbench::tidy() {
    if (byte_count() > bytes_max_) {
        problem_.reset();
    }
}

std::size_t Workbench::byte_count() const {
    return problem_ ? problem_->byte_count() : 0;
}

} // namespace limber::app
