// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/compared_column.h"
#include "app/cli/comparison_report.h"
#include "app/cli/full_space_output.h"
#include "app/cli/interruption.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/cli/scene_run.h"
#include "app/cli/subspace_files.h"
#include "app/comparison/comparison.h"
#include "app/comparison/pod_modes.h"
#include "app/document/comparison_titles.h"
#include "app/document/opening.h"
#include "app/scenes/prepared_scene.h"
#include "engine/core/file_bytes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

constexpr double preparation_share = 0.3; // of the progress; steps in full space take the rest

std::vector<ComparedColumn> columns_of(const CompareArguments& arguments) {
    std::vector<ComparedColumn> columns;
    for (const std::string& text : arguments.kinds) {
        columns.push_back(parsed_column(text));
    }
    return columns;
}

bool is_wanted(const std::vector<ComparedColumn>& columns, const std::string& kind,
               const ParameterOverrides& parameters = {}) {
    return std::ranges::find(columns, ComparedColumn{kind, parameters}) != columns.end();
}

// The parameters with which this kind is compared, each once.
std::vector<ParameterOverrides> parameters_of(const std::vector<ComparedColumn>& columns, const std::string& kind) {
    std::vector<ParameterOverrides> parameters;
    for (const ComparedColumn& column : columns) {
        if (column.kind == kind && std::ranges::find(parameters, column.parameters) == parameters.end()) {
            parameters.push_back(column.parameters);
        }
    }
    return parameters;
}

/// What is prepared for one row of the result.
struct Row {
    std::string subspace;
    std::optional<Index> modes; // none: the scene's
    ParameterOverrides parameters = {};
};

// Without the file of a motion, pod is made from this very one.
bool is_of_the_scene(const std::string& kind, const Arguments& arguments) {
    return kind != pod_name || !arguments.overrides.subspace_file.empty();
}

// nullopt: the scene's.
std::vector<std::optional<Index>> mode_counts(const Arguments& arguments) {
    std::vector<std::optional<Index>> counts(arguments.compare.modes.begin(), arguments.compare.modes.end());
    if (counts.empty()) {
        counts.emplace_back();
    }
    return counts;
}

bool is_made_for_loads(const std::string& kind) {
    const auto named = subspace_named(kind);
    return named && depends_on_loads(*named);
}

// Of the subspace whose controls all follow, where none of those that are reported has the scene's parameters. Modes
// for loads take long.
std::string leading_kind(const std::string& reported) {
    return is_made_for_loads(reported) ? name_of(SubspaceKind::skinning) : reported;
}

// Full space and the rig are compared beside one subspace at least, whose controls all follow. It has the scene's
// parameters; it is prepared also if it is not reported.
std::vector<Row> rows_of(const Arguments& arguments) {
    const std::vector<ComparedColumn> columns = columns_of(arguments.compare);
    const std::vector<std::optional<Index>> counts = mode_counts(arguments);
    std::vector<Row> rows;
    for (const std::string name : subspace_names) {
        const bool is_prepared = is_of_the_scene(name, arguments);
        for (const ParameterOverrides& parameters :
             is_prepared ? parameters_of(columns, name) : std::vector<ParameterOverrides>()) {
            for (const auto& count : counts) {
                rows.push_back({name, count, parameters});
            }
        }
    }
    std::ranges::stable_partition(rows, [](const Row& row) { return row.parameters == ParameterOverrides{}; });
    if (rows.empty()) {
        rows.push_back({"", counts.front()});
    } else if (rows.front().parameters != ParameterOverrides{}) {
        rows.insert(rows.begin(), Row{leading_kind(rows.front().subspace), counts.front()});
    }
    return rows;
}

void set_parameters(const ParameterOverrides& parameters, Overrides& overrides) {
    const auto set = [](const auto& parameter, auto& value) {
        value = parameter ? parameter : value;
    };
    set(parameters.young, overrides.young);
    set(parameters.poisson, overrides.poisson);
    set(parameters.clusters, overrides.clusters);
    set(parameters.leak, overrides.leak);
    if (parameters.energy) {
        overrides.newton = name_of(*parameters.energy);
    }
    set(parameters.points, overrides.cubature_points);
    set(parameters.training_error, overrides.cubature_error);
    if (!parameters.loads.empty()) {
        overrides.loads = parameters.loads;
        overrides.switch_loads = parameters.switched; // also where the scene switches between its own
    }
}

Arguments arguments_of(const Row& row, const Arguments& arguments) {
    Arguments one = arguments;
    one.overrides.subspace = row.subspace;
    one.overrides.modes = row.modes;
    one.compare.row = row.subspace + (row.subspace.empty() ? "" : title_of(row.parameters));
    set_parameters(row.parameters, one.overrides);
    if (has_linear_dynamics(row.subspace)) {
        one.overrides.newton = "none";
    }
    return one;
}

