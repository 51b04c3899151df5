// SPDX-License-Identifier: MIT
#include "app/document/body_load.h"

#include "app/document/choices.h"
#include "engine/core/contract.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"
#include "engine/loads/load_file.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber::app {
namespace {

constexpr double amount_max = 1e12;

bool are_finite(const Load& load) {
    const auto is_finite_point = [](const Vec3& point) {
        return point.allFinite();
    };
    const auto is_finite_spring = [&](const std::array<Vec3, 2>& spring) {
        return std::ranges::all_of(spring, is_finite_point);
    };
    const bool has_finite_region = !load.region || (load.region->centre.allFinite() && load.region->radius >= 0.0 &&
                                                    std::isfinite(load.region->radius) && load.region->decay >= 0.0 &&
                                                    std::isfinite(load.region->decay));
    return has_finite_region && std::ranges::all_of(load.points, is_finite_point) &&
           std::ranges::all_of(load.springs, is_finite_spring) &&
           std::ranges::all_of(load.mean, [](double number) { return std::isfinite(number); }) &&
           std::ranges::all_of(load.stiffness, [](double one) { return one >= 0.0 && one <= amount_max; }) &&
           std::isfinite(load.decay) && load.decay >= 0.0;
}

bool has_load(const std::vector<BodyLoad>& loads, const std::string& name) {
    return std::ranges::any_of(loads, [&](const BodyLoad& one) { return one.load.name == name; });
}

// "Load 3": the first unused number, from `first`.
std::string numbered_name(const std::string& word, int first, const std::vector<BodyLoad>& loads) {
    for (int number = first;; ++number) {
        std::string name = word + " " + std::to_string(number);
        if (!has_load(loads, name)) {
            return name;
        }
    }
}

// Maps all points of a load.
template <typename Map>
void map_points(Load& load, const Map& map) {
    for (Vec3& point : load.points) {
        point = map(point);
    }
    for (auto& [from, to] : load.springs) {
        from = map(from);
        to = map(to);
    }
    if (load.region) {
        load.region->centre = map(load.region->centre);
    }
}

// Whether the mean of the load has a component for each axis. Those of other kinds count patterns, or are a pressure.
bool has_mean_vector(const Load& load) {
    const bool is_of_axes = load.kind == LoadKind::everywhere || load.kind == LoadKind::region ||
                            load.kind == LoadKind::field || load.kind == LoadKind::handles ||
                            load.kind == LoadKind::patch;
    return is_of_axes && load.mean.size() == 3;
}

} // namespace

void change_kind(Load& load, LoadKind kind) {
    if (load.kind != kind) {
        load.mean.clear();
        load.stiffness.clear();
    }
    load.kind = kind;
}

double& decay_of(Load& load) {
    return load.region ? load.region->decay : load.decay;
}

std::optional<Error> fault_in(const std::vector<BodyLoad>& loads, const std::string& list) {
    const auto out_of_range = [](const std::string& member, const std::string& what) {
        return Error{ErrorKind::bad_input, member + " " + what, {}};
    };
    if (loads.size() > body_loads_max) {
        return out_of_range(list, "must be at most " + std::to_string(body_loads_max));
    }
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const std::string member = list + "[" + std::to_string(i) + "]";
        const Load& load = loads[i].load;
        if (!(load.amount >= 0.0 && load.amount <= amount_max)) {
            return out_of_range(member + ".amount", "must be between 0 and 1e12");
        }
        if (!(load.tangents >= 0.0 && load.tangents <= amount_max)) {
            return out_of_range(member + ".tangents", "must be between 0 and 1e12");
        }
        if (load.sections < 1 || load.sections > muscle_sections_max) {
            return out_of_range(member + ".sections", "must be between 1 and " + std::to_string(muscle_sections_max));
        }
        if (load.region && load.decay != 0.0) {
            return out_of_range(member + ".decay", "must be that of the region, because the load has a centre");
        }
        if (!are_finite(load)) {
            return out_of_range(
                member, "must have finite numbers, and a radius, a decay and a stiffness that are not negative");
        }
    }
    return std::nullopt;
}

void read_value(const JsonNode& node, BodyLoad& load) {
    MemberReader members(node);
    load.load = load_in(members);
    if (const auto painted = members.take("painted")) {
        read_value(*painted, load.painted);
    }
    read_choice(members, "source", load_source_names, load.source);
}

Json load_json(const BodyLoad& load) {
    Json json = load_json(load.load);
    if (load.painted.is_there()) {
        json["painted"] = painted_json(load.painted);
    }
    if (load.source != LoadSource::user) {
        json["source"] = load_source_names[static_cast<std::size_t>(load.source)];
    }
    return json;
}

void turn(std::vector<BodyLoad>& loads, const Mat3& R) {
    for (BodyLoad& one : loads) {
        Load& load = one.load;
        map_points(load, [&](const Vec3& point) { return Vec3(R * point); });
        if (has_mean_vector(load)) {
            Eigen::Map<Vec3> mean(load.mean.data());
            mean = (R * mean).eval();
        }
    }
}

void scale(std::vector<BodyLoad>& loads, double factor) {
    carry(
        loads, [factor](const Vec3& point) { return Vec3(factor * point); }, factor);
}

void carry(std::vector<BodyLoad>& loads, const std::function<Vec3(const Vec3&)>& place, double factor) {
    EXPECTS(factor > 0.0);
    for (BodyLoad& one : loads) {
        Load& load = one.load;
        map_points(load, place);
        load.decay /= factor * factor;
        if (load.region) {
            load.region->radius *= factor;
            load.region->decay /= factor * factor;
        }
        if (load.kind == LoadKind::handles) { // a displacement; accelerations stay, as gravity does
            std::ranges::for_each(load.mean, [&](double& metres) { metres *= factor; });
        }
    }
}

std::string free_load_name(const std::vector<BodyLoad>& loads) {
    return numbered_name("Load", 1, loads);
}

std::optional<Error> replace_proposed_loads(LoadSource source, std::vector<BodyLoad> proposed,
                                            std::vector<BodyLoad>& loads) {
    EXPECTS(source != LoadSource::user);
    const auto is_earlier = [source](const BodyLoad& load) {
        return load.source == source;
    };
    const auto earlier = static_cast<std::size_t>(std::ranges::count_if(loads, is_earlier));
    if (loads.size() - earlier + proposed.size() > body_loads_max) {
        return Error{ErrorKind::bad_input,
                     "A body has at most " + std::to_string(body_loads_max) +
                         " loads: delete some, and then add these.",
                     "loads"};
    }
    const auto first = std::ranges::find_if(loads, is_earlier);
    const auto has_pairs = [](const BodyLoad& load) {
        return load.load.kind == LoadKind::springs;
    };
    // In place, because the brush refers to loads by their places.
    if (earlier == 1 && proposed.size() == 1 && has_pairs(*first) == has_pairs(proposed[0])) {
        BodyLoad& load = *first;
        load.load.points = std::move(proposed[0].load.points);
        load.load.springs = std::move(proposed[0].load.springs);
        if (proposed[0].painted.is_there()) {
            load.painted = std::move(proposed[0].painted);
        }
        return std::nullopt;
    }
    std::erase_if(loads, is_earlier);
    for (BodyLoad& load : proposed) {
        const std::string word = load.load.name;
        if (source == LoadSource::obstacles) {
            load.load.name = numbered_name(word, 1, loads);
        } else if (has_load(loads, word)) {
            load.load.name = numbered_name(word, 2, loads);
        }
        load.source = source;
        loads.push_back(std::move(load));
    }
    return std::nullopt;
}

} // namespace limber::app
