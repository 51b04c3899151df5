// SPDX-License-Identifier: MIT
#include "engine/control/search_terms.h"

#include "engine/control/population_range.h"
#include "engine/control/search_size.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <array>

namespace limber {
namespace {

constexpr std::array part_names{"free", "in", "out"};

void add(Json::object_t& object, const char* name, const std::optional<double>& value) {
    if (value) {
        object.emplace_back(name, *value);
    }
}

void add(Json::object_t& object, const char* name, const Vec3& v) {
    if (!v.isZero(0.0)) {
        object.emplace_back(name, to_json(v));
    }
}

void read_fixed(MemberReader& members, const char* name, std::optional<double>& value) {
    if (double found = 0.0; members.read(name, found)) {
        value = found;
    }
}

template <typename Whole>
void read_count(MemberReader& members, const char* name, Whole least, Whole most, Whole& value) {
    if (const auto node = members.take(name)) {
        read_value(*node, value);
        if (node->is_sound() && !(value >= least && value <= most)) {
            node->refuse("must lie between " + std::to_string(least) + " and " + std::to_string(most));
        }
    }
}

Participation part_in(const JsonNode& node) {
    const auto part = participation_named(node.text());
    if (!part) {
        node.refuse("must be free, in or out");
    }
    return part.value_or(Participation::if_chosen);
}

FixedSinusoid fixed_in(const JsonNode& node) {
    FixedSinusoid fixed;
    MemberReader members(node);
    read_fixed(members, "amplitude", fixed.amplitude);
    read_fixed(members, "period", fixed.period);
    read_fixed(members, "phase", fixed.phase);
    return fixed;
}

std::vector<FixedWaveform> fixed_waveforms_in(const JsonNode& list) {
    std::vector<FixedWaveform> fixed;
    for (std::size_t i = 0; i < list.size() && list.is_sound(); ++i) {
        FixedWaveform& waveform = fixed.emplace_back();
        for (std::size_t j = 0; j < list[i].size() && list.is_sound(); ++j) {
            waveform.push_back(fixed_in(list[i][j]));
        }
    }
    return fixed;
}

Json fixed_json(const std::vector<FixedWaveform>& fixed) {
    Json::array_t muscles;
    for (const FixedWaveform& waveform : fixed) {
        Json::array_t harmonics;
        for (const FixedSinusoid& one : waveform) {
            Json::object_t object;
            add(object, "amplitude", one.amplitude);
            add(object, "period", one.period);
            add(object, "phase", one.phase);
            harmonics.emplace_back(std::move(object));
        }
        muscles.emplace_back(std::move(harmonics));
    }
    return muscles;
}

} // namespace

std::string name_of(Participation part) {
    return part_names[static_cast<std::size_t>(part)];
}

std::optional<Participation> participation_named(std::string_view name) {
    const auto found = std::ranges::find(part_names, name);
    return found == part_names.end() ? std::nullopt
                                     : std::optional(static_cast<Participation>(found - part_names.begin()));
}

Json space_json(const GaitSpace& space) {
    Json::object_t object{{"harmonics", std::int64_t{space.harmonics}},
                          {"amplitude_max", space.amplitude_max},
                          {"period_min", space.period_min},
                          {"period_max", space.period_max},
                          {"own_periods", !space.common_period},
                          {"taking_part", std::int64_t{space.taking_part}},
                          {"ramp", space.ramp}};
    add(object, "amplitude", space.amplitude);
    add(object, "period", space.period);
    add(object, "phase", space.phase);
    if (!space.parts.empty()) {
        Json::array_t parts;
        std::ranges::transform(space.parts, std::back_inserter(parts),
                               [](Participation part) { return name_of(part); });
        object.emplace_back("parts", std::move(parts));
    }
    if (!space.fixed.empty()) {
        object.emplace_back("fixed", fixed_json(space.fixed));
    }
    return object;
}

Json objective_json(const Objective& objective) {
    Json::object_t object{{"travel", objective.travel},   {"speed", objective.speed},  {"approach", objective.approach},
                          {"height", objective.height},   {"leap", objective.leap},    {"turn", objective.turn},
                          {"upright", objective.upright}, {"energy", objective.energy}};
    add(object, "direction", objective.direction);
    add(object, "facing", objective.facing);
    if (objective.target) {
        object.emplace_back("target", to_json(*objective.target));
    }
    return object;
}

Json search_json(const GaitSearchOptions& options) {
    return Json::object_t{{"generations", options.generations},
                          {"population", std::int64_t{options.population}},
                          {"steps", options.steps},
                          {"sigma", options.sigma},
                          {"restarts", options.restarts},
                          {"seed", options.seed}};
}

Json terms_json(const GaitSearchTerms& terms) {
    return Json::object_t{{"space", space_json(terms.space)},
                          {"objective", objective_json(terms.objective)},
                          {"search", search_json(terms.options)},
                          {"start", to_json(terms.start)}};
}

void read_value(const JsonNode& node, GaitSpace& space) {
    MemberReader members(node);
    members.read("harmonics", space.harmonics);
    members.read("amplitude_max", space.amplitude_max);
    members.read("period_min", space.period_min);
    members.read("period_max", space.period_max);
    if (bool own = false; members.read("own_periods", own)) {
        space.common_period = !own;
    }
    members.read("taking_part", space.taking_part);
    members.read("ramp", space.ramp);
    read_fixed(members, "amplitude", space.amplitude);
    read_fixed(members, "period", space.period);
    read_fixed(members, "phase", space.phase);
    if (const auto parts = members.take("parts")) {
        space.parts.clear();
        for (std::size_t i = 0; i < parts->size() && parts->is_sound(); ++i) {
            space.parts.push_back(part_in((*parts)[i]));
        }
    }
    if (const auto fixed = members.take("fixed")) {
        space.fixed = fixed_waveforms_in(*fixed);
    }
}

void read_value(const JsonNode& node, Objective& objective) {
    MemberReader members(node);
    members.read("travel", objective.travel);
    members.read("speed", objective.speed);
    members.read("approach", objective.approach);
    members.read("height", objective.height);
    members.read("leap", objective.leap);
    members.read("turn", objective.turn);
    members.read("upright", objective.upright);
    members.read("energy", objective.energy);
    members.read("direction", objective.direction);
    members.read("facing", objective.facing);
    if (Vec3 target = Vec3::Zero(); members.read("target", target)) {
        objective.target = target;
    }
}

void read_value(const JsonNode& node, GaitSearchOptions& options) {
    MemberReader members(node);
    read_count(members, "generations", 1, 1000000, options.generations);
    read_count(members, "population", population_min, population_max, options.population);
    read_count(members, "steps", 1, 1000000, options.steps);
    read_count(members, "restarts", 0, 20, options.restarts);
    members.read("seed", options.seed);
    if (const auto sigma = members.take("sigma")) {
        options.sigma = sigma->number();
        if (sigma->is_sound() && !(options.sigma > 0.0)) {
            sigma->refuse("must be positive");
        }
    }
    if (const auto fault = fault_in_size(options); fault && node.is_sound()) {
        node.refuse(fault->message);
    }
}

void read_value(const JsonNode& node, GaitSearchTerms& terms) {
    MemberReader members(node);
    members.read("space", terms.space);
    members.read("objective", terms.objective);
    members.read("search", terms.options);
    members.read("start", terms.start);
}

} // namespace limber
