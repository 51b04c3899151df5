#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// Selects the point-surface pairs that a step considers. In the contact system an obstacle is one half-space for each
/// contact point near it,
///
///     n . y >= lowest,
///
/// tangent at the surface closest to the point when the step begins, or where the point's segment to the end of the
/// step enters. Either keeps the point outside a convex shape wherever it moves; where a surface bends towards the
/// point and the point ends inside, a second half-space is added at its end position.
///
/// A face that another obstacle covers, for instance between two adjacent boxes, is not listed: only the first surface
/// on a segment counts, so a floor made of many boxes acts as one floor.
namespace limber {

/// Lists in workspace.contact the three nearest surfaces of each point, among those within a margin. Returns whether
/// one of these points had a contact force in the previous step.
bool list_near_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                        Workspace& workspace);

/// Measures workspace.contact.depth, the largest penetration at the end of the step at workspace.now. If `may_list`,
/// also lists for each point the first surface on its segment that no listed half-space accounts for. Returns whether
/// any were found.
bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace);

} // namespace limber
