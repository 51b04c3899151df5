#pragma once

#include "app/cli/arguments.h"
#include "app/scene/character.h"
#include "app/scene/controls_file.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/stepper/step.h"

#include <optional>

/// One function a command; each returns the exit code.
namespace limber::app {

int run_check(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_subspace(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_simulate(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_render(const Arguments& arguments, const Repaired<SceneDescription>& scene);

/// The warnings of a scene, its character and what the step leaves out.
std::vector<std::string> all_warnings(const Repaired<SceneDescription>& scene, const Character& character);

/// What makes the numbers of a step worthless: they are not finite, or their energy is negative by more than rounding.
std::optional<Error> fault_in_step(const StepReport& report, const Character& character, std::uint64_t frame);

/// The controls of a run: the file's, turned like the rest, or those with which the scene starts.
Result<Repaired<Recording>> controls_for(const Arguments& arguments, const Character& character);

} // namespace limber::app
