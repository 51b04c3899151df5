#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// Which points of a body meet which surfaces in a step. An obstacle stands in the system of a step as one half-space
/// for each point that it concerns,
///
///     n . y >= lowest,
///
/// tangent where the point is nearest when the step begins, or where its way to the end of the step enters. Both hold
/// the point outside of a convex shape wherever it then goes; where a surface bends towards it, a point that ends
/// inside is given a second half-space, at its end.
///
/// A face that another obstacle covers, as between blocks that lie side by side, is none that a point can meet from
/// where it is: only the first surface on its way counts, and a floor of many blocks is a floor.
namespace limber {

/// Lists, in workspace.contact, each point's three nearest surfaces, of those within a margin. Returns whether a force
/// of the step before is among them.
bool list_near_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                        Workspace& workspace);

/// Measures how far the worst point is inside when the step ends at workspace.now, in workspace.contact.depth; and,
/// `may_list`, lists for each point the surface that it met first and that no listed half-space keeps it out of.
/// Returns whether there were any.
bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace);

} // namespace limber
