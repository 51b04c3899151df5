// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/kernel.h"
#include "engine/stepper/state.h"
#include "tests/regression/golden_file.h"

#include <vector>

/// A few bodies and motions that together use most features of a step: rigs, handles, muscles, contact, every
/// integrator and precision.
namespace limber::testing {

struct GoldenScene {
    const char* name;
    Golden (*run)(InstructionSet set);
    Arithmetic arithmetic;
};

std::vector<GoldenScene> golden_scenes();

/// A character from files with a clip, as the window opens it; in golden_character.cpp, only if the application is
/// built.
Golden run_character_from_files(InstructionSet set);

} // namespace limber::testing
