#pragma once

#include "app/scene/scene_description.h"
#include "engine/core/result.h"

#include <string>

/// What makes one scene of another, as a JSON merge patch [RFC 7386] of the scene's file (scene_file.h): the members
/// that are otherwise, null for those that are gone. Paths in it are absolute.
namespace limber::app {

/// One line of JSON; empty where nothing differs.
std::string changes_between(const SceneDescription& from, const SceneDescription& to);

/// Fails with bad_input: no scene comes out of it (its path, in `where`).
Result<SceneDescription> changed(const SceneDescription& scene, const std::string& changes, std::string_view where);

} // namespace limber::app
