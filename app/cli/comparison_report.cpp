// SPDX-License-Identifier: MIT
#include "app/cli/comparison_report.h"

#include "app/cli/cubature_report.h"
#include "app/cli/report.h"
#include "app/comparison/full_space_motion.h"
#include "app/document/character_description.h"
#include "app/document/comparison_titles.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace limber::app {
namespace {

Json::object_t parameters_json(const ParameterOverrides& parameters) {
    Json::object_t json;
    const auto add = [&](const char* name, const auto& parameter) {
        if (parameter) {
            json.emplace_back(name, *parameter);
        }
    };
    add("young", parameters.young);
    add("poisson", parameters.poisson);
    if (parameters.clusters) {
        json.emplace_back("clusters", std::int64_t{*parameters.clusters});
    }
    add("leak", parameters.leak);
    if (!parameters.loads.empty()) {
        json.emplace_back("loads", parameters.loads);
    }
    if (parameters.energy) {
        json.emplace_back("material", name_of(*parameters.energy));
    }
    if (parameters.points) {
        json.emplace_back("points", std::int64_t{*parameters.points});
    }
    add("error", parameters.training_error);
    return json;
}

// With the number of frames in which each component acted.
Json::object_t switches_json(const ComparedSwitches& switches) {
    Json::array_t components;
    for (std::size_t k = 0; k < switches.components.size(); ++k) {
        components.emplace_back(Json::object_t{{"name", switches.components[k]},
                                               {"frames", std::int64_t{std::ranges::count(switches.acting, k)}}});
    }
    return {{"count", static_cast<std::int64_t>(switch_count(switches))},
            {"lost_position_max", switches.lost_max.position},
            {"lost_velocity_max", switches.lost_max.velocity},
            {"components", std::move(components)}};
}

// The elastic energy that a kind is stepped with; empty: the rig is not stepped.
std::string material_of(const ComparedKind& kind, const std::string& of_full_space) {
    if (kind.kind == "rig") {
        return "";
    }
    if (kind.kind == "full") {
        return of_full_space;
    }
    if (kind.cubature) {
        return name_of(kind.cubature->energy);
    }
    return has_linear_dynamics(kind.kind) ? "linear" : name_of(ElasticEnergy::corotational);
}

Json::object_t facts_of(const ComparedKind& kind, const std::string& of_full_space) {
    Json::object_t facts{{"kind", kind.kind},
                         {"modes", std::int64_t{kind.modes}},
                         {"coordinates", std::int64_t{kind.coordinates}},
                         {"error_rms", root_mean_square(kind.error)},
                         {"error_max", kind.error_max},
                         {"one_step_error", root_mean_square(kind.one_step_error)},
                         {"energy", kind.energy.back()},
                         {"inverted_tets", std::int64_t{most_inverted_tets(kind)}}};
    if (kind.modes_asked > 0) {
        facts.emplace_back("modes_asked", std::int64_t{kind.modes_asked});
    }
    if (const std::string material = material_of(kind, of_full_space); !material.empty()) {
        facts.emplace_back("material", material);
    }
    if (kind.parameters != ParameterOverrides{}) {
        facts.emplace_back("parameters", parameters_json(kind.parameters));
    }
    if (kind.switches) {
        facts.emplace_back("switches", switches_json(*kind.switches));
    }
    if (kind.cubature) {
        facts.emplace_back("cubature", cubature_json(*kind.cubature));
    }
    if (!kind.step_microseconds.empty()) {
        facts.emplace_back("step_microseconds", spread_json(kind.step_microseconds));
    }
    if (!kind.positions_microseconds.empty()) {
        facts.emplace_back("positions_microseconds", spread_json(kind.positions_microseconds));
    }
    return facts;
}

using Cells = std::vector<std::string>;

std::string digits_of(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", value);
    return buffer;
}

std::string percent(double share) {
    return digits_of(100.0 * share);
}

// Empty: nothing is stepped.
std::string median_of(const std::vector<double>& microseconds) {
    return microseconds.empty() ? "-" : digits_of(median(microseconds));
}

// As many as were asked for; those of a linear subspace stand for twelve of its displacements each. A file of weights
// has its own number.
Index shown_modes(const ComparedKind& kind) {
    const bool is_asked = kind.modes_asked > 0 && kind.kind != name_of(SubspaceKind::weights);
    return is_asked ? kind.modes_asked : kind.modes;
}

Cells cells_of(const ComparedKind& kind, const std::string& of_full_space) {
    const std::string material = material_of(kind, of_full_space);
    return {kind.kind + title_of(kind.parameters),
            std::to_string(shown_modes(kind)),
            std::to_string(kind.coordinates),
            percent(root_mean_square(kind.error)),
            percent(kind.error_max),
            percent(root_mean_square(kind.one_step_error)),
            digits_of(kind.energy.back()),
            std::to_string(most_inverted_tets(kind)),
            median_of(kind.step_microseconds),
            median_of(kind.positions_microseconds),
            material.empty() ? "-" : material};
}

// Names stand at the left, numbers at the right.
std::vector<std::string> aligned(const std::vector<Cells>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Cells& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::vector<std::string> lines;
    for (const Cells& row : rows) {
        std::string line = row.front() + std::string(widths.front() - row.front().size(), ' ');
        for (std::size_t i = 1; i + 1 < row.size(); ++i) {
            line += "  " + std::string(widths[i] - row[i].size(), ' ') + row[i];
        }
        lines.push_back(line + "  " + row.back());
    }
    return lines;
}

// What a switch lost, and in which frames each component acted.
std::string line_of(const ComparedKind& kind) {
    const ComparedSwitches& switches = *kind.switches;
    std::string line = kind.kind + title_of(kind.parameters) + ": " + std::to_string(switch_count(switches)) +
                       " switches, which lost at most " + percent(switches.lost_max.position) +
                       " % of the displacement and " + percent(switches.lost_max.velocity) +
                       " % of the velocity; frames";
    for (std::size_t k = 0; k < switches.components.size(); ++k) {
        line += (k == 0 ? " " : ", ") + switches.components[k] + " " +
                std::to_string(std::ranges::count(switches.acting, k));
    }
    return line;
}

std::string line_of(const ComparedKind& kind, const ComparedCubature& cubature) {
    return kind.kind + title_of(kind.parameters) + ": " + std::to_string(cubature.points) +
           " cubature points with a training error of " + percent(cubature.training_error) + " %, chosen in " +
           digits_of(cubature.seconds) + " s";
}

// "24", "24 and 32", "24, 32 and 64"
std::string list_in_words(const std::vector<std::string>& words) {
    std::string text = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        text += (i + 1 == words.size() ? " and " : ", ") + words[i];
    }
    return text;
}

} // namespace

