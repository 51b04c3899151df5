// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/baked_motion.h"

#include <string>
#include <vector>

/// The objects that a surface was in its file, so that other tools show and hide them by name.
namespace limber {

struct SurfaceObject {
    std::string name;
    std::vector<int> vertices;    // of the surface, ascending
    std::vector<Index> triangles; // of the surface, ascending
    Triangles F;                  // the same, over `vertices`
};

/// Those with triangles, in their order, each with a name of its own; or all of the surface, named after it, where its
/// file has only one. Precondition: `checked`.
std::vector<SurfaceObject> objects_of(const BakedSurface& surface);

} // namespace limber
