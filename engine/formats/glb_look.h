// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/glb_accessors.h"
#include "engine/formats/surface_objects.h"

#include <string>
#include <vector>

/// How a surface looks, in glTF.
namespace limber {

/// The materials of a surface, each written once it is used, and its primitives.
class LookWriter {
public:
    LookWriter(tinygltf::Model& model, const BakedSurface& surface, GlbAccessors& accessors)
        : model_(model), surface_(surface), accessors_(accessors), names_(material_names(surface)),
          material_of_(surface.look.materials.size(), -1), image_of_(surface.look.pictures.size(), -1) {}

    /// The primitives of an object of the surface: one for each of its materials, or one in its colours. They share all
    /// but their triangles: `shared`, to which the places on pictures and the colours are added.
    std::vector<tinygltf::Primitive> primitives(const SurfaceObject& object, tinygltf::Primitive shared);

private:
    void add_look(const SurfaceObject& object, tinygltf::Primitive& primitive);
    int plain_material();
    int material(std::size_t index);
    int add_material(std::size_t index);
    int add_texture(const SurfaceMaterial& look);
    int image(std::size_t picture);

    tinygltf::Model& model_;
    const BakedSurface& surface_;
    GlbAccessors& accessors_;
    std::vector<std::string> names_;
    std::vector<int> material_of_; // numbers in the model; -1: not written yet
    std::vector<int> image_of_;
    int plain_material_ = -1;
};

} // namespace limber
