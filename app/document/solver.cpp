// SPDX-License-Identifier: MIT
#include "app/document/solver.h"

#include "app/document/choices.h"
#include "engine/core/json.h"

namespace limber::app {

std::optional<Error> fault_in(const SolverDescription& solver) {
    if (solver.memory < 0 || solver.memory > memory_max) {
        return Error{ErrorKind::bad_input, "must be between 0 and " + std::to_string(memory_max), "step.solver.memory"};
    }
    if (!(solver.strain_damping >= 0 && solver.strain_damping <= strain_damping_max)) {
        return Error{ErrorKind::bad_input, "must be between 0 and 1 second", "step.solver.strain_damping"};
    }
    return std::nullopt;
}

void read_value(const JsonNode& node, SolverDescription& solver) {
    MemberReader members(node);
    read_choice(members, "integrator", integrator_names, solver.integrator);
    read_choice(members, "arithmetic", arithmetic_names, solver.arithmetic);
    members.read("memory", solver.memory);
    members.read("strain_damping", solver.strain_damping);
}

Json solver_json(const SolverDescription& solver) {
    return Json::object_t{{"integrator", integrator_names[static_cast<std::size_t>(solver.integrator)]},
                          {"arithmetic", arithmetic_names[static_cast<std::size_t>(solver.arithmetic)]},
                          {"memory", solver.memory},
                          {"strain_damping", solver.strain_damping}};
}

void take_over(const SolverDescription& solver, Controls& controls) {
    controls.integrator = solver.integrator;
    controls.arithmetic = solver.arithmetic;
    controls.memory = solver.memory;
    controls.strain_damping = solver.strain_damping;
}

} // namespace limber::app
