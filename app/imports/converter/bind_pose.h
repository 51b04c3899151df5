// SPDX-License-Identifier: MIT
#pragma once

#include <assimp/scene.h>

#include <map>
#include <set>
#include <string>
#include <vector>

/// The pose in which the skins of a scene were bound, where its bones do not stand in it.
///
///     W_n   4 x 4   where node n stands, to the scene
///     B_mj  4 x 4   offset matrix of joint j of mesh m, from the mesh to the joint
///     G_m   4 x 4   where mesh m rests: W_n of its node n, or where the joints that it has in common with a mesh
///     before
///                   it put it, G_m = R_j B_mj
///     R_j   4 x 4   where joint j rests, G_m B_mj^-1
///
/// A scene stands in its bind pose if for each mesh W_j B_mj is the same for all joints j. Vertices move by W_j(t) B_mj
/// in any case: the bind pose says only where all rests.
namespace limber::converter {

struct BindPose {
    std::map<const aiNode*, aiMatrix4x4> locals; // of joints that rest other than they stand, to their parents
    std::set<const aiMesh*> unbound;             // with an offset matrix that is not finite or has no inverse
    std::vector<std::string> warnings;
};

/// Bones belong to the nodes that have their names.
BindPose bind_pose(const aiScene& scene, const std::map<std::string, const aiNode*>& node_of);

} // namespace limber::converter
