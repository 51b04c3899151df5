#pragma once

#include "app/document/character_description.h"
#include "app/document/live_controls.h"
#include "app/document/scene_description.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The character instances of a scene as they are edited: their controls and the model of each. These are plain values,
/// so that undo restores an older copy.
namespace limber::app {

struct CharacterInstance {
    int id = 0;                                            // never given twice
    int model = 0;                                         // instances with the same number share one model
    std::filesystem::path scene = {};                      // that it came from
    std::shared_ptr<const CharacterDescription> base = {}; // what its file says
    Affine home = identity_affine();                       // where it came in
    double clip_start = 0.0;                               // [s] of its clip
    LiveControls controls = {};                            // its place is their rig_offset
    double handle_stiffness = 0.0;                         // [N/m] of handles to come
    std::string shows = {};                                // the gait for which it was put beside another; empty: none
    int beside = 0;                                        // the instance that it was put beside, if it shows a gait
    bool operator==(const CharacterInstance&) const = default;

    /// A temporary instance for comparison; it is not saved.
    bool is_helper() const {
        return !shows.empty();
    }
};

struct Scene {
    std::vector<CharacterInstance> instances;
    std::map<int, CharacterDescription> models; // what a rebuild reads, by the instances' model numbers
    bool operator==(const Scene&) const = default;

    const CharacterInstance* instance(int id) const;
    CharacterInstance* instance(int id);
    /// How many instances use this model.
    int sharers(int model) const;
};

/// The scene without helpers; if only helpers are left, they stay.
Scene without_helpers(Scene scene);

/// The title of an instance: its model's name, numbered where several have it.
std::string title_of(const Scene& scene, int id);

/// The description with the numbers that were turned live: what is saved and built.
CharacterDescription with_live_numbers(CharacterDescription description, const LiveControls& controls);

/// The form of the file: every instance that is no helper, what differs from its scene's file, and its live controls.
/// An instance without a scene file (from a recording or a mesh), or alone, holds its whole description. So does one
/// whose scene file is among the `replaced`: those are no longer what the instance was made from.
SceneDescription described(const Scene& scene, const std::string& name, const std::optional<CameraDescription>& camera,
                           const SceneView& view = {}, const std::vector<std::filesystem::path>& replaced = {});

/// An instance of the same model, moved by `way`, without handles.
CharacterInstance doubled(const CharacterInstance& instance, int id, const Vec3& way);

} // namespace limber::app
