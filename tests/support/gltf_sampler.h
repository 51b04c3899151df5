// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <Eigen/Geometry>

#include <memory>
#include <string>
#include <vector>

/// The vertices of small .glb files (gltf_files.h) as the specification of glTF 2.0 says, computed without the library
/// and the code by which the program reads such files: sections 3.7 (skins, morph targets) and 3.11 (animations).
namespace limber::testing {

class GltfSampler {
public:
    explicit GltfSampler(const std::string& glb);
    ~GltfSampler();

    /// Sets what the animation moves to its values at that time [s].
    void play(std::size_t animation, double time);
    void turn(std::size_t node, const Eigen::Quaterniond& rotation);
    /// Sets the weights of the targets of all meshes.
    void weigh(const std::vector<double>& weights);
    /// p x 3, in the file's unit: of all nodes with a mesh in their order, and of each its pieces.
    Points points() const;

private:
    struct File;
    std::unique_ptr<File> file_;
};

} // namespace limber::testing
