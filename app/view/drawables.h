#pragma once

#include "app/geometry/drawn_mesh.h"
#include "app/simulation/snapshot.h"

#include <cstdint>
#include <vector>

/// From doubles to what the GPU draws: the boundary's vertices as floats, once, and the affine maps of a
/// state, every frame. The only place where the simulation is rounded to floats.
namespace limber::app {

struct DrawnMotion {
    bool secondary = true;     // off: the rig alone
    double exaggeration = 1.0; // of the secondary motion
};

/// The maps for `drawn_mesh(*snapshot.character)`, and, where the snapshot fades, for the modes of the one before.
DrawnMaps drawn_maps(const Snapshot& snapshot, const DrawnMotion& motion);

/// Positions of the boundary's vertices in this state, in double precision: what a ray is tested against.
Points boundary_positions(const Snapshot& snapshot, const DrawnMotion& motion);

/// b x 3 [m]: the boundary's vertices at rest.
Points surface_at_rest(const Character& character);

/// 12 floats, 3 x 4 row-major, as DrawnMaps has them.
void append_map(const Affine& map, std::vector<float>& maps);

/// Where a body's point that a handle holds is drawn [m].
Vec3 held_point(const Snapshot& snapshot, const PointHandle& handle, const DrawnMotion& motion);

/// n x 3: every vertex of the body in this state, in double precision.
Points body_positions(const Character& character, const State& state);

/// A mode's weight on the drawn vertices, scaled to [-1, 1]: Renderer::set_scalars.
std::vector<float> mode_scalars(const Character& character, Index mode);
/// How far the muscle moves each vertex of the surface, of 1, for painting it.
std::vector<float> muscle_scalars(const Character& character, std::size_t muscle);

} // namespace limber::app
