// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/reduced_model.h"
#include "engine/stepper/state.h"

namespace limber {

/// What a step starts from. None of its stages changes it.
struct StepInput {
    const ReducedModel& model;
    const Controls& controls;
    const State& state;
};

} // namespace limber
