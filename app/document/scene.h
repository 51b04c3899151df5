// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "app/document/live_controls.h"
#include "app/document/scene_description.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The character instances of a scene as they are edited: their controls, the model of each, and what surrounds them
/// all. These are plain values, so that undo restores an older copy.
///
/// Material, damping, iterations, gravity, clip and muscle strength are in a model's description and in the controls of
/// each instance. The description has the values with which the model was opened or built, the controls have the
/// instance's current ones, which the simulation uses. `with_live_numbers` makes a description of the current values,
/// to save or build it. A body that is built from its Poisson's ratio is built from the description's.
namespace limber::app {

struct CharacterInstance {
    int id = 0;                                            // unique, never reused
    int model = 0;                                         // instances with the same number share one model
    std::filesystem::path scene = {};                      // of the instance's scene file
    std::shared_ptr<const CharacterDescription> base = {}; // as in that file
    Affine home = identity_affine();                       // initial placement
    double clip_start = 0.0;                               // clip time at the start [s]
    CharacterControls controls = {};                       // rig_offset is the current placement
    double handle_stiffness = 0.0;                         // of new handles [N/m]
    std::optional<RigidDescription> rigid = {};            // the rigid body that carries it; none: no such body
    std::vector<ComparedSubspace> compared = {};           // bodies of these subspaces move beside it
    std::string shows = {}; // the gait that a comparison instance shows; empty: not a comparison instance
    int beside = 0;         // id of the compared instance
    bool operator==(const CharacterInstance&) const = default;

    /// A temporary instance for comparison; it is not saved.
    bool is_helper() const {
        return !shows.empty();
    }
};

struct Scene {
    std::vector<CharacterInstance> instances;
    std::map<int, ModelDescription> models; // by the instances' model numbers
    Environment environment;                // of all characters
    double warm_up = 0.0; // [s] that are simulated before the first frame, on opening, at a reset and in exports
    bool operator==(const Scene&) const = default;

    const CharacterInstance* instance(int id) const;
    CharacterInstance* instance(int id);
    /// The number of instances with this model.
    int sharers(int model) const;
};

/// The scene without helpers; if only helpers are left, they stay.
Scene without_helpers(Scene scene);

/// Removes a clip of a model. Characters that play it play none.
void remove_clip(Scene& scene, int model, int clip);

/// The title of an instance: its model's name, with a number if several have it.
std::string title_of(const Scene& scene, int id);

/// What the characters with this model are built from: the model in the scene's environment.
CharacterDescription description_of(const Scene& scene, int model);

/// The description with the current live numbers.
CharacterDescription with_live_numbers(CharacterDescription description, const CharacterControls& controls);
/// What the model of this character is built from: the description with the live numbers, except for gravity, which
/// determines the floor's normal.
CharacterDescription description_to_build(const Scene& scene, const CharacterInstance& instance);

/// The form of the file: every instance that is not a helper, with its changes to its scene file and its live controls.
/// An instance without a scene file (from a recording or a mesh), and a single instance, store the whole description.
/// So does an instance whose scene file is among the `replaced`, because those files have changed.
SceneDescription described(const Scene& scene, const std::string& name, const std::optional<CameraDescription>& camera,
                           const SceneView& view = {}, const std::vector<std::filesystem::path>& replaced = {});

/// A copy of an instance with the same model, moved by `way`, without handles and forces, and without a comparison.
CharacterInstance doubled(const CharacterInstance& instance, int id, const Vec3& way);

} // namespace limber::app