bool may_have_a_file(const std::string& kind) {
    return is_made_for_loads(kind) || kind == pod_name || kind == name_of(SubspaceKind::weights);
}

// Before any of the rows is computed.
std::optional<Error> fault_in_files(const std::vector<Row>& rows, const Arguments& arguments) {
    for (const Row& row : rows) {
        if (may_have_a_file(row.subspace)) {
            if (auto fault = fault_in_subspace_files(arguments_of(row, arguments))) {
                return fault;
            }
        }
    }
    return std::nullopt;
}

// Whether the rig may take all of its coordinates, or the character have what the kind has not.
bool may_be_refused(const Row& row) {
    const auto kind = subspace_named(row.subspace);
    return kind && (has_constrained_coordinates(*kind) || is_reconstructed(*kind));
}

// Rows that may be refused stand first, so that a refusal comes before the others are computed.
std::vector<std::size_t> order_of_preparation(const std::vector<Row>& rows) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_partition(order, [&](std::size_t i) { return may_be_refused(rows[i]); });
    return order;
}

// Prepares the scene of a row. Returns the exit code.
int prepare_row(const Row& row, const Arguments& arguments, CommandProgress& progress, ComparisonOptions& options,
                SceneMotion& motion) {
    return run_with_scene(arguments_of(row, arguments), progress, [&](const Arguments&, SceneRun& run) {
        options.frames = frame_count(arguments, run);
        motion = std::move(run.motion);
        return 0;
    });
}

bool has_pods(const Arguments& arguments) {
    return !is_of_the_scene(pod_name, arguments) && !parameters_of(columns_of(arguments.compare), pod_name).empty();
}

// Prepares the scene once for each row. Returns the exit code.
int prepare(const Arguments& arguments, CommandProgress& progress, std::vector<SceneMotion>& subspaces,
            ComparisonOptions& options) {
    const std::vector<Row> rows = rows_of(arguments);
    subspaces.resize(rows.size());
    for (const Row& row : rows) {
        options.parameters.push_back(row.parameters);
    }
    if (const auto fault = fault_in_files(rows, arguments)) {
        return fail(*fault, arguments.json);
    }
    const PartOfProgress preparation(&progress.progress, 0.0, preparation_share);
    const auto scenes = static_cast<double>(rows.size() + (has_pods(arguments) ? 1 : 0));
    double done = 0.0; // scenes
    for (const std::size_t i : order_of_preparation(rows)) {
        const PartOfProgress part(&progress.progress, done / scenes, (done + 1.0) / scenes);
        if (const int code = prepare_row(rows[i], arguments, progress, options, subspaces[i]); code != 0) {
            return code;
        }
        done += 1.0;
    }
    if (has_pods(arguments)) {
        const PartOfProgress part(&progress.progress, done / scenes, 1.0);
        SceneMotion own;
        if (const int code = prepare_row({}, arguments, progress, options, own); code != 0) {
            return code;
        }
        options.character_of_pods = own.characters().front().motion.character_ptr();
    }
    return 0;
}

// That of the file and its options, before a kind changes it.
ElasticEnergy energy_of_file(const Arguments& arguments) {
    if (const std::string& newton = arguments.overrides.newton; !newton.empty()) {
        return newton == "none" ? ElasticEnergy::corotational : named_energy(newton);
    }
    const auto scene = scene_in(arguments.file);
    if (!scene || scene.value().value.members.empty()) {
        return ElasticEnergy::corotational;
    }
    const SceneMember& first = scene.value().value.members.front();
    const auto described =
        first.character ? Repaired<CharacterDescription>{*first.character, {}} : describe(first.scene);
    return described ? elastic_energy_of(described.value().value) : ElasticEnergy::corotational;
}

// Kinds with linear dynamics, and those with a material of their own, do not have it.
ElasticEnergy energy_of_scene(const std::vector<SceneMotion>& subspaces,
                              const std::vector<ParameterOverrides>& parameters, const Arguments& arguments) {
    for (std::size_t i = 0; i < subspaces.size(); ++i) {
        const Character& character = *subspaces[i].characters().front().character;
        if (!parameters[i].energy && !is_reconstructed(character.subspace)) {
            return elastic_energy_of(character.description);
        }
    }
    return energy_of_file(arguments);
}

