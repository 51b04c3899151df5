// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"
#include "app/motion/controls_recording.h"
#include "app/recording/controls_file.h"
#include "app/recording/recorded_bits.h"
#include "engine/core/hash.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <type_traits>

namespace limber::app {
namespace {

// Recordings without these members are those of earlier versions too.
void add_if_changed(const LiveControls& before, const LiveControls& after, Json::object_t& json) {
    if (before.playback != after.playback) {
        json.emplace_back("playback", clip_playback_json(after.playback));
    }
    if (before.is_enabled != after.is_enabled) {
        json.emplace_back("enabled", after.is_enabled);
    }
    if (before.dynamics != after.dynamics) {
        json.emplace_back("dynamics", after.dynamics);
    }
    if (before.is_rigid != after.is_rigid) {
        json.emplace_back("rigid", after.is_rigid);
    }
}

Json settings_json(const LiveControls& before, const LiveControls& controls) {
    Json::object_t json{{"clip", controls.clip},
                        {"clip_speed", controls.clip_speed},
                        {"gravity", to_json(controls.gravity)},
                        {"time_step", controls.time_step},
                        {"young", controls.young},
                        {"poisson", controls.poisson},
                        {"density", controls.density},
                        {"damping", controls.damping},
                        {"iterations", controls.iterations},
                        {"tolerance", controls.tolerance},
                        {"solver", solver_json(controls.solver)},
                        {"friction_law", friction_json(controls.friction_law)},
                        {"kept", controls.tangential_restitution},
                        {"wind", to_json(controls.wind.velocity)},
                        {"air_drag", controls.wind.drag},
                        {"gusts", gusts_json(controls.gusts)}};
    add_if_changed(before, controls, json);
    return json;
}

// A member that an event does not name stays: an event also says that springs do not follow the handle.
Json handle_event_json(const PointHandle& handle) {
    Json json = handle_json(handle);
    if (!handle.moves_springs) {
        json["moves_springs"] = false;
    }
    return json;
}

bool same_settings(const LiveControls& a, LiveControls b) {
    b.keys = a.keys;
    b.bone_offsets = a.bone_offsets;
    b.target_weights = a.target_weights;
    b.rig_offset = a.rig_offset;
    b.handles = a.handles;
    b.forces = a.forces;
    b.springs = a.springs;
    b.movements = a.movements;
    b.drags_springs = a.drags_springs; // which a step does not read
    b.muscles = a.muscles;
    b.obstacles = a.obstacles;
    b.carried = a.carried;
    b.thrown = a.thrown;
    return a == b;
}

class EventList {
public:
    void add(std::uint64_t step, const char* what, Json value) {
        events_.emplace_back(Json::object_t{{"step", step}, {what, std::move(value)}});
    }

    void add_change(std::uint64_t step, const LiveControls& before, const LiveControls& after) {
        if (!same_settings(before, after)) {
            add(step, "set", settings_json(before, after));
        }
        add_pulls(step, before.handles, after.handles, {"handle", "release", handle_event_json});
        add_pulls(step, before.forces, after.forces, {"force", "release_force", force_json});
        add_pulls(step, before.springs, after.springs, {"spring", "release_spring", spring_json});
        if (before.movements != after.movements) {
            add(step, "movements", movements_json(after.movements));
        }
        if (before.keys != after.keys) {
            add(step, "keys", pose_keys_json(after.keys));
        }
        add_bones(step, before.bone_offsets, after.bone_offsets);
        add_targets(step, before.target_weights, after.target_weights);
        if (before.rig_offset != after.rig_offset) {
            add(step, "move", to_json(after.rig_offset));
        }
        if (before.muscles != after.muscles) {
            add(step, "muscles", muscle_controls_json(after.muscles));
        }
        if (before.obstacles != after.obstacles) {
            add(step, "obstacles", after.obstacles ? app::obstacles_json(*after.obstacles) : Json("scene"));
        }
        if (before.carried != after.carried) {
            Json::array_t carried;
            std::ranges::transform(after.carried, std::back_inserter(carried), carried_json);
            add(step, "carried", std::move(carried));
        }
        if (after.thrown) {
            add(step, "throw", throw_json(*after.thrown));
        }
    }

    Json::array_t take() {
        return std::move(events_);
    }

private:
    // The events of handles, of forces or of springs.
    template <typename Pull>
    struct PullEvents {
        const char* change;
        const char* release;
        Json (*json)(const Pull&);
    };

    // The order of the handles, of the forces and of the springs affects the last bits, so if it changes, all are
    // released and added again.
    template <typename Pull>
    void add_pulls(std::uint64_t step, const std::vector<Pull>& before, const std::vector<Pull>& after,
                   const PullEvents<std::type_identity_t<Pull>>& events) {
        std::vector<Pull> kept;
        for (const Pull& pull : before) {
            if (std::ranges::find(after, pull.id, &Pull::id) != after.end()) {
                kept.push_back(pull);
            } else {
                add(step, events.release, pull.id);
            }
        }
        const bool in_order =
            kept.size() <= after.size() && std::equal(kept.begin(), kept.end(), after.begin(),
                                                      [](const Pull& a, const Pull& b) { return a.id == b.id; });
        for (const Pull& pull : in_order ? std::vector<Pull>() : kept) {
            add(step, events.release, pull.id);
        }
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (!in_order || i >= kept.size() || kept[i] != after[i]) {
                add(step, events.change, events.json(after[i]));
            }
        }
    }

    void add_bones(std::uint64_t step, const std::vector<Affine>& before, const std::vector<Affine>& after) {
        const std::size_t count = std::max(before.size(), after.size());
        for (std::size_t b = 0; b < count; ++b) {
            const Affine was = b < before.size() ? before[b] : identity_affine();
            const Affine is = b < after.size() ? after[b] : identity_affine();
            if (was != is) {
                add(step, "bone", Json::object_t{{"index", static_cast<int>(b)}, {"offset", to_json(is)}});
            }
        }
    }

    void add_targets(std::uint64_t step, const std::vector<double>& before, const std::vector<double>& after) {
        const std::size_t count = std::max(before.size(), after.size());
        for (std::size_t t = 0; t < count; ++t) {
            const double was = t < before.size() ? before[t] : 0.0;
            const double is = t < after.size() ? after[t] : 0.0;
            if (was != is) {
                add(step, "target", Json::object_t{{"index", static_cast<int>(t)}, {"weight", is}});
            }
        }
    }

    Json::array_t events_;
};

} // namespace

Json controls_value(const Recording& recording, const LiveControls& start, const CharacterDescription* scene,
                    const std::filesystem::path& folder) {
    EventList events;
    const LiveControls* before = &start;
    for (const ControlsChange& change : recording.changes) {
        events.add_change(change.step, *before, change.controls);
        before = &change.controls;
    }
    Json::object_t json{{"format", "limber-controls"}, {"version", 1}, {"steps", recording.step_count}};
    if (recording.final_hash != 0) {
        json.emplace_back("hash", hex(recording.final_hash));
    }
    if (!recording.instruction_set.empty()) {
        json.emplace_back("instruction_set", recording.instruction_set);
    }
    json.emplace_back("events", events.take());
    if (!recording.hashes.empty()) {
        json.emplace_back("hashes", hash_rows(recording.hashes));
    }
    if (scene) {
        json.emplace_back("scene", scene_value(*scene, folder));
    }
    if (recording.start) {
        json.emplace_back("start", stored_state_json(*recording.start));
    }
    return json;
}

} // namespace limber::app
