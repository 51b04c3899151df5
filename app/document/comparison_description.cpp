// SPDX-License-Identifier: MIT
#include "app/document/comparison_description.h"

#include "app/document/character_description.h"
#include "app/document/choices.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace limber::app {
namespace {

std::optional<Error> not_compared(std::string message) {
    return Error{ErrorKind::bad_input, std::move(message), {}};
}

bool is_out_of(const Range& range, const std::optional<double>& value) {
    return value && !range.holds(*value);
}

bool is_out_of(Index most, const std::optional<Index>& value) {
    return value && (*value < 1 || *value > most);
}

std::optional<Error> fault_in(const ParameterOverrides& parameters) {
    if (is_out_of(young_range, parameters.young)) {
        return not_compared("young must lie between 1e-3 and 1e15 Pa");
    }
    if (parameters.poisson && !is_poisson(*parameters.poisson)) {
        return not_compared(std::string("poisson must be ") + poisson_demand);
    }
    if (is_out_of(own_clusters_max, parameters.clusters)) {
        return not_compared("clusters must be between 1 and 100000000");
    }
    if (is_out_of(Range{0.0, 1.0}, parameters.leak)) {
        return not_compared("leak must lie between 0 and 1");
    }
    if (!parameters.loads.empty() || parameters.points || parameters.training_error) {
        return not_compared("loads, points and training errors of its own are for the command line alone");
    }
    return std::nullopt;
}

bool has_colour(const std::vector<ComparedSubspace>& compared, int colour) {
    return std::ranges::find(compared, colour, &ComparedSubspace::colour) != compared.end();
}

std::optional<Error> fault_in_colours(const std::vector<ComparedSubspace>& compared) {
    for (const ComparedSubspace& subspace : compared) {
        if (subspace.colour < 0 || subspace.colour > static_cast<int>(compared_max)) {
            return not_compared("colours must be between 1 and 3");
        }
        if (subspace.colour > 0 && std::ranges::count(compared, subspace.colour, &ComparedSubspace::colour) > 1) {
            return not_compared("two subspaces have the same colour");
        }
    }
    return std::nullopt;
}

// Those that choose_colours would give them.
bool have_first_colours(const std::vector<ComparedSubspace>& compared) {
    int expected = 0;
    return std::ranges::all_of(compared, [&](const ComparedSubspace& subspace) {
        ++expected;
        return subspace.colour == 0 || subspace.colour == expected;
    });
}

std::optional<Error> fault_in(const ComparedSubspace& subspace) {
    if (std::ranges::find(live_kinds(), subspace.kind) == live_kinds().end()) {
        return not_compared("there is no kind of subspace \"" + subspace.kind + "\"");
    }
    if (subspace.modes < 1 || subspace.modes > modes_max) {
        return not_compared("modes must be between 1 and 1024");
    }
    const ParameterOverrides& own = subspace.parameters;
    const bool is_full_space = subspace.kind == full_space_name;
    if (is_full_space && own != ParameterOverrides{.energy = own.energy}) {
        return not_compared("full space has no parameter of its own but its energy");
    }
    if (!is_full_space && own.energy) {
        return not_compared("full space alone has an energy of its own");
    }
    return fault_in(own);
}

template <typename T>
void read_own(MemberReader& members, const char* name, std::optional<T>& value) {
    T found{};
    if (members.read(name, found)) {
        value = found;
    }
}

ComparedSubspace subspace_in(const JsonNode& node) {
    ComparedSubspace subspace;
    MemberReader members(node);
    members.read("kind", subspace.kind);
    members.read("modes", subspace.modes);
    members.read("colour", subspace.colour);
    ParameterOverrides& own = subspace.parameters;
    read_own(members, "young", own.young);
    read_own(members, "poisson", own.poisson);
    read_own(members, "clusters", own.clusters);
    read_own(members, "leak", own.leak);
    members.read("switched", own.switched);
    if (members.object().has("energy")) {
        read_choice(members, "energy", elastic_energy_names, own.energy.emplace());
    }
    return subspace;
}

Json subspace_json(const ComparedSubspace& subspace, bool with_colour) {
    Json::object_t json{{"kind", subspace.kind}, {"modes", std::int64_t{subspace.modes}}};
    const ParameterOverrides& own = subspace.parameters;
    const auto add = [&](const char* name, const std::optional<double>& value) {
        if (value) {
            json.emplace_back(name, *value);
        }
    };
    add("young", own.young);
    add("poisson", own.poisson);
    if (own.clusters) {
        json.emplace_back("clusters", std::int64_t{*own.clusters});
    }
    add("leak", own.leak);
    if (own.switched) {
        json.emplace_back("switched", true);
    }
    if (own.energy) {
        json.emplace_back("energy", name_of(*own.energy));
    }
    if (with_colour) {
        json.emplace_back("colour", std::int64_t{subspace.colour});
    }
    return json;
}

} // namespace

const std::vector<std::string>& live_kinds() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all(subspace_names.begin(), subspace_names.end());
        all.emplace_back(full_space_name);
        return all;
    }();
    return names;
}

std::optional<Error> fault_in(const std::vector<ComparedSubspace>& compared) {
    if (compared.size() > compared_max) {
        return not_compared("at most 3 subspaces are compared with that of a character");
    }
    for (const ComparedSubspace& subspace : compared) {
        if (auto fault = fault_in(subspace)) {
            return fault;
        }
    }
    return fault_in_colours(compared);
}

void choose_colours(std::vector<ComparedSubspace>& compared) {
    int colour = 1;
    for (ComparedSubspace& subspace : compared) {
        if (subspace.colour > 0) {
            continue;
        }
        while (has_colour(compared, colour)) {
            ++colour;
        }
        subspace.colour = colour;
    }
}

void read_value(const JsonNode& node, std::vector<ComparedSubspace>& compared) {
    const std::size_t count = node.size();
    for (std::size_t i = 0; i < count; ++i) {
        compared.push_back(subspace_in(node[i]));
        if (const auto fault = node.is_sound() ? fault_in(compared.back()) : std::nullopt) {
            node[i].refuse("is out of range: " + fault->message);
        }
    }
    if (!node.is_sound()) {
        return;
    }
    if (const auto fault = fault_in(compared)) {
        node.refuse("is out of range: " + fault->message);
        return;
    }
    choose_colours(compared);
}

Json compared_json(const std::vector<ComparedSubspace>& compared) {
    const bool with_colours = !have_first_colours(compared);
    Json::array_t list;
    for (const ComparedSubspace& subspace : compared) {
        list.push_back(subspace_json(subspace, with_colours && subspace.colour > 0));
    }
    return list;
}

} // namespace limber::app