// As many coordinates as the skinning subspaces have, twelve for each mode.
std::vector<ComparisonOptions::Pod> pods_of(const Arguments& arguments, const std::vector<SceneMotion>& scenes) {
    if (is_of_the_scene(pod_name, arguments)) {
        return {};
    }
    const std::vector<ComparedColumn> columns = columns_of(arguments.compare);
    std::vector<Index> counts = arguments.compare.modes;
    if (counts.empty()) {
        counts.push_back(scenes.front().characters().front().character->modes->W.cols());
    }
    std::vector<ComparisonOptions::Pod> pods;
    for (const ParameterOverrides& parameters : parameters_of(columns, pod_name)) {
        for (const Index count : counts) {
            pods.push_back({12 * count, parameters});
        }
    }
    return pods;
}

// In the order in which `--kinds` names them, each once; of each the numbers of modes in the order of `--modes`.
std::vector<ComparedKind> in_order_of(const std::vector<ComparedColumn>& columns, std::vector<ComparedKind> kinds) {
    std::vector<ComparedKind> ordered;
    for (const ComparedColumn& column : columns) {
        const auto is_other = [&](const ComparedKind& kind) {
            return ComparedColumn{kind.kind, kind.parameters} != column;
        };
        const auto named = std::stable_partition(kinds.begin(), kinds.end(), is_other);
        ordered.insert(ordered.end(), std::make_move_iterator(named), std::make_move_iterator(kinds.end()));
        kinds.erase(named, kinds.end());
    }
    return ordered;
}

// A sentence if the scene has more than the one character that is compared.
std::vector<std::string> warnings_of_others(const SceneMotion& scene) {
    const auto& characters = scene.characters();
    if (characters.size() == 1) {
        return {};
    }
    return {"only " + characters.front().character->description.name + " is compared, the first of " +
            std::to_string(characters.size()) + " characters of the scene; name the scene of another to compare that"};
}

// Also writes the motion in full space, if it is wanted.
Result<std::vector<ComparedKind>> written_comparison(const Arguments& arguments, CommandProgress& progress,
                                                     const Interruption& interruption,
                                                     std::vector<SceneMotion>& subspaces, ComparisonOptions options) {
    std::optional<FullSpaceOutput> output;
    if (!arguments.out.empty()) {
        auto opened =
            FullSpaceOutput::open(arguments.out, subspaces.front().characters().front().character, options.frames);
        if (!opened) {
            return opened.error();
        }
        output.emplace(std::move(opened).value());
        options.on_full_space = [&](const Points& x, const AffineStack& P) {
            return output->append(x, P);
        };
    }
    const PartOfProgress part(&progress.progress, preparation_share, 1.0);
    auto compared = with_progress(progress, interruption,
                                  [&](Progress* reported) { return compare(subspaces, options, reported); });
    if (compared && output) {
        if (const auto closed = output->close(); !closed) {
            return closed.error();
        }
    }
    return compared;
}

} // namespace

int run_compare(const Arguments& arguments) {
    std::vector<SceneMotion> subspaces;
    const std::vector<ComparedColumn> columns = columns_of(arguments.compare);
    ComparisonOptions options{.with_rig = is_wanted(columns, "rig"), .threads = {.count = arguments.threads}};
    CommandProgress progress;
    if (const int code = prepare(arguments, progress, subspaces, options); code != 0) {
        return code;
    }
    options.pods = pods_of(arguments, subspaces);
    options.energy = arguments.compare.energy.empty() ? energy_of_scene(subspaces, options.parameters, arguments)
                                                      : named_energy(arguments.compare.energy);
    const Interruption interruption;
    const auto compared = written_comparison(arguments, progress, interruption, subspaces, options);
    if (!compared) {
        return interruption.is_requested() ? fail(interruption, arguments.json)
                                           : fail(compared.error(), arguments.json);
    }
    const std::vector<ComparedKind> kinds = in_order_of(columns, compared.value());
    if (!arguments.csv.empty()) {
        if (const auto written = write_file(arguments.csv, comparison_csv(kinds)); !written) {
            return fail(written.error(), arguments.json);
        }
    }
    Report report;
    report.add("vertices", std::int64_t{compared.value().back().modes});
    report.add("frames", options.frames);
    const std::string energy = name_of(*options.energy);
    report.add("full_space_energy", energy);
    report.add_table("kinds", comparison_rows(kinds, energy), comparison_table(kinds, energy));
    report.warn(warnings_of_others(subspaces.front()));
    report.warn(warnings_of_materials(kinds, energy));
    report.warn(warnings_of_many_modes(arguments.compare.modes, compared.value().back().modes));
    report.warn(warnings_of_inverted_tets(compared.value().back().inverted_tets));
    report.warn(warnings_of_missing_rig(kinds, subspaces.front().characters().front().character->description.rig_kind));
    report.warn(warnings_of_fewer_modes(kinds));
    for (const SceneMotion& scene : subspaces) {
        report.warn(scene.warnings());
    }
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
