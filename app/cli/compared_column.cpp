// SPDX-License-Identifier: MIT
#include "app/cli/compared_column.h"

#include "app/cli/arguments.h"
#include "app/cli/option_checks.h"
#include "app/document/choices.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <vector>

namespace limber::app {
namespace {

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

bool depends_on_loads(const std::string& kind) {
    const auto found = std::ranges::find(subspace_names, kind);
    return found != subspace_names.end() &&
           limber::depends_on_loads(static_cast<SubspaceKind>(found - subspace_names.begin()));
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
        return "has \"loads=\", but loads must name a file of loads, .json, or be \"mass\"";
    }
    column.parameters.loads = file;
    return "";
}

// Sets "young=2e5". Returns the fault.
std::string set_parameter(const std::string& part, ComparedColumn& column) {
    ParameterOverrides& parameters = column.parameters;
    const std::size_t sign = part.find('=');
    const std::string name = part.substr(0, sign);
    const std::string value = sign == std::string::npos ? "" : part.substr(sign + 1);
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
    if (name == "loads") {
        return set_loads(value, column);
    }
    if (part == "switched") {
        column.parameters.switched = true;
        return "";
    }
    return "has \"" + part +
           "\", but the parameters of a kind are young=, poisson=, clusters=, leak= and loads=, and \"switched\"";
}

std::string read_column(const std::string& text, ComparedColumn& column) {
    const std::vector<std::string> parts = parts_of(text);
    column.kind = parts.front();
    if (std::ranges::find(compared_kinds, column.kind) == compared_kinds.end()) {
        return "must be " + alternatives(compared_kinds);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (column.kind == "full" || column.kind == "rig") {
            return "has \"" + text + "\", but " + column.kind + " has the parameters of the scene";
        }
        if (const std::string fault = set_parameter(parts[i], column); !fault.empty()) {
            return fault;
        }
    }
    if (column.parameters.switched && (column.parameters.loads.empty() || column.parameters.loads == "mass")) {
        return "has \"switched\", but must name a file of loads with a mixture too: loads=FILE";
    }
    return "";
}

} // namespace

std::string fault_in_column(const std::string& text) {
    ComparedColumn column;
    return read_column(text, column);
}

ComparedColumn parsed_column(const std::string& text) {
    ComparedColumn column;
    const std::string fault = read_column(text, column);
    EXPECTS(fault.empty());
    return column;
}

} // namespace limber::app
