// SPDX-License-Identifier: MIT
#include "app/document/spring_movement.h"

#include "app/document/point_spring.h"
#include "engine/core/json.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

Error movement_fault(const std::string& member, const std::string& what) {
    return {ErrorKind::bad_input, "movement." + member + " " + what, {}};
}

std::optional<Error> fault_in(const MovedSpring& moved) {
    for (const auto& [name, value] :
         {std::pair("stretch", moved.stretch), std::pair("swing", moved.swing), std::pair("phase", moved.phase)}) {
        if (!(std::abs(value) <= 1.0)) {
            return movement_fault(name, "must lie between -1 and 1");
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const SpringMovement& movement) {
    if (!(movement.period >= movement_period_min && movement.period <= movement_period_max)) {
        return movement_fault("period", "must lie between 0.05 and 60 seconds");
    }
    if (letter_count(movement.name) > movement_name_max) {
        return movement_fault("name", "must have at most " + std::to_string(movement_name_max) + " letters");
    }
    if (movement.springs.size() > springs_max) {
        return movement_fault("springs", "must be at most " + std::to_string(springs_max));
    }
    for (const MovedSpring& moved : movement.springs) {
        if (auto fault = fault_in(moved)) {
            return fault;
        }
    }
    return std::nullopt;
}

double wave(const SpringMovement& movement, const MovedSpring& moved, double time) {
    const double turns = std::fmod(time, movement.period) / movement.period + moved.phase;
    return moved.stretch + moved.swing * std::sin(2.0 * std::numbers::pi * turns);
}

void read_moved(const JsonNode& node, MovedSpring& moved) {
    MemberReader members(node);
    members.read("spring", moved.spring);
    members.read("stretch", moved.stretch);
    members.read("swing", moved.swing);
    members.read("phase", moved.phase);
}

void read_movement(const JsonNode& node, SpringMovement& movement) {
    MemberReader members(node);
    members.read("name", movement.name);
    members.read("period", movement.period);
    members.read("plays", movement.plays);
    read_list(members, "springs", [&](const JsonNode& one) { read_moved(one, movement.springs.emplace_back()); });
}

Json movement_json(const SpringMovement& movement) {
    Json::array_t springs;
    for (const MovedSpring& moved : movement.springs) {
        springs.emplace_back(Json::object_t{
            {"spring", moved.spring}, {"stretch", moved.stretch}, {"swing", moved.swing}, {"phase", moved.phase}});
    }
    return Json::object_t{{"name", movement.name},
                          {"period", movement.period},
                          {"plays", movement.plays},
                          {"springs", std::move(springs)}};
}

} // namespace

std::string title_of(const SpringMovement& movement, std::size_t place) {
    return movement.name.empty() ? "Movement " + std::to_string(place + 1) : movement.name;
}

std::optional<double> moved_share(const std::vector<SpringMovement>& movements, int spring, double time) {
    bool is_moved = false;
    double share = 1.0;
    for (const SpringMovement& movement : movements) {
        for (const MovedSpring& moved : movement.springs) {
            if (movement.plays && moved.spring == spring) {
                is_moved = true;
                share += wave(movement, moved, time);
            }
        }
    }
    return is_moved ? std::optional(std::clamp(share, movement_shortest, movement_longest)) : std::nullopt;
}

std::optional<Error> fault_in(const std::vector<SpringMovement>& movements) {
    if (movements.size() > movements_max) {
        return movement_fault("list", "must have at most " + std::to_string(movements_max) + ", one for each key");
    }
    for (const SpringMovement& movement : movements) {
        if (auto fault = fault_in(movement)) {
            return fault;
        }
    }
    return std::nullopt;
}

void read_movements(MemberReader& members, const char* name, std::vector<SpringMovement>& movements) {
    if (const auto list = members.take(name)) {
        movements.clear();
        for (std::size_t i = 0; i < list->size(); ++i) {
            read_movement((*list)[i], movements.emplace_back());
        }
    }
}

Json movements_json(const std::vector<SpringMovement>& movements) {
    Json::array_t list;
    std::ranges::transform(movements, std::back_inserter(list), movement_json);
    return list;
}

} // namespace limber::app
