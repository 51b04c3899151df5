// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/element_model.h"
#include "engine/operators/rod_elements.h"
#include "engine/operators/shell_elements.h"

/// Rods and shells as bodies without tets, which `step`, handles, contact and states treat as they treat solids. Such a
/// body has a free affine handle for a rig.
///
///     const Body rope = build_rod_body(curve, {.radius = 0.005}).value();
///
/// Its contact points are vertices, in the middle of the rod or sheet: obstacles that are `grown` (contact/obstacle.h)
/// by body.thin->radius touch its skin.
namespace limber {

/// Vertices up to which the basis is complete; larger bodies have as many modes.
inline constexpr Index complete_basis_max = 300;

/// What a rod or a shell is made of, for callers that build a body stage by stage. Fails with bad_input: a material out
/// of range, an edge without length, or a triangle without area.
Result<ElementBody> rod_body_elements(const CurveMesh& curve, const RodMaterial& material);
Result<ElementBody> shell_body_elements(const SurfaceMesh& surface, const ShellMaterial& material);

/// Fails with bad_input: a material out of range, or a curve without an edge or with one without length; and with
/// not_converged and cancelled.
Result<Body> build_rod_body(const CurveMesh& curve, const RodMaterial& material, Index modes = complete_basis_max,
                            Progress* progress = nullptr);

/// Fails with bad_input: a material out of range, or a surface without a triangle or with one without area; and with
/// not_converged and cancelled.
Result<Body> build_shell_body(const SurfaceMesh& surface, const ShellMaterial& material,
                              Index modes = complete_basis_max, Progress* progress = nullptr);

} // namespace limber
