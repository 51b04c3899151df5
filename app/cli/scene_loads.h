// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/overrides.h"
#include "app/scenes/prepared_scene.h"

#include <string>

/// Loads that a scene proposes on the command line.
namespace limber::app {

/// If the text names sources (loads_option.h): extends how.adjusted, for one call a character in the order of the
/// scene, so that each whose subspace is made for loads has those that the scene proposes for it, where there are any,
/// in place of its own. Adds the characters that are read for this to `reads`. Fails as prepared_scene, and with
/// bad_input for a source that proposes none.
Result<Done> propose_loads(const SceneDescription& scene, const std::string& text, ScenePreparation& how,
                           OverrideReads& reads);

/// Extends how.adjusted likewise, so that loads are refused if no character's subspace is made for them.
void refuse_unused_loads(const SceneDescription& scene, ScenePreparation& how);

} // namespace limber::app
