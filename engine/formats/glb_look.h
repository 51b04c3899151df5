// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/glb_accessors.h"

/// How a surface looks, in glTF.
namespace limber {

/// The primitives of a surface: one for each of its materials, or one in its colours. They share all but their
/// triangles: `shared`, to which the places on pictures and the colours are added.
std::vector<tinygltf::Primitive> looked_primitives(tinygltf::Model& model, const BakedSurface& surface,
                                                   tinygltf::Primitive shared, GlbAccessors& accessors);

} // namespace limber
