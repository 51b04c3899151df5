// SPDX-License-Identifier: MIT
#include "app/cli/compared_column.h"

#include "app/cli/arguments.h"
#include "app/cli/loads_option.h"
#include "app/cli/option_checks.h"
#include "app/document/character_description.h"
#include "app/document/choices.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace limber::app {
namespace {

// The subspaces, a body without secondary motion, and full space.
constexpr auto compared_kinds = [] {
    std::array<const char*, subspace_names.size() + 2> names{};
    std::ranges::copy(subspace_names, names.begin());
    names[subspace_names.size()] = "rig";
    names.back() = "full";
    return names;
}();

// The parts between colons.
std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char letter : text) {
        if (letter == ':') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

/// "young=2e5"
struct NameAndValue {
    std::string name;
    std::string value;
};

NameAndValue name_and_value(const std::string& part) {
    const std::size_t sign = part.find('=');
    return {part.substr(0, sign), sign == std::string::npos ? "" : part.substr(sign + 1)};
}

bool depends_on_loads(const std::string& kind) {
    const auto subspace = subspace_named(kind);
    return subspace && limber::depends_on_loads(*subspace);
}

// A reconstructed kind has linear dynamics; pod is made while the comparison runs.
bool may_have_points(const std::string& kind) {
    const auto subspace = subspace_named(kind);
    return subspace && !is_reconstructed(*subspace) && *subspace != SubspaceKind::pod;
}

// Returns the fault.
std::string set_loads(const std::string& file, ComparedColumn& column) {
    if (!depends_on_loads(column.kind)) {
        return "has loads, but " + column.kind + " is made without them";
    }
    if (!column.parameters.loads.empty()) {
        return "must have one loads for each kind";
    }
    if (file.empty()) {
        return "has \"loads=\", but loads must name a file of loads, .json, or what the scene proposes them from, "
               "or be \"mass\"";
    }
    column.parameters.loads = file;
    return "";
}

// Returns the fault.
std::string set_energy(const std::string& name, ComparedColumn& column) {
    if (column.parameters.energy) {
        return "must have one material for each kind";
    }
    const auto found = std::ranges::find(elastic_energy_names, name);
    if (found == elastic_energy_names.end()) {
        return "has \"material=" + name + "\", but material must be " + alternatives(elastic_energy_names);
    }
    column.parameters.energy = static_cast<ElasticEnergy>(found - elastic_energy_names.begin());
    return "";
}

// Sets "young=2e5". Returns the fault.
std::string set_number(const std::string& part, ParameterOverrides& parameters) {
    const NameAndValue read = name_and_value(part);
    const std::string& name = read.name;
    const std::string& value = read.value;
    const auto set = [&](auto& parameter, const std::string& fault) {
        if (parameter) {
            return std::string("must have one ") + name + " for each kind";
        }
        if (fault.empty()) {
            parameter = static_cast<typename std::decay_t<decltype(parameter)>::value_type>(parsed_number(value));
        }
        return fault.empty() ? fault : "has \"" + part + "\", but " + name + " " + fault;
    };
    if (name == "young") {
        return set(parameters.young, fault_in_number(value, {young_range.low, young_range.high, false, false, "[Pa]"}));
    }
    if (name == "poisson") {
        return set(parameters.poisson, fault_in_number(value, {0, poisson_max, false, false, ""}));
    }
    if (name == "clusters") {
        return set(parameters.clusters, fault_in_count(value, 1, clusters_max));
    }
    if (name == "leak") {
        return set(parameters.leak, fault_in_number(value, {0, 1, false, false, ""}));
    }
    if (name == "points") {
        return set(parameters.points, fault_in_count(value, 1, cubature_points_max));
    }
    if (name == "error") {
        return set(parameters.training_error,
                   fault_in_number(value, {training_error_range.low, training_error_range.high, false, false, ""}));
    }
    return "has \"" + part +
           "\", but the parameters of a kind are young=, poisson=, clusters=, leak=, loads=, material=, points= and "
           "error=, and \"switched\"";
}

// Returns the fault.
std::string set_parameter(const std::string& part, ComparedColumn& column) {
    const auto [name, value] = name_and_value(part);
    if (part == "switched") {
        column.parameters.switched = true;
        return "";
    }
    if (name == "material") {
        return set_energy(value, column);
    }
    return name == "loads" ? set_loads(value, column) : set_number(part, column.parameters);
}

// Of parameters that need others, or exclude them.
std::string fault_in_combination(const ComparedColumn& column) {
    const ParameterOverrides& parameters = column.parameters;
    const bool may_switch = !load_sources_in(parameters.loads).empty() || !loads_file_in(parameters.loads).empty();
    if (parameters.switched && !may_switch) {
        return "has \"switched\", but must name a file of loads with a mixture too: loads=FILE";
    }
    if ((parameters.points || parameters.training_error) && !parameters.energy) {
        return "has cubature points, but must name their elastic energy too: material=NAME";
    }
    if (parameters.energy && !may_have_points(column.kind)) {
        return "has \"material=\", but " + column.kind + " has no step with cubature points";
    }
    return "";
}

std::string read_column(const std::string& text, ComparedColumn& column) {
    const std::vector<std::string> parts = parts_of(text);
    column.kind = parts.front();
    if (std::ranges::find(compared_kinds, column.kind) == compared_kinds.end()) {
        return "must be " + alternatives(compared_kinds) +
               (column.kind.empty() ? ", and not empty" : ", not \"" + column.kind + "\"") +
               name_in_window(column.kind);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (column.kind == "full" || column.kind == "rig") {
            return "has \"" + text + "\", but " + column.kind + " has the parameters of the scene";
        }
        if (const std::string fault = set_parameter(parts[i], column); !fault.empty()) {
            return fault;
        }
    }
    return fault_in_combination(column);
}

} // namespace

std::string fault_in_column(const std::string& text) {
    ComparedColumn column;
    return read_column(text, column);
}

std::string repeated_column(const std::vector<std::string>& texts) {
    std::vector<ComparedColumn> columns;
    for (const std::string& text : texts) {
        const ComparedColumn column = parsed_column(text);
        if (std::ranges::find(columns, column) != columns.end()) {
            return text;
        }
        columns.push_back(column);
    }
    return "";
}

ComparedColumn parsed_column(const std::string& text) {
    ComparedColumn column;
    const std::string fault = read_column(text, column);
    EXPECTS(fault.empty());
    return column;
}

} // namespace limber::app
