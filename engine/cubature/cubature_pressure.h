// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/cubature/pocket_curvature.h"
#include "engine/general_basis/general_model.h"
#include "engine/loads/pocket_pressure.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

#include <vector>

/// The energy of gas in the pockets of a body (loads/pocket_pressure.h) as a function of z, exactly, with all triangles
/// of their surfaces. A pressure is that of the pocket at activation 1, times stress_scale.
namespace limber {

/// Constant data: x = B z + J P at the vertices of all pockets.
struct CubaturePressure {
    std::vector<InflatedPocket> pockets; // with the rows below as their vertices
    Matrix B;                            // 3v x k
    Matrix J;                            // v x 4b
    /// One for each pocket, as pocket_curvatures computes them, or empty: then each Hessian is a sum over all
    /// triangles.
    std::vector<PocketCurvature> curvatures = {};

    Index vertex_count() const {
        return J.rows();
    }
};

/// Without curvatures. Precondition: pockets of the model's body, whose B is complete.
CubaturePressure cubature_pressure(const GeneralModel& model, std::vector<InflatedPocket> pockets);

/// Whether sums with curvatures take less work than those over all triangles.
bool are_curvatures_shorter(const CubaturePressure& pressure);

/// Of each pocket. Fails where it is cancelled.
Result<std::vector<PocketCurvature>> pocket_curvatures(const CubaturePressure& pressure, Progress* progress = nullptr);

/// Scratch of one model.
struct PressureScratch {
    Points rig;                 // v x 3: the rig's share of x
    Points x;                   // v x 3
    Points force;               // v x 3 [N] the gradient
    std::vector<Vector> of_rig; // for each pocket with a curvature: the rig's share of it
    Vector z;                   // k
    Matrix products;            // 3v x k
    Matrix hessian;             // k x k
};

/// Sized, with undefined contents.
PressureScratch pressure_scratch(const CubaturePressure& pressure);

/// Whether a pocket has a pressure.
bool has_pressure(const CubaturePressure& pressure, const Controls& controls);

/// Computes the rig's share at P (4b x 3). Call once a step.
void prepare_pressure(const CubaturePressure& pressure, const AffineStack& P, PressureScratch& scratch);

/// Returns the energy [J] at `at.Z` and adds its gradient to at.gradient.
double add_pressure_gradient(const CubaturePressure& pressure, const Controls& controls, PressureScratch& scratch,
                             Iterate& at);

/// Adds the Hessian at Z, which is indefinite, to H (k x k).
void add_pressure_hessian(const CubaturePressure& pressure, const Controls& controls, const Coordinates& Z,
                          PressureScratch& scratch, Matrix& H);

} // namespace limber
