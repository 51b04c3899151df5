// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"

/// Carries what lies on the surface of a body over to another mesh of the same body, for example one with more tets.
/// Both meshes are compared in the units of their file. A new vertex takes what the closest point of the old surface
/// has.
namespace limber::app {

/// Carries the painted fields of the description that fit the surface `from`, and the kept example poses that fit its
/// vertices, to the mesh of `to`, and prepares `to` for handles. What fits the new mesh stays, unless it is that of
/// `from`. Returns whether the meshes differ.
bool carry_paint(const Character& from, Character& to);

/// The handle, the force or the spring at the same place of a body whose paint was carried over. What is not on `from`
/// is returned unchanged.
PointHandle carried(const PointHandle& handle, const Character& from, const Character& to);
AppliedForce carried(const AppliedForce& force, const Character& from, const Character& to);
PointSpring carried(const PointSpring& spring, const Character& from, const Character& to);

} // namespace limber::app
