// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_files/file_surface.h"
#include "app/geometry/deformed_skin.h"
#include "app/geometry/drawn_mesh.h"
#include "app/simulation/snapshot.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

/// Converts doubles to the floats that the GPU draws: the boundary's vertices once, and the affine maps of a state
/// every frame. This is the only place where simulation results are rounded to floats.
namespace limber::app {

/// An affine motion of one mode that is added by hand (FCD figure 7): the displacement of X is its weight, relative to
/// the largest, times A [(X - centre) 1]. A is 3 x 4, row-major: shares of the body's size in its last column. The size
/// is the diagonal of the body's box at rest, the centre that of the box.
struct FlexedMode {
    int character = 0; // id
    int mode = -1;     // none
    std::array<double, 12> A{};
    bool operator==(const FlexedMode&) const = default;
};

struct DrawnMotion {
    bool secondary = true;     // off: the rig alone
    double exaggeration = 1.0; // of the secondary motion
    FlexedMode flexed = {};
};

/// The maps for `drawn_mesh(*snapshot.character)` and for the surface of its file, and, during a fade, for the modes of
/// the previous model.
DrawnMaps drawn_maps(const Snapshot& snapshot, const DrawnMotion& motion);

/// The boundary's vertices of a body whose positions are corrected when they are shown (engine/body/reconstruction.h),
/// or that fades from one, or the skin of rods or a shell; null: the maps show it. Such a body is computed on the CPU
/// for each picture. `triangles`: 3 f, of these vertices.
std::shared_ptr<const DeformedSkin> reconstructed_skin(const Snapshot& snapshot, const DrawnMotion& motion,
                                                       std::span<const std::uint32_t> triangles);

/// The same of all its vertices, of which those inside have no normals; never null. Preconditions: the body is such a
/// one, and it has tets.
std::shared_ptr<const DeformedSkin> reconstructed_body(const Snapshot& snapshot, const DrawnMotion& motion);

/// The same of the vertices of the surface of the character's file, with edges where the file has them.
std::shared_ptr<const DeformedSkin> reconstructed_surface(const Snapshot& snapshot, const DrawnMotion& motion,
                                                          const FileSurface& surface);

/// The same of a body whose vertices are at x (n x 3 [m]) in the snapshot's pose of the rig, as in full space, with the
/// snapshot's share of the secondary motion.
std::shared_ptr<const DeformedSkin> deformed_skin(const Points& x, const Snapshot& snapshot,
                                                  std::span<const std::uint32_t> triangles);
std::shared_ptr<const DeformedSkin> deformed_skin(const Points& x, const Snapshot& snapshot,
                                                  const FileSurface& surface);

/// p x 3 [m]: the surface of the character's file where the body's vertices are at x (n x 3 [m]) in the pose P.
Points carried_surface(const Points& x, const Character& character, const AffineStack& P, const FileSurface& surface);

/// Positions of the skin's vertices in this state, in double precision, for picking: those of the boundary, or of the
/// skin of rods or a shell.
Points skin_positions(const Snapshot& snapshot, const DrawnMotion& motion);

/// Positions of the boundary's vertices in this state, in double precision.
Points boundary_positions(const Snapshot& snapshot, const DrawnMotion& motion);

/// k x 3 [m]: the same of these vertices of the mesh.
Points drawn_positions(const Snapshot& snapshot, const DrawnMotion& motion, std::span<const int> vertices);

/// b x 3 [m]: the boundary's vertices at rest.
Points surface_at_rest(const Character& character);

/// 12 floats, 3 x 4 row-major, as DrawnMaps has them.
void append_map(const Affine& map, std::vector<float>& maps);

/// The drawn position of the body point that a handle holds [m].
Vec3 held_point(const Snapshot& snapshot, const PointHandle& handle, const DrawnMotion& motion);
Vec3 surface_point(const Snapshot& snapshot, const std::array<int, 3>& vertices,
                   const std::array<double, 3>& barycentric, const DrawnMotion& motion);

/// n x 3: the positions of all vertices in this state, in double precision.
Points body_positions(const Character& character, const State& state);
/// The mean of these positions.
Vec3 mean_position(const Character& character, const State& state);
/// The world matrices of the bones in a state, from its maps of the rig.
Pose pose_in(const Character& character, const State& state);

/// The state with a share of its secondary motion: J p + share B z. With 1 the positions are the same, bit for bit.
State with_share(State state, double share);

/// A mode's weight on the drawn vertices, scaled to [-1, 1]: Renderer::set_scalars.
std::vector<float> mode_scalars(const Character& character, Index mode);
/// The displacement of each surface vertex by a muscle, relative to the largest one, for painting.
std::vector<float> muscle_scalars(const Character& character, std::size_t muscle);

} // namespace limber::app
