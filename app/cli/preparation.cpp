// SPDX-License-Identifier: MIT
#include "app/cli/preparation.h"

#include "app/character_build/build_character.h"
#include "app/character_build/planar_character.h"
#include "app/character_build/thin_character.h"
#include "app/cli/loads_option.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/cli/scene_loads.h"
#include "app/comparison/comparison.h"
#include "app/document/opening.h"

#include <algorithm>

namespace limber::app {
namespace {

Result<Repaired<CharacterDescription>> read_description(const std::string& file) {
    return with_progress([&](Progress* progress) { return describe(file, progress); });
}

// The character of the command's file, whose scene proposes its loads if the options ask for that.
Result<CharacterDescription> with_overrides(const Arguments& arguments, const CharacterDescription& character,
                                            OverrideReads& reads) {
    ScenePreparation how;
    how.cache = reads.cache;
    how.adjusted = overriding(arguments.overrides, reads);
    how.read = &reads.characters;
    const auto scene = scene_in(arguments.file);
    if (!scene) {
        return scene.error();
    }
    if (!arguments.overrides.loads.empty() && arguments.command != Subcommand::compare) {
        refuse_unused_loads(scene.value().value, how);
    }
    const auto proposed = propose_loads(scene.value().value, arguments.overrides.loads, how, reads);
    return proposed ? how.adjusted(character) : proposed.error();
}

// Names the command's file in place of its mesh, which may lie in a cache.
Error of_file(Error refusal, const Arguments& arguments) {
    refusal.where = arguments.file;
    return refusal;
}

struct NamedCommand {
    std::string name;
    std::vector<std::string> missing; // options of bodies without an inside
};

NamedCommand named_command(Subcommand command) {
    switch (command) {
    case Subcommand::subspace:
        return {"subspace", {"--rod-radius", "--shell-thickness", "--plane-depth"}};
    case Subcommand::compare:
        return {"compare", {"--rod-radius", "--shell-thickness", "--plane-depth"}};
    case Subcommand::gait:
        return {"gait", {"--rod-radius", "--shell-thickness"}};
    default:
        return {};
    }
}

} // namespace

Error with_other_commands(Error error, const Arguments& arguments) {
    const NamedCommand command = named_command(arguments.command);
    std::string missing;
    for (const std::string& option : command.missing) {
        if (error.message.find(option) != std::string::npos) {
            missing += (missing.empty() ? "" : " and ") + option;
        }
    }
    if (!missing.empty()) {
        error.message += "; limber " + command.name + " does not take " + missing +
                         ", but limber simulate does, and the window makes such a body without options";
    }
    return error;
}

Error with_compared_kind(Error error, const Arguments& arguments) {
    const Overrides& of_kind = arguments.overrides;
    const std::string& where = error.where;
    std::error_code none;
    const bool is_of_all = where != of_kind.loads && where != of_kind.subspace_file &&
                           (where == arguments.file || std::filesystem::exists(where, none));
    if (arguments.compare.row.empty() || is_of_all) {
        return error;
    }
    return error_of_kind(std::move(error), arguments.compare.row);
}

std::optional<Cache> user_cache(const Arguments& arguments) {
    return arguments.no_cache ? std::nullopt : cache_of_the_user();
}

Result<CharacterPtr> prepared(const Arguments& arguments, const CharacterDescription& scene,
                              const std::vector<CharacterPtr>& read) {
    const bool supports_thin = arguments.command == Subcommand::replay || arguments.command == Subcommand::control;
    if (is_thin(scene) && !supports_thin) {
        return of_file(refusal_of_thin_body(scene), arguments);
    }
    if (is_planar(scene) && arguments.command == Subcommand::subspace) {
        return of_file(refusal_of_planar_body(scene), arguments);
    }
    const auto cache = user_cache(arguments);
    auto built = with_progress([&](Progress* progress) {
        return build_character(scene, with_same_mesh(read, scene), Stage::operators, progress,
                               Threads{.count = arguments.threads}, Purpose::numbers, cache ? &*cache : nullptr);
    });
    if (!built) {
        return with_other_commands(built.error(), arguments);
    }
    const auto fault = missing_loads(arguments, {built.value()});
    return fault ? Result<CharacterPtr>(*fault) : std::move(built);
}

std::optional<Error> missing_loads(const Arguments& arguments, const std::vector<CharacterPtr>& characters) {
    const bool one_switches =
        std::ranges::any_of(characters, [](const CharacterPtr& one) { return bool(one->switched); });
    if (!arguments.overrides.switch_loads.value_or(false) || one_switches) {
        return std::nullopt;
    }
    const std::string& file = arguments.overrides.loads;
    if (!load_sources_in(file).empty()) {
        return Error{ErrorKind::bad_input,
                     "proposes no two loads of one character from its " + file +
                         ", and a switch needs several: name more sources, or leave out --switch-loads",
                     arguments.file};
    }
    return Error{ErrorKind::bad_input,
                 "has no mixture of several components to switch between: give it one, or leave out the switch",
                 file.empty() ? arguments.file : file};
}

int run_with_character(const Arguments& arguments, const CharacterCommand& command) {
    const auto scene = read_description(arguments.file);
    if (!scene) {
        return fail(scene.error(), arguments.json);
    }
    const auto cache = user_cache(arguments);
    OverrideReads reads{cache ? &*cache : nullptr, {}};
    auto adjusted = with_overrides(arguments, scene.value().value, reads);
    if (!adjusted) {
        const int code = fail(adjusted.error(), arguments.json);
        return reads.fault ? option_fault_code : code;
    }
    return command(arguments, {{std::move(adjusted).value(), scene.value().warnings}, std::move(reads.characters)});
}

std::vector<std::string> all_warnings(const Repaired<CharacterDescription>& scene, const Character& character) {
    std::vector<std::string> warnings = scene.warnings;
    warnings.insert(warnings.end(), character.warnings.begin(), character.warnings.end());
    return warnings;
}

} // namespace limber::app
