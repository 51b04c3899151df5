// SPDX-License-Identifier: MIT
#include "engine/stepper/workspace.h"

#include "engine/model/reduced_model.h"

namespace limber {

Workspace::Workspace(const ReducedModel& model, Index handle_capacity, InstructionSet instruction_set,
                     Index contact_points)
    : prediction(limber::prediction(model.coordinate_count(), 4 * model.rig_map_count())),
      objective(step_objective(model, kernel(instruction_set), handle_capacity)),
      contact(contact_scratch(model.coordinate_count(), handle_capacity, contact_points)),
      descents{lbfgs_scratch(model, handle_capacity), projected_scratch(model.coordinate_count())},
      now(iterate(model.coordinate_count())), end{Coordinates(model.coordinate_count(), 3),
                                                  Coordinates(model.coordinate_count(), 3),
                                                  AffineStack(model.coordinate_count(), 3)} {}

} // namespace limber
