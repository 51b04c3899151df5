// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_model.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

/// The elastic energy of the cubature points as a function of z. Controls::young_scale multiplies all of it,
/// lambda_scale lambda alone.
namespace limber {

/// Scratch of one model.
struct CubatureScratch {
    Vector rig_F;   // 9c the rig's share of F
    Vector F;       // 9c, entry (i, j) of point p at 9 p + i + 3 j
    Vector stress;  // 9c [J], likewise
    Matrix columns; // k x 9c: the Hessian is their sum of outer products
};

/// Sized, with undefined contents.
CubatureScratch cubature_scratch(const CubatureModel& model);

/// Computes the rig's share at P (4b x 3). Call once a step.
void prepare_cubature(const CubatureModel& model, const AffineStack& P, CubatureScratch& scratch);

/// Returns the energy [J] at `at.Z` and adds its gradient to at.gradient.
double add_cubature_gradient(const CubatureModel& model, const Controls& controls, CubatureScratch& scratch,
                             Iterate& at);

/// Adds the Hessian at Z to the lower triangle of H (k x k), with the positive semidefinite part of each point's.
void add_cubature_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                          CubatureScratch& scratch, Matrix& H);
/// Adds what that leaves out: the negative semidefinite parts.
void add_negative_cubature_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                                   CubatureScratch& scratch, Matrix& H);

} // namespace limber
