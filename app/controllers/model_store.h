// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/stage.h"
#include "app/document/scene.h"
#include "app/scenes/prepared_scene.h"
#include "app/simulation/snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

/// The running models of a scene. The document holds the desired settings; the store holds the last built models, which
/// the simulation may not use yet.
namespace limber::app {

class ModelStore {
public:
    /// A number for a new character or model. No number is returned twice.
    int next_id() {
        return ++last_id_;
    }

    /// The newest model of that number. Precondition: the store has one.
    const CharacterPtr& at(int model) const {
        return models_.at(model);
    }
    /// Null if the store has no model of that number.
    CharacterPtr find(int model) const;
    /// The description as its file had it; null if the store has no model of that number.
    const CharacterDescription* opened(int model) const;

    /// Removes all models.
    void clear();
    /// Adds the models of a scene that was opened. Returns that scene with new numbers. `controls`: of each member, if
    /// they differ from those with which it starts; empty: none.
    Scene add(const PreparedScene& prepared, const std::vector<LiveControls>& controls);
    /// Adds the same model under a new number, which is returned.
    int duplicate(int model);
    /// Sets the newest model of that number. Returns the one before, or null.
    CharacterPtr replace(int model, CharacterPtr built);

    /// A model that differs from the settings that are wanted.
    struct Build {
        int model = 0;
        CharacterDescription wanted;
        Stage from = Stage::nothing; // the first stage that differs
    };
    /// The first model in the order of the scene that must be built again; nullopt if none must. A wanted model that
    /// the simulation shows already, because the timeline was rewound to it, becomes the newest one and needs no build.
    std::optional<Build> find_outdated(const Scene& scene, const std::vector<Snapshot>& shown);

    /// What the model of that character is built from.
    static CharacterDescription wanted(const Scene& scene, const CharacterInstance& instance);

    /// Whether the model must be built again for that scene.
    bool is_outdated(const Scene& scene, int model) const;

    /// What the simulation receives. Friction, wind and obstacles take effect in the next step without a build.
    LiveControls live_controls(const Scene& scene, const CharacterInstance& instance) const;

private:
    /// Obstacles that differ from those that a model was built with.
    struct ChangedObstacles {
        CharacterPtr model;
        ContactDescription contact;
        Environment environment;
        std::shared_ptr<const Obstacles> obstacles; // null: those that the model was built with
    };

    std::shared_ptr<const Obstacles> changed_obstacles(int model, const ContactDescription& contact,
                                                       const Environment& environment) const;

    std::map<int, CharacterPtr> models_;
    std::map<int, CharacterDescription> opened_;
    mutable std::map<int, ChangedObstacles> changed_obstacles_; // a cache
    int last_id_ = 0;
};

} // namespace limber::app
