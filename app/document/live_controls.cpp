// SPDX-License-Identifier: MIT
#include "app/document/live_controls.h"

#include "app/document/number_limits.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

Error out_of_limits(const std::string& member, const std::string& what) {
    return {ErrorKind::bad_input, member + " " + what, {}};
}

// Only these members of the description are validated.
CharacterDescription description_with(const CharacterControls& controls) {
    CharacterDescription settings;
    settings.mesh = "mesh";
    settings.material.young = controls.young;
    settings.material.poisson = controls.poisson;
    settings.material.density = controls.density;
    settings.step = {controls.iterations, controls.tolerance, controls.damping, controls.gravity, controls.solver};
    settings.muscles.strength = controls.muscles.strength;
    settings.muscles.held = controls.muscles.held;
    settings.muscles.behaviour = controls.muscles.behaviour;
    return settings;
}

std::optional<Error> fault_in(const PointHandle& handle) {
    if (!is_position(handle.target)) {
        return out_of_limits("handle.target", "must lie within 1e9 metres of the origin along each axis");
    }
    if (!(handle.stiffness >= 0.0 && handle.stiffness <= stiffness_max)) {
        return out_of_limits("handle.stiffness", "must not be negative, and at most 1e100 newtons a metre");
    }
    if (!are_weights(handle.barycentric)) {
        return out_of_limits("handle.barycentric", "must have weights between -2 and 2");
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const AppliedForce& applied) {
    if (!(applied.force.array().abs() <= force_max).all()) {
        return out_of_limits("force.force", "must lie between -1e100 and 1e100 newtons along each axis");
    }
    if (!(applied.period == 0.0 || force_period_range.holds(applied.period))) {
        return out_of_limits("force.period", "must be 0, or lie between 0.001 and 1e6 seconds");
    }
    if (!are_weights(applied.barycentric)) {
        return out_of_limits("force.barycentric", "must have weights between -2 and 2");
    }
    return std::nullopt;
}

std::optional<Error> fault_in_places(const CharacterControls& controls) {
    constexpr const char* words = "must move by at most 1e9 metres along each axis, and stretch by at most 1e6";
    if (!is_placement(controls.rig_offset)) {
        return out_of_limits("move", words);
    }
    if (!std::ranges::all_of(controls.bone_offsets, is_placement)) {
        return out_of_limits("bone.offset", words);
    }
    if (!std::ranges::all_of(controls.target_weights,
                             [](double weight) { return std::abs(weight) <= target_weight_max; })) {
        return out_of_limits("target.weight", "must lie between -1000 and 1000");
    }
    for (const PointHandle& handle : controls.handles) {
        if (auto fault = fault_in(handle)) {
            return fault;
        }
    }
    for (const AppliedForce& applied : controls.forces) {
        if (auto fault = fault_in(applied)) {
            return fault;
        }
    }
    for (const PointSpring& spring : controls.springs) {
        if (auto fault = fault_in(spring)) {
            return fault;
        }
    }
    return fault_in(controls.movements);
}

Json::object_t point_json(int id, const std::array<int, 3>& v, const std::array<double, 3>& w) {
    return {
        {"id", id}, {"vertices", Json::array_t{v[0], v[1], v[2]}}, {"barycentric", Json::array_t{w[0], w[1], w[2]}}};
}

} // namespace

void read_members(MemberReader& members, PointHandle& handle) {
    read_point(members, handle.vertices, handle.barycentric);
    members.read("stiffness", handle.stiffness);
    members.read("target", handle.target);
    members.read("moves_springs", handle.moves_springs);
}

void read_members(MemberReader& members, AppliedForce& applied) {
    read_point(members, applied.vertices, applied.barycentric);
    members.read("force", applied.force);
    members.read("period", applied.period);
}

