// SPDX-License-Identifier: MIT
#include "app/document/body_load.h"

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
           std::isfinite(load.decay) && load.decay >= 0.0;
}

// The first of that name, or null. As const as the list.
auto find_load(const std::string& name, auto& loads) {
    const auto found = std::ranges::find_if(loads, [&](const BodyLoad& one) { return one.load.name == name; });
    return found == loads.end() ? nullptr : &*found;
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

double& decay_of(Load& load) {
    return load.region ? load.region->decay : load.decay;
}

std::optional<Error> fault_in(const std::vector<BodyLoad>& loads) {
    const auto out_of_range = [](const std::string& member, const std::string& what) {
        return Error{ErrorKind::bad_input, member + " " + what, {}};
    };
    if (loads.size() > body_loads_max) {
        return out_of_range("loads", "must be at most " + std::to_string(body_loads_max));
    }
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const std::string member = "loads[" + std::to_string(i) + "]";
        const Load& load = loads[i].load;
        if (!(load.amount >= 0.0 && load.amount <= amount_max)) {
            return out_of_range(member + ".amount", "must be between 0 and 1e12");
        }
        if (load.sections < 1 || load.sections > muscle_sections_max) {
            return out_of_range(member + ".sections", "must be between 1 and " + std::to_string(muscle_sections_max));
        }
        if (load.region && load.decay != 0.0) {
            return out_of_range(member + ".decay", "must be that of the region, because the load has a centre");
        }
        if (!are_finite(load)) {
            return out_of_range(member, "must have finite numbers, and a radius and a decay that are not negative");
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
}

Json load_json(const BodyLoad& load) {
    Json json = load_json(load.load);
    if (load.painted.is_there()) {
        json["painted"] = painted_json(load.painted);
    }
    return json;
}

void turn(std::vector<BodyLoad>& loads, const Mat3& R) {
    for (auto& [load, painted] : loads) {
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
    for (auto& [load, painted] : loads) {
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
    for (int number = 1;; ++number) {
        std::string name = "Load " + std::to_string(number);
        if (!find_load(name, loads)) {
            return name;
        }
    }
}

// In place, because the brush and the panel refer to loads by their places in the list.
void add_proposed_load(BodyLoad load, std::vector<BodyLoad>& loads) {
    const std::string name = load.load.name;
    for (int number = 2;; ++number) {
        BodyLoad* const earlier = find_load(load.load.name, loads);
        if (!earlier) {
            loads.push_back(std::move(load));
            return;
        }
        if (earlier->load.kind == load.load.kind) {
            earlier->load.points = std::move(load.load.points);
            if (load.painted.is_there()) {
                earlier->painted = std::move(load.painted);
            }
            return;
        }
        load.load.name = name + " " + std::to_string(number);
    }
}

} // namespace limber::app
