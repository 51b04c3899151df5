// SPDX-License-Identifier: MIT
#include "app/motion/moving_body.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr int exact_iterations = 30;
constexpr int thin_exact_iterations = 100;
constexpr double exact_tolerance = 1e-5;

} // namespace

void set_cage(MuscleDescription& muscles, Index cells, double strength) {
    muscles.modes = 0;
    muscles.use.clear();
    muscles.regions.clear();
    muscles.cage_cells = cells;
    muscles.cage_file.clear();
    muscles.skinning_modes = 0;
    muscles.vertices = false;
    muscles.clusters = 1;
    muscles.strength = strength;
}

void set_cage_file(MuscleDescription& muscles, const std::filesystem::path& file) {
    set_cage(muscles, 0);
    muscles.cage_file = file;
}

void set_skinning_modes(MuscleDescription& muscles, Index count) {
    set_cage(muscles, 0);
    muscles.skinning_modes = count;
}

void set_each_vertex(MuscleDescription& muscles) {
    set_cage(muscles, 0);
    muscles.vertices = true;
}

void add_examples(MuscleDescription& muscles, const std::vector<std::string>& files) {
    if (!files.empty() && !muscles.are_there()) {
        muscles.clusters = 1;
        muscles.strength = rest_shape_strength;
    }
    for (const std::string& file : files) {
        muscles.examples.push_back(example_in_file(file));
    }
}

void set_exact_steps(const ModelDescription& description, int& iterations, double& tolerance) {
    if (tolerance == 0.0) {
        iterations = std::max(iterations, is_thin(description) ? thin_exact_iterations : exact_iterations);
        tolerance = exact_tolerance;
    }
}

void set_moving(ModelDescription& description, CharacterControls& controls) {
    if (!description.muscles.are_there()) {
        set_cage(description.muscles);
        controls.muscles.strength = description.muscles.strength;
        controls.muscles.gait = {};
        controls.muscles.held.clear();
    }
    set_exact_steps(description, controls.iterations, controls.tolerance);
    description.step.iterations = controls.iterations;
    description.step.tolerance = controls.tolerance;
}

} // namespace limber::app
