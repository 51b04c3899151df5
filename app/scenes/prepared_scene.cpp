// SPDX-License-Identifier: MIT
#include "app/scenes/prepared_scene.h"

#include "app/character/starting_controls.h"
#include "app/character_build/character_surroundings.h"
#include "app/character_build/earliest_difference.h"
#include "app/creatures/creatures.h"
#include "app/document/obstacle_placing.h"
#include "app/document/scene_changes.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <future>
#include <optional>

namespace limber::app {
namespace {

constexpr std::size_t worker_count = 2; // number of parallel workers
constexpr auto poll_interval = std::chrono::milliseconds(50);

// One unit of parallel work.
struct Order {
    std::string name;
    std::function<std::optional<Error>(Progress*)> work;
    Progress progress = {};
    std::optional<Error> fault = {};
    std::atomic<bool> is_begun = false;
    std::atomic<bool> is_done = false;
};

// Adds the name of the work to a phase, unless the phase contains it.
std::string words_for(const std::string& name, const std::string& phase) {
    if (phase.find(name) != std::string::npos) {
        return phase;
    }
    return phase.empty() ? name : name + ": " + phase;
}

/// Runs units of work, two in parallel. The first error cancels all others.
class SideBySide {
public:
    /// The work covers the progress from `from` to `to`.
    SideBySide(Progress* progress, double from, double to) : progress_(progress), from_(from), to_(to) {}

    void add(std::string name, std::function<std::optional<Error>(Progress*)> work) {
        Order& order = orders_.emplace_back();
        order.name = std::move(name);
        order.work = std::move(work);
    }

    std::optional<Error> carried_out() {
        if (orders_.size() == 1) {
            const PartOfProgress part(progress_, from_, to_);
            return orders_.front().work(progress_);
        }
        std::vector<std::future<void>> workers;
        for (std::size_t worker = 0; worker < std::min(worker_count, orders_.size()); ++worker) {
            workers.push_back(std::async(std::launch::async, [this] { carry_out(); }));
        }
        for (auto& worker : workers) {
            while (worker.wait_for(poll_interval) != std::future_status::ready) {
                tell();
            }
            worker.get();
        }
        return fault();
    }

private:
    void carry_out() {
        for (std::size_t at = next_++; at < orders_.size() && !fails_; at = next_++) {
            Order& order = orders_[at];
            order.is_begun = true;
            order.fault = order.work(&order.progress);
            fails_ = fails_ || order.fault.has_value();
            order.is_done = true;
        }
    }

    // Reports the current phase and the progress, and forwards a cancellation.
    void tell() {
        std::string phase;
        int more = 0; // number of other running units
        double done = 0.0;
        for (const Order& order : orders_) {
            const ProgressReport latest = order.progress.latest();
            done += order.is_done ? 1.0 : latest.fraction;
            if (order.is_begun && !order.is_done) {
                more += phase.empty() ? 0 : 1;
                phase = phase.empty() ? words_for(order.name, latest.phase) : phase;
            }
        }
        const double share = done / static_cast<double>(orders_.size());
        phase += more > 0 ? ", and " + std::to_string(more) + " more" : "";
        if (fails_ || !keep_going(progress_, phase, from_ + (to_ - from_) * share)) {
            for (Order& order : orders_) {
                order.progress.cancel();
            }
        }
    }

    // Tasks that stopped because another one failed do not count as cancelled.
    std::optional<Error> fault() const {
        std::optional<Error> worst;
        for (const Order& order : orders_) {
            if (order.fault && (!worst || worst->kind == ErrorKind::cancelled)) {
                worst = order.fault;
            }
        }
        return worst;
    }

