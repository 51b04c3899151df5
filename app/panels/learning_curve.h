#pragma once

#include "app/panels/plot.h"
#include "app/scene/learner.h"

namespace limber::app {

/// What the evolution has come to, generation by generation: -J of the best gait so far, which rises. It begins with
/// the first gait whose numbers stayed finite; there is no value before.
Course learning_curve(const Learnt& learnt);

} // namespace limber::app
