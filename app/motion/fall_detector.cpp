#include "app/motion/fall_detector.h"

namespace limber::app {
namespace {

constexpr double between_looks = 0.1;  // [s]
constexpr double upright_least = 0.35; // a cosine
constexpr double patience = 1.5;       // [s]: a body that rolls or leaps may get up again

} // namespace

bool FallDetector::is_due(int who, double time) const {
    return who != who_ || time < gait_candidate_ || time >= gait_candidate_ + between_looks;
}

bool FallDetector::has_fallen(int who, double time, double upright) {
    if (who != who_ || time < gait_candidate_) {
        *this = {};
        who_ = who;
    }
    gait_candidate_ = time;
    if (!(upright < upright_least)) {
        lies_ = is_told_ = false;
        return false;
    }
    lies_since_ = lies_ ? lies_since_ : time;
    lies_ = true;
    const bool tells = !is_told_ && time - lies_since_ >= patience;
    is_told_ = is_told_ || tells;
    return tells;
}

} // namespace limber::app