    Progress* progress_;
    double from_;
    double to_;
    std::deque<Order> orders_; // a deque, because units must not move
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> fails_ = false;
};

std::string name_of_scene(const std::filesystem::path& scene) {
    return creature_named_by(scene) ? display_name(scene) : scene.stem().string();
}

// A scene of the list; each is read once.
struct Reading {
    std::filesystem::path scene;
    Repaired<CharacterDescription> described = {};
};

// Of the progress. To make a creature takes longer than to prepare it; to read one, hardly any time.
double share_of_reading(const SceneDescription& description) {
    const auto is_made_first = [](const SceneMember& member) {
        const auto creature = creature_named_by(member.scene);
        return !member.character && creature && !is_kept(*creature);
    };
    return std::ranges::any_of(description.members, is_made_first) ? 0.6 : 0.05;
}

Result<std::vector<Reading>> read_scenes(const SceneDescription& description, const ScenePreparation& how,
                                         double share) {
    std::vector<Reading> ui_state;
    for (const SceneMember& member : description.members) {
        if (!member.character && std::ranges::find(ui_state, member.scene, &Reading::scene) == ui_state.end()) {
            ui_state.push_back({member.scene});
        }
    }
    SideBySide side_by_side(how.progress, 0.0, share);
    for (Reading& reading : ui_state) {
        side_by_side.add(name_of_scene(reading.scene), [&](Progress* progress) -> std::optional<Error> {
            auto described = describe(reading.scene, progress);
            if (!described) {
                return described.error();
            }
            reading.described = std::move(described).value();
            if (how.surface_vertices > 0 && reading.scene.extension() != ".json") {
                reading.described.value.target_vertices = how.surface_vertices;
            }
            return std::nullopt;
        });
    }
    const auto fault = side_by_side.carried_out();
    return fault ? Result<std::vector<Reading>>(*fault) : ui_state;
}

const CharacterDescription& base_of(const SceneMember& member, const std::vector<Reading>& ui_state) {
    return member.character ? *member.character
                            : std::ranges::find(ui_state, member.scene, &Reading::scene)->described.value;
}

Result<Repaired<PreparedCharacter>> described_member(const SceneMember& member, const std::vector<Reading>& ui_state,
                                                     const ScenePreparation& how) {
    const CharacterDescription& base = base_of(member, ui_state);
    PreparedCharacter one{member, base, base, nullptr};
    std::vector<std::string> warnings;
    if (!member.changes.empty()) {
        auto read =
            changed(one.base, member.changes, member.scene.string() + ", changes", folder_of_changes(member.scene));
        if (!read) {
            return read.error();
        }
        auto [otherwise, strange] = std::move(read).value();
        one.description = std::move(otherwise);
        warnings = std::move(strange);
    }
    if (how.adjusted) {
        auto wanted = how.adjusted(one.description);
        if (!wanted) {
            return wanted.error();
        }
        if (one.member.live) {
            drop_overridden(*one.member.live, one.description, wanted.value());
        }
        if (wanted.value().clips != one.description.clips) {
            one.member.clip_time = 0.0; // it is of another clip
        }
        one.description = std::move(wanted).value();
    }
    return Repaired<PreparedCharacter>{std::move(one), std::move(warnings)};
}

std::string name_of_member(const PreparedCharacter& one) {
    return one.member.character ? one.description.name : name_of_scene(one.member.scene);
}

// Whether two characters can share a model: their descriptions differ only in live values.
bool share_a_model(const PreparedCharacter& one, const PreparedCharacter& other) {
    return one.member.scene == other.member.scene && one.description.look == other.description.look &&
           one.description.name == other.description.name && one.description.muscles == other.description.muscles &&
           one.description.contact == other.description.contact &&
           have_same_clips(one.description, other.description) &&
           earliest_difference(one.description, other.description) >= Stage::state;
}

bool keeps_lengths(const Affine& map) {
    const Mat3 A = map.leftCols<3>();
    return (A.transpose() * A - Mat3::Identity()).norm() < 1e-6;
}

// The obstacles of a member's own scene, moved by its placement, and carried by its own bones. A placement with a
// stretch only translates them.
Obstacles obstacles_around(const PreparedCharacter& one, int place) {
    Affine way = one.member.placement;
    if (!keeps_lengths(way)) {
        way.leftCols<3>() = Mat3::Identity();
    }
    Obstacles all = one.description.environment.obstacles;
    renumber_carriers(all, [&](int) { return place; });
    if (way != identity_affine()) {
        for (Obstacle& obstacle : all) {
            move_by(way, obstacle);
        }
    }
    return all;
}

// The obstacles of the list, or, where it has none, those of all members; the wind and the gusts of the first member
// that has either; the time step of the first member.
Environment common_environment(const SceneDescription& description, const std::vector<PreparedCharacter>& members) {
    Environment common;
    common.time_step = members.empty() ? common.time_step : members.front().description.environment.time_step;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Environment& own = members[i].description.environment;
        merge(common, {obstacles_around(members[i], static_cast<int>(i)), own.wind, common.time_step, own.gusts});
    }
    common.obstacles = description.obstacles.value_or(std::move(common.obstacles));
    return common;
}

// `begin`: of the progress.
std::optional<Error> build_models(PreparedScene& prepared, const ScenePreparation& how, double begin) {
    std::vector<std::size_t> first; // per model: index of its first member
    std::vector<std::size_t> model_of;
    for (const PreparedCharacter& one : prepared.members) {
        const auto same = [&](std::size_t index) {
            return share_a_model(prepared.members[index], one);
        };
        const auto found = std::ranges::find_if(first, same);
        model_of.push_back(static_cast<std::size_t>(found - first.begin()));
        if (found == first.end()) {
            first.push_back(model_of.size() - 1);
        }
    }
    prepared.models.resize(first.size());
    FactorizationCache* factorizations =
        first.size() == 1 ? how.factorizations : nullptr; // it holds a single factorisation
    SideBySide side_by_side(how.progress, begin, 1.0);
    for (std::size_t model = 0; model < first.size(); ++model) {
        const PreparedCharacter& one = prepared.members[first[model]];
        side_by_side.add(name_of_member(one), [&, model](Progress* progress) -> std::optional<Error> {
            const CharacterPtr read = how.read ? with_same_mesh(*how.read, one.description) : nullptr;
            auto built = how.purpose == Purpose::facts
                             ? read_character(one.description, progress, how.cache, read)
                             : build_character(one.description, read, Stage::operators, progress, how.threads,
                                               how.purpose, how.cache, factorizations);
            if (!built) {
                return built.error();
            }
            prepared.models[model] = std::move(built).value();
            return std::nullopt;
        });
    }
    if (auto fault = side_by_side.carried_out()) {
        return fault;
    }
    for (std::size_t i = 0; i < model_of.size(); ++i) {
        prepared.members[i].character = prepared.models[model_of[i]];
    }
    return std::nullopt;
}

// The lowest floor of all members, which all members with a floor use.
std::optional<double> common_floor(const PreparedScene& prepared) {
    std::optional<double> lowest;
    for (const PreparedCharacter& one : prepared.members) {
        const ContactDescription& contact = one.description.contact;
        if (contact.floor) {
            const double its = contact.floor_height.value_or(floor_height_under(*one.character, one.member.placement));
            lowest = lowest ? std::min(*lowest, its) : its;
        }
    }
    return lowest;
}

std::optional<Error> level_floors(PreparedScene& prepared) {
    const bool is_alone =
        prepared.members.size() == 1 && prepared.members.front().member.placement == identity_affine();
    // Floors of a saved scene were already levelled when it was made, and may have been moved since.
    const bool is_saved =
        std::ranges::all_of(prepared.members, [](const PreparedCharacter& one) { return one.member.live.has_value(); });
    const auto level = is_alone || is_saved ? std::nullopt : common_floor(prepared);
    if (!level) {
        return std::nullopt;
    }
    for (CharacterPtr& model : prepared.models) {
        const CharacterPtr before = model;
        ContactDescription contact = before->description.contact;
        if (!contact.floor || contact.floor_height == level) {
            continue;
        }
        contact.floor_height = level;
        auto levelled = with_surroundings(before, contact, before->description.environment);
        if (!levelled) {
            return levelled.error();
        }
        model = std::move(levelled).value();
        for (PreparedCharacter& one : prepared.members) {
            if (one.character == before) {
                one.character = model;
                one.description.contact = contact;
            }
        }
    }
    return std::nullopt;
}

int nearest_on_surface(const Character& character, const Vec3& place) {
    const auto distance = [&](int vertex) {
        return (character.mesh.X.row(vertex).transpose() - place).squaredNorm();
    };
    return *std::ranges::min_element(character.boundary_vertices, {}, distance);
}

// Replaces handles and springs at places by those at vertices. `placement`: of the rest shape in the world.
void find_vertices(LiveState& live, const Character& character, const Affine& placement) {
    if (character.boundary_vertices.empty()) {
        return;
    }
    for (const PlacedHandle& placed : live.placed_handles) {
        const int vertex = nearest_on_surface(character, placed.at);
        PointHandle handle{.id = static_cast<int>(live.handles.size()) + 1,
                           .vertices = {vertex, vertex, vertex},
                           .stiffness = placed.stiffness,
                           .target = apply(placement, character.mesh.X.row(vertex).transpose()),
                           .moves_springs = placed.moves_springs};
        live.handles.push_back(handle);
    }
    for (const PlacedSpring& placed : live.placed_springs) {
        const int from = nearest_on_surface(character, placed.from);
        const int to = nearest_on_surface(character, placed.to);
        live.springs.push_back({.id = free_spring_id(live.springs),
                                .name = placed.name,
                                .from = {.vertices = {from, from, from}},
                                .to = {.vertices = {to, to, to}},
                                .stiffness = placed.stiffness,
                                .rest_length = (character.mesh.X.row(to) - character.mesh.X.row(from)).norm(),
                                .group = placed.group});
    }
    live.placed_handles.clear();
    live.placed_springs.clear();
}

// Removes values that do not fit the character, because its mesh or rig may have changed since it was saved.
void repair(LiveState& live, const Character& character, std::vector<std::string>& warnings) {
    const auto is_on_mesh = [&](const auto& pull) {
        return std::ranges::all_of(pull.vertices, [&](int vertex) { return vertex < character.vertex_count(); });
    };
    const std::string& name = character.description.name;
    const auto warn = [&](std::size_t count, const std::string& what) {
        if (count > 0) {
            warnings.push_back(name + ": " + std::to_string(count) + " " + what + (count == 1 ? " was" : "s were") +
                               " left out, because the mesh has no such vertices");
        }
    };
    warn(std::erase_if(live.handles, std::not_fn(is_on_mesh)), "handle");
    warn(std::erase_if(live.forces, std::not_fn(is_on_mesh)), "force");
    warn(std::erase_if(live.springs,
                       [&](const PointSpring& spring) { return !is_on_mesh(spring.from) || !is_on_mesh(spring.to); }),
         "spring");
    const std::size_t bones = character.rig.skeleton.bones.size();
    if (!live.bone_offsets.empty() && live.bone_offsets.size() != bones) {
        warnings.push_back(name + ": the pose of " + std::to_string(live.bone_offsets.size()) +
                           " bones was left out, because the rig has " + std::to_string(bones));
        live.bone_offsets.clear();
    }
    const auto targets = static_cast<std::size_t>(character.rig.target_count());
    if (live.target_weights.size() > targets) {
        warnings.push_back(name + ": the weights of " + std::to_string(live.target_weights.size()) +
                           " targets were left out, because the rig has " + std::to_string(targets));
        live.target_weights.clear();
    }
    const auto has_no_place = [&](const PoseKey& key) {
        return (!key.bones.empty() && key.bones.back().bone >= static_cast<int>(bones)) ||
               (!key.targets.empty() && key.targets.back().target >= static_cast<int>(targets));
    };
    if (std::ranges::any_of(live.keys.all(), has_no_place)) {
        warnings.push_back(name + ": the keys move bones or targets that the rig does not have");
    }
}

// Warns about obstacles whose bone is not there, which stay where they are.
void check_carriers(const PreparedScene& prepared, std::vector<std::string>& warnings) {
    for (const Obstacle& obstacle : prepared.environment.obstacles) {
        if (!obstacle.carrier) {
            continue;
        }
        const auto place = static_cast<std::size_t>(obstacle.carrier->character);
        const bool is_there =
            place < prepared.members.size() && std::ranges::count(prepared.members[place].character->rig.skeleton.bones,
                                                                  obstacle.carrier->bone, &Bone::name) > 0;
        if (!is_there) {
            warnings.push_back("an obstacle stays in place, because there is no bone \"" + obstacle.carrier->bone +
                               "\" to carry it");
        }
    }
}

// A rigid body has the volume and the inertia of tets.
std::optional<Error> fault_in_carried(const PreparedScene& prepared) {
    for (const PreparedCharacter& one : prepared.members) {
        if (one.member.rigid && one.character->thin) {
            return Error{ErrorKind::bad_input,
                         "consists of rods or a shell, which no rigid body carries: remove \"rigid\" of this character",
                         one.description.mesh.string()};
        }
    }
    return std::nullopt;
}

} // namespace

