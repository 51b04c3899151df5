#pragma once

#include "engine/stepper/kernel.h"
#include "engine/stepper/state.h"
#include "tests/regression/golden_file.h"

#include <vector>

/// A handful of bodies and motions that between them use most of what a step can do: rigs, handles, muscles, contact, every integrator and arithmetic.
namespace limber::testing {

struct GoldenScene {
    const char* name;
    Golden (*run)(InstructionSet set);
    Arithmetic arithmetic;
};

std::vector<GoldenScene> golden_scenes();

/// From files and with a clip, as a person opens it; in golden_character.cpp, where the application is built.
Golden run_character_from_files(InstructionSet set);

} // namespace limber::testing
