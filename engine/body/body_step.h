// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/body/warped_contact.h"
#include "engine/contact/contact_points.h"
#include "engine/cubature/cubature_step.h"
#include "engine/general_basis/general_step.h"

#include <memory>
#include <span>
#include <variant>
#include <vector>

/// A body's step and state in whichever subspace it has: stepper/step.h in a skinning subspace,
/// general_basis/general_step.h in a linear one, or cubature/cubature_step.h where the body has a cubature. State.Z has
/// k x 3 coordinates in both; in a linear subspace they are 3k numbers, row by row.
namespace limber {

/// Scratch of the steps of a reconstructed kind, in the frame of its modes (reconstruction.h).
struct StepInFrame {
    Controls controls;
    State state;
    WarpedContact contact;
};

/// Scratch of the steps of one body; the body must outlive it.
class BodyWorkspace {
public:
    /// Precondition: runs_here(instruction_set).
    explicit BodyWorkspace(const Body& body, Index handle_capacity = 64,
                           InstructionSet instruction_set = widest_instruction_set(), Index contact_points = 0);

private:
    friend StepReport step(const Body& body, const Controls& controls, State& state, BodyWorkspace& workspace);

    std::variant<Workspace, GeneralWorkspace, CubatureWorkspace> scratch_;
    std::vector<GeneralHandle> handles_; // of a linear subspace
    StepInFrame frame_;
};

/// Preconditions: at most handle_capacity handles and springs together, and contact_points points, which are of this
/// body; can_touch(body) if there is contact. On not_finite the state is unchanged.
StepReport step(const Body& body, const Controls& controls, State& state, BodyWorkspace& workspace);

/// The state at rest in the rig's pose P.
State rest_state(const Body& body, const AffineStack& P, Index contact_points = 0);

/// The point with these barycentric coordinates over any vertices (they sum to one), for handles of this body. In a
/// linear subspace `phi` has 3k numbers for each axis, one axis after the other.
BodyPoint body_point(const Body& body, std::span<const int> vertices, std::span<const double> barycentric);

/// These vertices of the tet mesh as contact points; of a planar body in the middle of its depth. In a linear subspace
/// `phi` is that of a body_point likewise.
ContactPoints contact_points_at(const Body& body, const std::vector<int>& vertices);
/// Ascending: the vertices on the boundary of the tets, or all of a thin body.
std::vector<int> surface_vertices(const Body& body);
/// Ascending: those of them that obstacles may touch, which are all, or the outline of a planar body.
std::vector<int> touchable_vertices(const Body& body);
/// At most `count` contact points, spread over the surface.
std::shared_ptr<const ContactPoints> contact_points_of(const Body& body, Index count = 30);
/// s x 3 [m]
Points contact_positions(const Body& body, const ContactPoints& points, const State& state);

Index muscle_count(const Body& body);
/// Whether its positions are corrected when they are shown (reconstruction.h): no weights blend them.
bool is_reconstructed(const Body& body);
/// Whether its steps may have contact: all kinds but rotation_strain (reconstruction.h).
bool can_touch(const Body& body);
/// Modes of a skinning subspace, displacements of a linear one.
Index mode_count(const Body& body);
/// The rows of State.Z.
Index coordinate_rows(const Body& body);
/// Of the elastic energy: sum 2 mu V over the tets [J].
double elastic_weight(const Body& body);

/// n x m: the weights of the affine maps that move the vertices beside the rig.
const Matrix& secondary_weights(const Body& body);
/// 4m x 3: those maps on rest positions in a state with these coordinates.
AffineStack secondary_maps(const Body& body, const AffineStack& Z);
/// n x 3 [m]
Points positions(const Body& body, const State& state);

/// 3n x 3k, vertex by vertex: the displacements of each coordinate, in the order of the rows of State.Z, for a
/// reconstructed kind to first order at rest. B'MB is the identity.
Matrix displacement_basis(const Body& body);
/// n x 3 [m]: the displacements that coordinates (k x 3) stand for, beside the rig's motion in the pose P.
Points displacements(const Body& body, const AffineStack& Z, const AffineStack& P);
/// n x 3 [m/s]: their rate of change, with the rates Zdot and Pdot.
Points displacement_rates(const Body& body, const AffineStack& Z, const AffineStack& Zdot, const AffineStack& P,
                          const AffineStack& Pdot);
/// k x 3: the coordinates nearest to displacements (n x 3) in the mass norm; for a reconstructed kind, of those that
/// are not corrected.
AffineStack nearest_coordinates(const Body& body, const AffineStack& displacements, const AffineStack& P);

} // namespace limber
