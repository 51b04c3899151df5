// SPDX-License-Identifier: MIT
#include "app/controllers/seen_motion.h"

namespace limber::app {

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

} // namespace limber::app
