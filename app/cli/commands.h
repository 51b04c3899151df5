#pragma once

#include "app/cli/arguments.h"
#include "app/scene/character.h"
#include "app/scene/controls_file.h"
#include "engine/mesh/tet_mesh.h"

/// One function a command; each returns the exit code.
namespace limber::app {

int run_check(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_subspace(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_simulate(const Arguments& arguments, const Repaired<SceneDescription>& scene);
int run_render(const Arguments& arguments, const Repaired<SceneDescription>& scene);

/// The warnings of a scene, its character and what the step leaves out.
std::vector<std::string> all_warnings(const Repaired<SceneDescription>& scene, const Character& character);

/// The controls of a run: the file's, turned like the rest, or those with which the scene starts.
Result<Repaired<Recording>> controls_for(const Arguments& arguments, const Character& character);

} // namespace limber::app