Result<PreparedScene> prepared_scene(const SceneDescription& description, const ScenePreparation& how) {
    const double reading_share = share_of_reading(description);
    const auto ui_state = read_scenes(description, how, reading_share);
    if (!ui_state) {
        return ui_state.error();
    }
    PreparedScene prepared;
    prepared.warm_up = description.warm_up;
    for (const Reading& reading : ui_state.value()) {
        const auto& warnings = reading.described.warnings;
        prepared.warnings.insert(prepared.warnings.end(), warnings.begin(), warnings.end());
    }
    for (const SceneMember& member : description.members) {
        auto one = described_member(member, ui_state.value(), how);
        if (!one) {
            return one.error();
        }
        const auto& warnings = one.value().warnings;
        prepared.warnings.insert(prepared.warnings.end(), warnings.begin(), warnings.end());
        prepared.members.push_back(std::move(one).value().value);
    }
    prepared.environment = common_environment(description, prepared.members);
    for (PreparedCharacter& one : prepared.members) {
        one.description.environment = prepared.environment;
    }
    auto fault = build_models(prepared, how, reading_share);
    fault = fault ? fault : fault_in_carried(prepared);
    if (!fault && how.purpose != Purpose::facts) {
        fault = level_floors(prepared);
    }
    if (fault) {
        return *fault;
    }
    for (PreparedCharacter& one : prepared.members) {
        if (one.member.live) {
            find_vertices(*one.member.live, *one.character, one.member.placement);
            repair(*one.member.live, *one.character, prepared.warnings);
        }
    }
    check_carriers(prepared, prepared.warnings);
    return prepared;
}

LiveControls starting_controls(const PreparedCharacter& one) {
    LiveControls controls = starting_controls(*one.character, one.description);
    controls.rig_offset = compose(one.member.placement, controls.rig_offset);
    if (one.member.live) {
        write_to_controls(*one.member.live, one.description, controls);
    }
    return controls;
}

Affine home_of(const PreparedCharacter& one) {
    const std::optional<Affine> home = one.member.live ? one.member.live->home : std::nullopt;
    return home.value_or(one.member.placement);
}

Result<Repaired<SceneDescription>> scene_in(const std::filesystem::path& path) {
    if (is_list_of_characters(path)) {
        return read_scene_file(path);
    }
    Repaired<SceneDescription> alone;
    alone.value.members.push_back({path, identity_affine(), 0.0, {}});
    return alone;
}

} // namespace limber::app