Json handle_json(const PointHandle& handle) {
    Json::object_t json = point_json(handle.id, handle.vertices, handle.barycentric);
    json.emplace_back("stiffness", handle.stiffness);
    json.emplace_back("target", to_json(handle.target));
    if (handle.moves_springs) {
        json.emplace_back("moves_springs", true);
    }
    return json;
}

Json force_json(const AppliedForce& applied) {
    Json::object_t json = point_json(applied.id, applied.vertices, applied.barycentric);
    json.emplace_back("force", to_json(applied.force));
    json.emplace_back("period", applied.period);
    return json;
}

Vec3 force_at(const AppliedForce& applied, double time) {
    if (applied.period == 0.0) {
        return applied.force;
    }
    const double wave = std::sin(std::numbers::pi * std::fmod(time, applied.period) / applied.period);
    return wave * wave * applied.force;
}

void read_value(const JsonNode& node, CarriedObstacle& carried) {
    MemberReader members(node);
    members.read("obstacle", carried.obstacle);
    members.read("from", carried.from);
    members.read("to", carried.to);
}

Json carried_json(const CarriedObstacle& carried) {
    return Json::object_t{{"obstacle", static_cast<std::int64_t>(carried.obstacle)},
                          {"from", to_json(carried.from)},
                          {"to", to_json(carried.to)}};
}

void remove_spring(CharacterControls& controls, int id) {
    std::erase_if(controls.springs, [id](const PointSpring& spring) { return spring.id == id; });
    for (SpringMovement& movement : controls.movements) {
        std::erase_if(movement.springs, [id](const MovedSpring& moved) { return moved.spring == id; });
    }
}

void set_target_weight(CharacterControls& controls, std::size_t target, double weight) {
    std::vector<double>& weights = controls.target_weights;
    weights.resize(std::max(weights.size(), target + 1), 0.0);
    weights[target] = weight;
    weights = without_trailing_zeros(std::move(weights));
}

LiveControls live_controls(const CharacterControls& controls, const ContactDescription& contact,
                           const Environment& environment) {
    return {controls,
            environment.time_step,
            contact.friction_law,
            contact.tangential_restitution,
            environment.wind,
            environment.gusts,
            nullptr,
            {},
            {},
            false};
}

std::optional<Error> fault_in(const CharacterControls& controls) {
    if (auto fault = fault_in(description_with(controls))) {
        return fault;
    }
    if (!(controls.dynamics >= 0.0 && controls.dynamics <= 1.0)) {
        return out_of_limits("dynamics", "must lie between 0 and 1");
    }
    if (!(std::abs(controls.clip_speed) <= clip_speed_max)) {
        return out_of_limits("clip_speed", "must lie between -1000 and 1000");
    }
    if (auto fault = fault_in(controls.playback)) {
        return out_of_limits(fault->where, fault->message);
    }
    if (auto fault = fault_in(controls.keys)) {
        return out_of_limits(fault->where, fault->message);
    }
    if (auto fault = fault_in_places(controls)) {
        return fault;
    }
    if (auto fault = fault_in(controls.muscles.gait)) {
        return out_of_limits("muscles.gait", "cannot be used: " + fault->where + ": " + fault->message);
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const LiveControls& controls) {
    CharacterDescription settings = description_with(controls);
    settings.contact.tangential_restitution = controls.tangential_restitution;
    settings.environment.time_step = controls.time_step;
    settings.environment.wind = controls.wind;
    settings.environment.gusts = controls.gusts;
    if (auto fault = fault_in(settings)) {
        return fault;
    }
    for (const CarriedObstacle& one : controls.carried) {
        if (!is_rigid(one.from) || !is_rigid(one.to)) {
            return out_of_limits("carried", "must turn and move by at most 1e9 metres, and nothing else");
        }
    }
    if (controls.thrown) {
        if (const auto fault = fault_in(*controls.thrown)) {
            return fault;
        }
    }
    return fault_in(static_cast<const CharacterControls&>(controls));
}

} // namespace limber::app
