// SPDX-License-Identifier: MIT
#include "engine/formats/surface_objects.h"

#include "engine/formats/unique_names.h"

#include <numeric>

namespace limber {
namespace {

SurfaceObject whole(const BakedSurface& surface) {
    SurfaceObject object{surface.name, std::vector<int>(static_cast<std::size_t>(surface.rest.rows())),
                         std::vector<Index>(static_cast<std::size_t>(surface.F.rows())), surface.F};
    std::iota(object.vertices.begin(), object.vertices.end(), 0);
    std::iota(object.triangles.begin(), object.triangles.end(), Index{0});
    return object;
}

} // namespace

std::vector<SurfaceObject> objects_of(const BakedSurface& surface) {
    const SurfaceLook& look = surface.look;
    if (look.objects.size() < 2) {
        return {whole(surface)};
    }
    std::vector<SurfaceObject> all(look.objects.size());
    std::vector<int> place;
    for (std::size_t i = 0; i < look.object_of.size(); ++i) {
        std::vector<int>& vertices = all[static_cast<std::size_t>(look.object_of[i])].vertices;
        place.push_back(static_cast<int>(vertices.size()));
        vertices.push_back(static_cast<int>(i));
    }
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto corner = static_cast<std::size_t>(surface.F(f, 0));
        all[static_cast<std::size_t>(look.object_of[corner])].triangles.push_back(f);
    }
    UniqueNames names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string otherwise = surface.name + " " + std::to_string(i + 1);
        all[i].name = names.unique(look.objects[i].empty() ? otherwise : look.objects[i]);
        all[i].F = Triangles(surface.F(all[i].triangles, Eigen::all)).unaryExpr([&](int vertex) {
            return place[static_cast<std::size_t>(vertex)];
        });
    }
    std::erase_if(all, [](const SurfaceObject& object) { return object.triangles.empty(); });
    return all;
}

} // namespace limber
