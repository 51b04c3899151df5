// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/result.h"
#include "engine/rig/skeleton.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Clips that a rig refuses because their joints have other names than its bones, so that the user must say which bone
/// follows which joint.
namespace limber::app {

/// What a model was built with before.
struct PlayingRig {
    const Skeleton& skeleton;
    const std::vector<std::filesystem::path>& clips;
};

struct ClipWithoutMatches {
    std::filesystem::path clip;
    Error refusal; // without the advice to write a file of joints and bones, for users who can choose them
};

/// The clip for which a build of the description with the same rig failed with this error, if its names are the reason.
/// Clips that the model had before are left out, because these are not to be added. Reads the file of the clip that the
/// error names.
std::optional<ClipWithoutMatches> clip_without_matches(const ModelDescription& model, const PlayingRig& before,
                                                       const Error& error);

/// The names of the bones, each once, in their order; without bones that have none.
std::vector<std::string> distinct_names_of(const Skeleton& skeleton);

} // namespace limber::app
