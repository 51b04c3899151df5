#pragma once

#include "app/character/stage.h"
#include "app/document/character_description.h"

#include <filesystem>
#include <string>

namespace limber::app {

/// Builds the selected character's model anew from that stage on.
struct RebuildCharacter {
    Stage from = Stage::nothing;
};

/// Builds the first model of the scene that differs from the document, if there is one.
struct RebuildOutdated {
    bool drops_other_builds = false; // the document has changed such that no other build is needed
};

/// Builds the characters of a scene file.
struct BuildScene {
    std::filesystem::path path;
};

/// Cancels what is being built; edits that need it are withdrawn.
struct CancelBuild {};

/// Drops what is being built, because another build follows or the document does not need it any more.
struct DropBuild {};

} // namespace limber::app
