// SPDX-License-Identifier: MIT
#include "app/document/surroundings.h"

#include "app/document/number_limits.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limber::app {
namespace {

constexpr std::array<const char*, 5> shape_names{"ground", "ball", "capsule", "block", "hills"};
constexpr std::array<const char*, 2> law_names{"coulomb", "damped"};

constexpr const char* not_a_round_shape =
    "must lie within 1e9 metres of the origin, must be no larger than that, and must have a positive radius";
constexpr const char* not_a_rigid_placement =
    "must have a placement that turns and moves by at most 1e9 metres, and nothing else";

bool is_size(double length) {
    return length > 0.0 && length <= coordinate_max;
}

void read_shape(MemberReader& members, HalfSpace& ground) {
    members.read("point", ground.point);
    members.read("normal", ground.normal);
    const double length = ground.normal.norm();
    // A unit normal is unchanged, so that a saved file restores the same bits.
    if (length > 0.0 && std::abs(length - 1.0) > 1e-12) {
        ground.normal /= length;
    }
}

void read_shape(MemberReader& members, Ball& ball) {
    members.read("centre", ball.centre);
    members.read("radius", ball.radius);
}

void read_shape(MemberReader& members, Capsule& capsule) {
    members.read("from", capsule.a);
    members.read("to", capsule.b);
    members.read("radius", capsule.radius);
}

void read_shape(MemberReader& members, Box& block) {
    Vec3 size = 2.0 * block.half_size;
    members.read("size", size);
    members.read("placement", block.placement);
    block.half_size = 0.5 * size;
}

void read_shape(MemberReader& members, HeightField& hills) {
    members.read("spacing", hills.spacing);
    members.read("placement", hills.placement);
    hills.heights = Matrix::Zero(2, 2);
    if (const auto rows = members.take("heights")) {
        hills.heights = matrix_in(*rows);
    }
}

Shape shape_called(std::size_t index) {
    switch (index) {
    case 0:
        return HalfSpace{};
    case 1:
        return Ball{};
    case 2:
        return Capsule{};
    case 3:
        return Box{};
    default:
        return HeightField{};
    }
}

// The index of the member's name among `names`; `missing` if there is no such member.
template <std::size_t count>
std::size_t read_name(MemberReader& members, const char* member, const std::array<const char*, count>& names,
                      std::size_t missing = 0) {
    const auto node = members.take(member);
    if (!node) {
        return missing;
    }
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        if (node->is_text(names[i])) {
            return i;
        }
        all += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + ("\"" + std::string(names[i]) + "\"");
    }
    node->refuse("must be " + all);
    return 0;
}

void read_value(const JsonNode& node, Carrier& carrier) {
    MemberReader members(node);
    members.read("character", carrier.character);
    members.read("name", carrier.bone);
    members.read("reference", carrier.reference);
}

Json carrier_json(const Carrier& carrier) {
    return Json::object_t{
        {"character", carrier.character}, {"name", carrier.bone}, {"reference", to_json(carrier.reference)}};
}

Obstacle obstacle_in(const JsonNode& node) {
    MemberReader members(node);
    Obstacle obstacle;
    obstacle.shape = shape_called(read_name(members, "shape", shape_names));
    std::visit([&](auto& shape) { read_shape(members, shape); }, obstacle.shape);
    members.read("friction", obstacle.friction);
    members.read("restitution", obstacle.restitution);
    if (const auto bone = members.take("bone")) {
        read_value(*bone, obstacle.carrier.emplace());
    }
    return obstacle;
}

Json::object_t shape_json(const HalfSpace& ground) {
    return {{"point", to_json(ground.point)}, {"normal", to_json(ground.normal)}};
}

Json::object_t shape_json(const Ball& ball) {
    return {{"centre", to_json(ball.centre)}, {"radius", ball.radius}};
}

Json::object_t shape_json(const Capsule& capsule) {
    return {{"from", to_json(capsule.a)}, {"to", to_json(capsule.b)}, {"radius", capsule.radius}};
}

Json::object_t shape_json(const Box& block) {
    return {{"size", to_json(Vec3(2.0 * block.half_size))}, {"placement", to_json(block.placement)}};
}

Json::object_t shape_json(const HeightField& hills) {
    Json::array_t rows;
    for (Index i = 0; i < hills.heights.rows(); ++i) {
        const Vector row = hills.heights.row(i);
        rows.emplace_back(Json::array_t(row.begin(), row.end()));
    }
    return {{"spacing", hills.spacing}, {"placement", to_json(hills.placement)}, {"heights", rows}};
}

