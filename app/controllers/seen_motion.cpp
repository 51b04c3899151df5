// SPDX-License-Identifier: MIT
#include "app/controllers/seen_motion.h"

#include <algorithm>

namespace limber::app {
namespace {

bool differ(const AffineStack& a, const AffineStack& b) {
    constexpr double least = 1e-6; // of the largest number, or of 1 [m]
    return a.rows() != b.rows() || (a - b).cwiseAbs().maxCoeff() > least * std::max(1.0, a.cwiseAbs().maxCoeff());
}

} // namespace

void SeenMotion::note(const Snapshot& selected) {
    if (selected.id != id_) {
        poses_.clear();
        count_ = 0;
        id_ = selected.id;
    }
    const bool is_known = !poses_.empty() && selected.state.time == time_;
    if (!selected.character || selected.character->thin || is_known) {
        return;
    }
    if (poses_.size() == poses_max) {
        poses_.erase(poses_.begin());
    }
    poses_.push_back({selected.character, selected.state.Z, selected.state.P});
    ++count_;
    time_ = selected.state.time;
}

bool SeenMotion::has_moved() const {
    return std::ranges::any_of(poses_, [this](const SeenPose& pose) {
        const SeenPose& first = poses_.front();
        return differ(pose.Z, first.Z) || differ(pose.P, first.P);
    });
}

} // namespace limber::app
