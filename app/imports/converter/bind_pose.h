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
///     G_m   4 x 4   where mesh m rests
///     R_j   4 x 4   where joint j rests, G_m B_mj^-1
///
/// A mesh m of node n that has joints in common with a mesh before it rests where these put it, G_m = R_j B_mj. Else
/// G_m = W_n, unless its joints say another size: matrices of Collada may hold a scale of the mesh that its node does
/// not have. Then the volumes of all places W_j B_mj differ from that of W_n by more than 5 %, and G_m = W_j B_mj for
/// the first joint j whose place has an inverse. A joint that is hidden by a scale of 0, or a small one, is so no
/// reason to leave W_n.
///
/// A scene stands in its bind pose if for each mesh W_j B_mj is the same for all joints j. Vertices move by W_j(t) B_mj
/// in any case: the bind pose says only where all rests.
namespace limber::converter {

struct BindPose {
    std::map<const aiNode*, aiMatrix4x4> locals; // of joints that rest other than they stand, to their parents
    std::set<const aiMesh*> unbound;             // with an offset matrix that is not finite or has no inverse
    std::vector<std::string> warnings;
};

/// W of a node.
aiMatrix4x4t<double> world_of(const aiNode* node);

/// Bones belong to the nodes that have their names.
BindPose bind_pose(const aiScene& scene, const std::map<std::string, const aiNode*>& node_of);

} // namespace limber::converter
