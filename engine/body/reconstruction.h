// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/general_basis/general_model.h"
#include "engine/stepper/state.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/rotation_warping.h"

#include <variant>

/// Modes with linear dynamics, of vibration or for loads, whose displacements are corrected for their rotations when
/// they are shown (subspace/rotation_warping.h): z'' + lambda z = f in the frame of the rotation nearest to the rig's
/// pose. The modes
/// turn with that frame, without Coriolis forces; the rig acts on them by its inertia, but not by its strain. The
/// correction may leave the rig's constraint, which the linear displacements satisfy, and handles hold points of the
/// linear displacements. Contact touches the corrected positions of modal warping (warped_contact.h). Rotation-strain
/// has none: each of its positions depends on every tet.
namespace limber {

struct Reconstruction {
    std::variant<ModalWarping, RotationStrain> correction;
    Matrix rest_moment;   // 4b x 3: J' M (X - mean), so that P' times it is the moment of a pose
    double seconds = 0.0; // wall time of one correction, measured when it was made
};

/// Precondition: is_reconstructed(kind). Needs mesh, rig and mass. Fails with not_converged when the Poisson system of
/// rotation-strain cannot be factorised, and with cancelled.
Result<Reconstruction> reconstruction_of(const Body& body, SubspaceKind kind, Progress* progress = nullptr);

/// The modes (3n x m) with their eigenvalues [1/s^2] as a general subspace without clusters; zero columns of stiffness
/// 1 fill it up to a multiple of three.
GeneralModel vibrating_model(const Body& body, const Matrix& modes, const Vector& eigenvalues);

/// Displacements that vibrate each by itself, in the elastic Hessian H at rest and the mass.
struct UncoupledModes {
    Matrix modes;       // 3n x m; M-orthonormal
    Vector eigenvalues; // m [1/s^2]
};

/// Of columns (3n x m) of a reconstructed kind. Vibration modes are uncoupled, and have their Rayleigh quotients as
/// eigenvalues. H couples columns for loads: of these they are the Ritz vectors, those of the span for which U'HU is
/// diagonal and U'MU the identity, softest first.
UncoupledModes uncoupled_modes(const Body& body, const Matrix& columns, const Material& material);

/// The rotation that brings the rest positions nearest to the rig's.
Mat3 frame_rotation(const Reconstruction& reconstruction, const AffineStack& P);

/// [1/s] The derivative of that rotation by the time, while the pose changes at the rate Pdot.
Mat3 frame_rotation_rate(const Reconstruction& reconstruction, const AffineStack& P, const AffineStack& Pdot);

/// n x 3: displacements in the frame, corrected.
Points corrected(const Reconstruction& reconstruction, const Points& u);

/// Turns rows of coordinates in the world by the inverse of R, in place.
void turn_back(const Mat3& R, AffineStack& rows);
/// The rig, and all that acts on the body but contact, in the frame of R.
void turn_back(const Mat3& R, Controls& controls);
/// The rig of a state.
void turn_back_rig(const Mat3& R, State& state);

} // namespace limber