bool has_linear_dynamics(const std::string& kind) {
    const auto named = subspace_named(kind);
    return named && is_reconstructed(*named);
}

Json comparison_rows(const std::vector<ComparedKind>& kinds, const std::string& energy) {
    Json::array_t rows;
    for (const ComparedKind& kind : kinds) {
        rows.emplace_back(facts_of(kind, energy));
    }
    return rows;
}

std::vector<std::string> comparison_table(const std::vector<ComparedKind>& kinds, const std::string& energy) {
    std::vector<Cells> rows{{"kind", "modes", "coordinates", "error rms [%]", "error max [%]", "one-step error [%]",
                             "energy [J]", "inverted tets", "step [us]", "positions [us]", "material"}};
    for (const ComparedKind& kind : kinds) {
        rows.push_back(cells_of(kind, energy));
    }
    std::vector<std::string> lines = aligned(rows);
    for (const ComparedKind& kind : kinds) {
        if (kind.switches) {
            lines.push_back(line_of(kind));
        }
        if (kind.cubature) {
            lines.push_back(line_of(kind, *kind.cubature));
        }
    }
    lines.emplace_back(
        "modes: as asked for, twelve displacements each of a linear kind; errors: distance from full space in % of the "
        "diagonal of the body's box; inverted tets: the most in a frame; times: medians");
    return lines;
}

std::vector<std::string> warnings_of_materials(const std::vector<ComparedKind>& kinds, const std::string& energy) {
    std::string others;
    for (const ComparedKind& kind : kinds) {
        const std::string material = material_of(kind, energy);
        if (!material.empty() && material != energy && !has_linear_dynamics(kind.kind)) {
            others +=
                (others.empty() ? "" : ", ") + kind.kind + " " + std::to_string(kind.modes) + " (" + material + ")";
        }
    }
    if (others.empty()) {
        return {};
    }
    return {"full space has the elastic energy " + energy + ", and these have another: " + others +
            "; their errors are also the difference between the energies"};
}

std::vector<std::string> warnings_of_many_modes(const std::vector<Index>& modes, Index vertex_count) {
    const Index offered = modes_offered(vertex_count);
    std::vector<std::string> above;
    for (const Index count : modes) {
        if (count > offered) {
            above.push_back(std::to_string(count));
        }
    }
    if (above.empty()) {
        return {};
    }
    return {list_in_words(above) + " modes are more than the window offers for " + std::to_string(vertex_count) +
            " vertices, " + std::to_string(offered) + ": one for eight vertices, at most 64"};
}

std::vector<std::string> warnings_of_inverted_tets(const std::vector<Index>& after_steps) {
    const auto first = std::ranges::find_if(after_steps, [](Index count) { return count > 0; });
    if (first == after_steps.end()) {
        return {};
    }
    return {"full space has up to " + inverted_tets_in_words(std::ranges::max(after_steps)) + ", from step " +
            std::to_string(first - after_steps.begin() + 1) +
            " on, so that distances from it say little: use a stiffer material or a slower motion"};
}

std::vector<std::string> warnings_of_missing_rig(const std::vector<ComparedKind>& kinds, RigKind rig) {
    if (rig != RigKind::none || std::ranges::find(kinds, "rig", &ComparedKind::kind) == kinds.end()) {
        return {};
    }
    return {"the body has no rig: the row of rig is the body as it stays at its start"};
}

std::vector<std::string> warnings_of_fewer_modes(const std::vector<ComparedKind>& kinds) {
    std::vector<std::string> warnings;
    for (const ComparedKind& kind : kinds) {
        if (kind.fewer) {
            warnings.push_back(warning_of(*kind.fewer, kind.kind + title_of(kind.parameters)));
        }
    }
    return warnings;
}

} // namespace limber::app
