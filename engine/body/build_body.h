// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

/// The short way in: from a mesh and a rig to everything that a step needs.
///
///     const Body body = build_body(mesh, rig).value();
///     BodyWorkspace workspace(body);
///     const Controls controls = rest_controls(body);
///     State state = rest_state(body, controls.P);
///     step(body, controls, state, workspace);
namespace limber {

/// A body on a rig: its secondary motion is complementary to the rig's. Fails with bad_input (a material, rig or option
/// that is out of range), with not_converged, and with cancelled.
Result<Body> build_body(const TetMesh& mesh, const Rig& rig, const BodyOptions& options = {},
                        Progress* progress = nullptr);

/// A free body, which no rig holds. Its modes include the rigid motions.
Result<Body> build_free_body(const TetMesh& mesh, const BodyOptions& options = {}, Progress* progress = nullptr);

} // namespace limber