const char* fault_in(const HalfSpace& ground) {
    const bool is_sound = is_position(ground.point) && std::abs(ground.normal.norm() - 1.0) < 1e-9;
    return is_sound ? nullptr : "must have a point within 1e9 metres of the origin, and a normal that is a direction";
}

const char* fault_in(const Ball& ball) {
    return is_position(ball.centre) && is_size(ball.radius) ? nullptr : not_a_round_shape;
}

const char* fault_in(const Capsule& capsule) {
    return is_position(capsule.a) && is_position(capsule.b) && is_size(capsule.radius) ? nullptr : not_a_round_shape;
}

const char* fault_in(const Box& block) {
    if (!is_position(block.half_size) || !(block.half_size.minCoeff() > 0.0)) {
        return "must have a positive size along each axis, and at most 1e9 metres";
    }
    return is_rigid(block.placement) ? nullptr : not_a_rigid_placement;
}

const char* fault_in(const HeightField& hills) {
    if (!is_size(hills.spacing)) {
        return "must have a positive spacing, and at most 1e9 metres";
    }
    if (hills.heights.rows() < 2 || hills.heights.cols() < 2 ||
        !(hills.heights.array().abs() <= coordinate_max).all()) {
        return "must have at least two rows of two heights, each within 1e9 metres of zero";
    }
    return is_rigid(hills.placement) ? nullptr : not_a_rigid_placement;
}

Error refused(const std::string& where, const char* what) {
    return {ErrorKind::bad_input, "contact." + where + " " + what, {}};
}

