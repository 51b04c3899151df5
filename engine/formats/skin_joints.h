// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/skin_weights.h"
#include "engine/linalg/types.h"

#include <vector>

/// The joints of a skin in one frame, for given weights (skin_fit.h).
namespace limber {

/// The vertices that a joint moves, and sums over them that no frame changes.
struct JointMembers {
    std::vector<int> vertices;
    std::vector<double> weights;
    Vec3 centre = Vec3::Zero(); // of the vertices at rest, weighted by w^2
    double weight = 0.0;        // sum w^2
    double spread = 0.0;        // sum w^2 |p - centre|^2
};

/// `p`: n x 3 at rest; `weights`: n.
std::vector<JointMembers> members_of(const Points& p, const std::vector<SparseWeights>& weights, Index joint_count);

/// n x 3: the vertices that these maps (4J x 3) move.
Points skinned(const Points& p, const std::vector<JointMembers>& members, const AffineStack& maps);

/// Improves the maps, each a similarity, towards the positions x (n x 3): `sweeps` times over the joints, each in turn
/// the best one while the others stay. With q_i what the others leave of x_i, p* the joint's centre, q* = sum w q /
/// sum w^2 and H = sum w q (p - p*)', the best rotation is the nearest one to H and the best scale <R, H> / sum w^2
/// |p - p*|^2. A little of the map before is added to each, which decides where vertices on a line, in one point or
/// of small weights leave it open. The squared distance to x does not rise. Lengths are shares of the extent.
void improve_joints(const Points& p, const Points& x, const std::vector<JointMembers>& members, int sweeps,
                    AffineStack& maps);

} // namespace limber
