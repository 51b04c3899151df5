#include "app/cli/command_line.h"

#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/scene/opening.h"

#include <iostream>

namespace limber::app {
namespace {

int say_farewell(const Farewell& farewell) {
    if (farewell.exit_code == 0) {
        std::cout << farewell.text;
    } else {
        std::cerr << "limber: " << farewell.text << " (limber --help lists what there is).\n";
    }
    return farewell.exit_code;
}

int run(const Arguments& arguments, const Repaired<SceneDescription>& scene) {
    switch (arguments.command) {
    case Command::check:
        return run_check(arguments, scene);
    case Command::subspace:
        return run_subspace(arguments, scene);
    case Command::simulate:
        return run_simulate(arguments, scene);
    case Command::render:
        break;
    }
    return run_render(arguments, scene);
}

} // namespace

int run_command_line(int argc, char** argv) {
    const auto parsed = parse_arguments(argc, argv);
    if (const auto* farewell = std::get_if<Farewell>(&parsed)) {
        return say_farewell(*farewell);
    }
    const Arguments& arguments = std::get<Arguments>(parsed);
    // What is measured is measured as the file has it; what is only looked at must be of a size to look at.
    const MeshUnit unit = arguments.command == Command::render ? MeshUnit::fitted : MeshUnit::metre;
    auto scene = describe(arguments.file, unit);
    if (!scene) {
        return fail(scene.error(), arguments.json);
    }
    auto wanted = overridden(scene.value().value, arguments.overrides);
    if (!wanted) {
        fail(wanted.error(), arguments.json);
        return 2;
    }
    return run(arguments, {std::move(wanted).value(), scene.value().warnings});
}

std::vector<std::string> all_warnings(const Repaired<SceneDescription>& scene, const Character& character) {
    std::vector<std::string> warnings = scene.warnings;
    warnings.insert(warnings.end(), character.warnings.begin(), character.warnings.end());
    if (character.description.material.poisson > 0) {
        warnings.emplace_back(
            "the elasticity of the step (ARAP) has no resistance to changes of volume yet: of Poisson's "
            "ratio it takes only what it does to the shear modulus");
    }
    return warnings;
}

} // namespace limber::app
