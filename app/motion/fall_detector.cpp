// SPDX-License-Identifier: MIT
#include "app/motion/fall_detector.h"

namespace limber::app {
namespace {

constexpr double between_looks = 0.1;  // [s]
constexpr double upright_least = 0.35; // a cosine
constexpr double patience = 1.5;       // time in which a rolling or jumping body may get up again [s]

} // namespace

bool FallDetector::is_due(int id, double time) const {
    return id != id_ || time < checked_at_ || time >= checked_at_ + between_looks;
}

bool FallDetector::has_fallen(int id, double time, double upright) {
    if (id != id_ || time < checked_at_) {
        *this = {};
        id_ = id;
    }
    checked_at_ = time;
    if (!(upright < upright_least)) {
        lies_ = is_reported_ = false;
        return false;
    }
    lies_since_ = lies_ ? lies_since_ : time;
    lies_ = true;
    const bool reports = !is_reported_ && time - lies_since_ >= patience;
    is_reported_ = is_reported_ || reports;
    return reports;
}

} // namespace limber::app
