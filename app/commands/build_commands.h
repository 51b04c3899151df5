// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/stage.h"
#include "app/commands/command_list.h"
#include "app/document/body_load.h"
#include "app/document/character_description.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace limber::app {

/// Builds the selected character's model again, starting at that stage.
struct RebuildCharacter {
    Stage from = Stage::nothing;
};

/// Builds the first model of the scene that differs from the document, if there is one.
struct RebuildOutdated {
    bool drops_other_builds = false; // the document has changed, and no other build is needed
};

/// Builds the characters of a scene file.
struct BuildSceneModels {
    std::filesystem::path path;
    std::string name = {}; // in the progress; empty: that of the file
};

/// Another number of tets inside the surface of a model, or others of its tets. The document changes once they are
/// there, with the paint and the handles carried over to them.
struct ChangeTets {
    int model = 0;                             // 0: the selected character's
    std::optional<Index> target_vertices = {}; // nullopt: it stays
    std::optional<TetSource> source = {};
};

/// Another unit for a model, whose file does not say it or says it wrongly.
struct ChangeUnit {
    int model = 0;
    double metres_per_unit = 1.0;
};

/// Cancels the running build and undoes the edits that need it.
struct CancelBuild {};

/// Drops the running build, because another build follows or the document no longer needs it.
struct DropBuild {};

/// Makes the selected character's subspace from a file.
struct TakeSubspaceFile {
    std::optional<SubspaceKind> kind; // none: it stays
    std::filesystem::path path;
};

/// Makes the muscles of the selected character's model from a cage of triangles in a file.
struct TakeCageFile {
    std::filesystem::path path;
};

/// Adds the loads that the scene proposes for the selected character, such as one at the handles that pull it, in place
/// of earlier ones, which it removes with a message if the scene proposes none.
struct AddProposedLoads {
    LoadSource source = LoadSource::handles;
};

/// Adds a clip file to the selected character's model, and plays it.
struct AddClip {
    std::filesystem::path path;
    std::map<std::string, std::string> bones = {}; // chosen ones, by the joint that they follow (ClipRetargeting)
};

/// Lists the joints of a clip that the model's rig refused, so that the user chooses the bones that follow them. A clip
/// that the model has is played instead: its list is in the section of the clip.
struct MatchJoints {
    int model = 0;
    std::filesystem::path clip;
};

/// The user chooses no bones for that clip.
struct LeaveClipOut {};

/// Removes a clip of the selected character's model.
struct RemoveClip {
    int clip = 0; // from 0
};

/// Gives the selected character's model the rig in a file, instead of the one that it has. Clips that the rig cannot
/// play are taken out, and the animations of a character's file come along.
struct AttachRig {
    std::filesystem::path path;
};

/// Takes the rig with its clips away from the selected character's model, which then hangs on one handle.
struct DetachRig {};

using BuildCommands = CommandList<TakeSubspaceFile, TakeCageFile, AddProposedLoads, AddClip, MatchJoints, LeaveClipOut,
                                  RemoveClip, AttachRig, DetachRig, RebuildCharacter, RebuildOutdated, BuildSceneModels,
                                  ChangeTets, ChangeUnit, CancelBuild, DropBuild>;

} // namespace limber::app
