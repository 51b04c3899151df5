// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/gltf_model.h"
#include "engine/rig/skeleton.h"

#include <Eigen/Geometry>

#include <vector>

/// The nodes of a glTF scene as a tree, and the bones that carry its pieces.
namespace limber {

struct GltfNode {
    std::string name;
    int parent = -1;
    int mesh = -1;
    int skin = -1;
    bool is_in_scene = false;
    bool has_matrix = false; // instead of the three below
    Affine matrix = identity_affine();
    Vec3 translation = Vec3::Zero();
    Eigen::Vector4d rotation = Eigen::Vector4d(0, 0, 0, 1); // quaternion (x y z w)
    Vec3 scale = Vec3::Ones();

    Affine local() const;
};

struct GltfNodes {
    std::vector<GltfNode> nodes;
    std::vector<int> order; // parents before children

    /// World matrices with these local ones.
    std::vector<Affine> worlds(const std::vector<Affine>& locals) const;
    std::vector<Affine> worlds() const;
};

/// Refuses indices out of range, nodes with two parents or in a circle, and numbers that are not finite.
GltfNodes gltf_nodes(GltfModel& file);

/// The bones of a skeleton, each with its node.
struct GltfBones {
    Skeleton skeleton;
    std::vector<int> node; // of each bone; -1: stands still
    /// For each skin its joints' bones, and the map G of its vertices to where they rest.
    std::vector<std::vector<int>> of_skin;
    std::vector<Affine> skin_maps;
    /// For each node with a mesh and no skin its bone, and the map of its vertices to where they rest; else -1.
    std::vector<int> of_node;
    std::vector<Affine> node_maps;
};

/// `moves`: whether a node is animated.
GltfBones gltf_bones(GltfModel& file, const GltfNodes& tree, const std::vector<bool>& moves);

/// Of a file without meshes: the joints of its skins, or else every node of the scene as a bone that rests where its
/// node does.
GltfBones gltf_bones_without_meshes(GltfModel& file, const GltfNodes& tree);

} // namespace limber
