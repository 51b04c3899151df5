// SPDX-License-Identifier: MIT
#include "app/cli/newton_options.h"

#include "app/cli/option_checks.h"
#include "app/document/choices.h"
#include "app/document/newton_description.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace limber::app {
namespace {

// "none", or the name of an elastic energy.
std::string fault_in_newton(const std::string& name) {
    const bool is_known =
        name == "none" || std::ranges::find(elastic_energy_names, std::string_view(name)) != elastic_energy_names.end();
    return is_known ? "" : "must be \"none\", " + alternatives(elastic_energy_names);
}

} // namespace

void add_newton(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--newton", overrides.newton,
                    "step by Newton's method with this elastic energy on cubature points, in place of local-global "
                    "iterations on clusters: \"corotational\", \"arap\", \"stable-neo-hookean\" or "
                    "\"st-venant-kirchhoff\"; \"none\": not so")
        ->type_name("ENERGY")
        ->check(fault_in_newton);
    command.add_option("--cubature-points", overrides.cubature_points, "cubature points of --newton [200]")
        ->check(count_check(1, cubature_points_max));
    command
        .add_option("--cubature-error", overrides.cubature_error,
                    "the largest error that their forces may have in training poses, relative to those of all tets [1]")
        ->check(number_check({training_error_range.low, training_error_range.high, false, false, ""}));
}

} // namespace limber::app