std::optional<Error> fault_in(const Obstacle& obstacle, const std::string& where) {
    if (const char* fault = std::visit([](const auto& shape) { return fault_in(shape); }, obstacle.shape)) {
        return refused(where, fault);
    }
    if (!(obstacle.friction >= 0.0 && obstacle.friction <= friction_max)) {
        return refused(where + ".friction", "must not be negative, and at most 1e6");
    }
    if (!(obstacle.restitution >= 0.0 && obstacle.restitution <= 1.0)) {
        return refused(where + ".restitution", "must be between 0 and 1");
    }
    if (obstacle.carrier && !is_rigid(obstacle.carrier->reference)) {
        return refused(where + ".bone.reference", "must turn and move by at most 1e9 metres, and nothing else");
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in(const ContactDescription& contact) {
    if (contact.points < 1 || contact.points > contact_points_max) {
        return refused("points", "must be between 1 and 500");
    }
    if (contact.floor_height && !(std::abs(*contact.floor_height) <= coordinate_max)) {
        return refused("floor_height", "must lie between -1e9 and 1e9 metres");
    }
    if (!(contact.floor_friction >= 0.0 && contact.floor_friction <= friction_max)) {
        return refused("floor_friction", "must not be negative, and at most 1e6");
    }
    if (!(contact.floor_restitution >= 0.0 && contact.floor_restitution <= 1.0)) {
        return refused("floor_restitution", "must be between 0 and 1");
    }
    if (!(contact.tangential_restitution >= 0.0 && contact.tangential_restitution <= 1.0)) {
        return refused("kept", "must be between 0 and 1");
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const Gusts& gusts) {
    if (!(gusts.strength >= 0.0 && gusts.strength <= wind_max)) {
        return refused("gusts.strength", "must lie between 0 and 1e6 metres a second");
    }
    if (!gust_period_range.holds(gusts.period)) {
        return refused("gusts.period", "must lie between 0.001 and 1e6 seconds");
    }
    return gusts.seed >= 0 ? std::nullopt : std::optional(refused("gusts.seed", "must not be negative"));
}

std::optional<Error> fault_in(const Environment& environment) {
    if (!time_step_range.holds(environment.time_step)) {
        return Error{ErrorKind::bad_input, "step.time_step must lie between 1e-9 and 10 seconds", {}};
    }
    if (!(environment.wind.velocity.array().abs() <= wind_max).all()) {
        return refused("wind", "must lie between -1e6 and 1e6 metres a second along each axis");
    }
    if (!(environment.wind.drag >= 0.0 && environment.wind.drag <= air_drag_max)) {
        return refused("air_drag", "must lie between 0 and 1e6 a second");
    }
    if (auto fault = fault_in(environment.gusts)) {
        return fault;
    }
    for (std::size_t i = 0; i < environment.obstacles.size(); ++i) {
        if (auto fault = fault_in(environment.obstacles[i], "obstacles[" + std::to_string(i) + "]")) {
            return fault;
        }
    }
    return std::nullopt;
}

bool has_contact(const ContactDescription& contact, const Environment& environment) {
    return contact.floor || !environment.obstacles.empty();
}

void merge(Environment& environment, const Environment& other) {
    for (const Obstacle& obstacle : other.obstacles) {
        if (std::ranges::find(environment.obstacles, obstacle) == environment.obstacles.end()) {
            environment.obstacles.push_back(obstacle);
        }
    }
    if (environment.wind == Wind{} && environment.gusts == Gusts{}) {
        environment.wind = other.wind;
        environment.gusts = other.gusts;
    }
}

void read_friction(MemberReader& members, Friction& law) {
    law = static_cast<Friction>(read_name(members, "friction_law", law_names, static_cast<std::size_t>(law)));
}

Json friction_json(Friction law) {
    return law_names[static_cast<std::size_t>(law)];
}

void read_value(const JsonNode& node, Gusts& gusts) {
    MemberReader members(node);
    members.read("strength", gusts.strength);
    members.read("period", gusts.period);
    members.read("seed", gusts.seed);
}

Json gusts_json(const Gusts& gusts) {
    return Json::object_t{{"strength", gusts.strength}, {"period", gusts.period}, {"seed", gusts.seed}};
}

bool read_value(const JsonNode& node, ContactDescription& contact, Environment& environment,
                const std::filesystem::path& folder) {
    MemberReader members(node);
    members.read("floor", contact.floor);
    if (double height = 0.0; members.read("floor_height", height)) {
        contact.floor_height = height;
    }
    members.read("floor_friction", contact.floor_friction);
    members.read("floor_restitution", contact.floor_restitution);
    members.read("points", contact.points);
    read_friction(members, contact.friction_law);
    members.read("kept", contact.tangential_restitution);
    members.read("wind", environment.wind.velocity);
    members.read("air_drag", environment.wind.drag);
    if (const auto gusts = members.take("gusts")) {
        read_value(*gusts, environment.gusts);
    }
    std::string density;
    if (members.read("density", density) && !density.empty()) {
        contact.density = (folder / density).lexically_normal();
    }
    members.read("painted", contact.painted);
    if (const auto list = members.take("obstacles")) {
        read_value(*list, environment.obstacles);
    }
    bool in_world = false;
    members.read("in_world", in_world);
    return in_world;
}

void read_value(const JsonNode& node, Obstacles& obstacles) {
    const std::size_t count = node.size();
    for (std::size_t i = 0; i < count; ++i) {
        obstacles.push_back(obstacle_in(node[i]));
    }
}

Json obstacles_json(const Obstacles& obstacles) {
    Json::array_t list;
    for (const Obstacle& obstacle : obstacles) {
        Json::object_t object{{"shape", shape_names[obstacle.shape.index()]}};
        for (auto& member : std::visit([](const auto& shape) { return shape_json(shape); }, obstacle.shape)) {
            object.push_back(std::move(member));
        }
        object.emplace_back("friction", obstacle.friction);
        object.emplace_back("restitution", obstacle.restitution);
        if (obstacle.carrier) {
            object.emplace_back("bone", carrier_json(*obstacle.carrier));
        }
        list.emplace_back(std::move(object));
    }
    return list;
}

Json surroundings_json(const ContactDescription& contact, const Environment& environment, const std::string& density,
                       bool in_world) {
    Json::object_t json{{"floor", contact.floor},
                        {"floor_friction", contact.floor_friction},
                        {"floor_restitution", contact.floor_restitution},
                        {"points", std::int64_t{contact.points}},
                        {"friction_law", friction_json(contact.friction_law)},
                        {"kept", contact.tangential_restitution},
                        {"density", density},
                        {"obstacles", obstacles_json(environment.obstacles)}};
    if (environment.wind != Wind{}) {
        json.emplace_back("wind", to_json(environment.wind.velocity));
        json.emplace_back("air_drag", environment.wind.drag);
    }
    if (environment.gusts != Gusts{}) {
        json.emplace_back("gusts", gusts_json(environment.gusts));
    }
    if (in_world) {
        json.emplace_back("in_world", true);
    }
    if (contact.painted.is_there()) {
        json.emplace_back("painted", painted_json(contact.painted));
    }
    if (contact.floor_height) {
        json.emplace_back("floor_height", *contact.floor_height);
    }
    return json;
}

} // namespace limber::app
