// SPDX-License-Identifier: MIT
#include "app/cli/command_line.h"

#include "app/cli/argument_parser.h"
#include "app/cli/commands.h"
#include "app/cli/compared_column.h"
#include "app/cli/loads_option.h"
#include "app/cli/preparation.h"
#include "app/cli/report.h"
#include "app/cli/window_options.h"
#include "app/document/character_files.h"
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"
#include "app/platform_paths/caches.h"
#include "app/recording/session_file.h"
#include "app/scenes/prepared_scene.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/named_files.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace limber::app {
namespace {

int print_exit_request(const ExitRequest& exit_request) {
    if (exit_request.exit_code == 0) {
        std::cout << exit_request.text;
    } else {
        print_error(exit_request.text, exit_request.json);
    }
    return exit_request.exit_code;
}

// The files that the command reads, and those that they name.
std::vector<std::string> inputs_of(const Arguments& arguments) {
    std::vector<std::string> inputs = {arguments.file,
                                       arguments.controls,
                                       arguments.overrides.rig,
                                       arguments.overrides.clip_map,
                                       arguments.overrides.gait,
                                       arguments.overrides.subspace_file,
                                       loads_file_in(arguments.overrides.loads).string(),
                                       arguments.control.cage,
                                       arguments.control.pose_of};
    for (const auto& kinds : {arguments.compare.kinds, arguments.film.beside}) {
        for (const std::string& kind : kinds) {
            inputs.push_back(loads_file_in(parsed_column(kind).parameters.loads).string());
        }
    }
    inputs.insert(inputs.end(), arguments.overrides.clips.begin(), arguments.overrides.clips.end());
    for (const std::filesystem::path& file : files_named_in(arguments.overrides.rig)) {
        inputs.push_back(file.string());
    }
    if (const auto scene = scene_in(arguments.file)) {
        for (const std::filesystem::path& file : files_of(scene.value().value)) {
            inputs.push_back(file.string());
        }
    }
    return inputs;
}

// The files that the command writes.
std::vector<std::string> outputs_of(const Arguments& arguments) {
    std::vector<std::string> outputs = {arguments.out, arguments.gait.out_scene, arguments.gait.state, arguments.csv};
    std::erase(outputs, "");
    return outputs;
}

bool are_one_file(const std::string& one, const std::string& other) {
    std::error_code none;
    return std::filesystem::equivalent(one, other, none) ||
           std::filesystem::weakly_canonical(one, none) == std::filesystem::weakly_canonical(other, none);
}

std::optional<Error> fault_in_output_path(const std::string& out) {
    std::error_code trouble;
    const std::filesystem::path path(out);
    if (path.has_parent_path() && !std::filesystem::is_directory(path.parent_path(), trouble)) {
        return Error{ErrorKind::bad_input, "cannot be written: there is no such folder; create it first", out};
    }
    if (std::filesystem::is_directory(path, trouble)) {
        return Error{ErrorKind::bad_input, "cannot be written: it is a folder; name a file in it", out};
    }
    return std::nullopt;
}

// Outputs that cannot be written, or that would replace an input or another output. Checked before the command runs,
// which may take long.
std::optional<Error> fault_in_outputs(const Arguments& arguments) {
    const std::vector<std::string> outputs = outputs_of(arguments);
    if (outputs.empty()) {
        return std::nullopt;
    }
    const std::vector<std::string> inputs = inputs_of(arguments);
    for (auto out = outputs.begin(); out != outputs.end(); ++out) {
        const auto is_out = [&](const std::string& other) {
            return !other.empty() && are_one_file(*out, other);
        };
        if (std::any_of(inputs.begin(), inputs.end(), is_out)) {
            return Error{ErrorKind::bad_input, "is read by this command and would be lost: name another file", *out};
        }
        if (std::any_of(outputs.begin(), out, is_out)) {
            return Error{ErrorKind::bad_input, "is named twice, and one output would replace the other: name two files",
                         *out};
        }
        if (const auto fault = fault_in_output_path(*out)) {
            return fault;
        }
    }
    return std::nullopt;
}

// A faulty gait file is a fault of the input, and not of the option that names it.
std::optional<Error> fault_in_gait(const std::string& file) {
    const auto gait = file.empty() ? Result<Repaired<Gait>>(Repaired<Gait>{}) : read_gait(file);
    return gait ? std::nullopt : std::optional(gait.error());
}

// Warns on stderr, because the cache is not part of the command's result.
void warn_about_cache(const Arguments& arguments) {
    const auto cache = user_cache(arguments);
    if (const auto trouble = cache ? trouble_with_cache(cache->folder()) : std::nullopt) {
        std::cerr << "warning: " << *trouble << ".\n";
    }
}

// Commands that work on one character.
std::optional<Error> fault_in_list(const Arguments& arguments) {
    const bool needs_one = arguments.command == Subcommand::subspace || arguments.command == Subcommand::gait ||
                           arguments.command == Subcommand::control;
    if (!needs_one || !is_list_of_characters(arguments.file)) {
        return std::nullopt;
    }
    const auto scene = read_scene_file(arguments.file);
    if (!scene) {
        return scene.error();
    }
    if (is_one_character(scene.value().value)) {
        return std::nullopt;
    }
    const std::string reason = arguments.command == Subcommand::subspace ? "each with its own subspace"
                               : arguments.command == Subcommand::gait   ? "and a gait is searched for one"
                                                                         : "and one is controlled";
    return Error{ErrorKind::bad_input, "holds several characters, " + reason + "; name one of its scenes",
                 arguments.file};
}

int run(const Arguments& arguments) {
    switch (arguments.command) {
    case Subcommand::check:
        return run_check(arguments);
    case Subcommand::subspace:
        return run_with_character(arguments, run_subspace);
    case Subcommand::gait:
        return run_with_character(arguments, run_gait);
    case Subcommand::control:
        return run_with_character(arguments, run_control);
    case Subcommand::simulate:
        return run_with_scene(arguments, run_simulate);
    case Subcommand::compare:
        return run_compare(arguments);
    case Subcommand::record:
        return run_with_scene(arguments, run_record);
    case Subcommand::render:
        return run_with_scene(arguments, run_render);
    case Subcommand::export_motion:
        return run_with_scene(arguments, run_export);
    case Subcommand::replay:
        break;
    }
    return run_replay(arguments);
}

// A file that cannot be opened; it may be too large to be read twice.
std::optional<Error> fault_in_reading(const std::filesystem::path& file) {
    if (regular_file_size(file) && std::ifstream(file, std::ios::binary).is_open()) {
        return std::nullopt;
    }
    const auto bytes = file_bytes(file);
    return bytes ? std::nullopt : std::optional(bytes.error());
}

// The files that only options name, and that are needed late, or not by every scene: a name that cannot be read is a
// mistake in any case, and is found before anything is built.
std::optional<Error> fault_in_late_inputs(const Arguments& arguments) {
    std::vector<std::filesystem::path> files = {arguments.overrides.clip_map, arguments.overrides.subspace_file};
    files.push_back(loads_file_in(arguments.overrides.loads));
    for (const auto* kinds : {&arguments.compare.kinds, &arguments.film.beside}) {
        for (const std::string& kind : *kinds) {
            files.push_back(loads_file_in(parsed_column(kind).parameters.loads));
        }
    }
    for (const std::filesystem::path& file : files) {
        if (auto fault = file.empty() ? std::nullopt : fault_in_reading(file)) {
            return fault;
        }
    }
    return std::nullopt;
}

// Which controls they are is checked with the characters.
std::optional<Error> fault_in_controls_file(const std::string& file) {
    if (file.empty()) {
        return std::nullopt;
    }
    const auto texts = read_controls_texts(file);
    return texts ? std::nullopt : std::optional(texts.error());
}

std::optional<Error> fault_in_inputs(const Arguments& arguments) {
    if (arguments.command == Subcommand::replay) {
        return std::nullopt;
    }
    if (auto fault = fault_in_gait(arguments.overrides.gait)) {
        return fault;
    }
    if (auto fault = fault_in_late_inputs(arguments)) {
        return fault;
    }
    if (auto fault = fault_in_controls_file(arguments.controls)) {
        return fault;
    }
    if (arguments.file.empty()) {
        return Error{ErrorKind::bad_input, "the name is empty; name a scene (.json), a tet mesh or a surface", "FILE"};
    }
    return fault_in_list(arguments);
}

int run_arguments(int argc, char** argv) {
    const auto parsed = parse_arguments(argc, argv);
    if (const auto* exit_request = std::get_if<ExitRequest>(&parsed)) {
        return print_exit_request(*exit_request);
    }
    const Arguments& arguments = std::get<Arguments>(parsed);
    if (const auto fault = fault_in_outputs(arguments)) {
        return fail(*fault, arguments.json);
    }
    warn_about_cache(arguments);
    if (const auto fault = fault_in_inputs(arguments)) {
        return fail(*fault, arguments.json);
    }
    return run(arguments);
}

// Flushes stdout; the exit code is 1 when that fails.
int flushed_code(int code) {
    std::cout.flush();
    if (std::cout.good()) {
        return code;
    }
    std::fputs("limber: the output could not be written; check that its disk has free space.\n", stderr);
    return code == 0 ? 1 : code;
}

// Allocates nothing.
int report_out_of_memory(bool json) {
    const char* text = "not enough memory; use fewer modes or a coarser mesh";
    std::fprintf(stderr, "limber: %s.\n", text);
    if (json) {
        std::printf("{\n  \"error\": \"%s\"\n}\n", text);
    }
    return flushed_code(1);
}

// Whether a thread could not be started.
bool lacks_a_thread(const std::exception& trouble) {
    const auto* error = dynamic_cast<const std::system_error*>(&trouble);
    return error != nullptr && error->code() == std::errc::resource_unavailable_try_again;
}

} // namespace

int run_command_line(int argc, char** argv) {
    const bool json = asks_for_json(argc, argv);
    try {
        return flushed_code(run_arguments(argc, argv));
    } catch (const std::bad_alloc&) {
        return report_out_of_memory(json);
    } catch (const std::exception& trouble) {
        print_error(lacks_a_thread(trouble)
                        ? "not enough memory for another thread, or too many are running; close other programs"
                        : std::string("the command failed: ") + trouble.what(),
                    json);
        return flushed_code(1);
    }
}

} // namespace limber::app
