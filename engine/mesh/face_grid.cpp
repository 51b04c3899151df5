// SPDX-License-Identifier: MIT
#include "engine/mesh/face_grid.h"

namespace limber {
namespace {

// [Möller and Trumbore 1997]
std::optional<double> distance_along(const SampledFace& face, const Vec3& origin, const Vec3& direction) {
    const Vec3 ab = face.b - face.a;
    const Vec3 ac = face.c - face.a;
    const Vec3 p = direction.cross(ac);
    const double determinant = ab.dot(p);
    if (determinant == 0.0) {
        return std::nullopt;
    }
    const Vec3 from_a = origin - face.a;
    const double u = from_a.dot(p) / determinant;
    const Vec3 q = from_a.cross(ab);
    const double v = direction.dot(q) / determinant;
    if (!(u >= 0.0 && v >= 0.0 && u + v <= 1.0)) {
        return std::nullopt;
    }
    return ac.dot(q) / determinant;
}

} // namespace

std::vector<SampledFace> sampled_faces(const SurfaceMesh& surface) {
    std::vector<SampledFace> faces;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        SampledFace face{
            surface.V.row(surface.F(f, 0)), surface.V.row(surface.F(f, 1)), surface.V.row(surface.F(f, 2)), {}, {}};
        face.middle = (face.a + face.b + face.c) / 3.0;
        face.normal = (face.b - face.a).cross(face.c - face.a).normalized();
        faces.push_back(face);
    }
    return faces;
}

FaceGrid::FaceGrid(const std::vector<SampledFace>& faces, const CellGrid& grid) : faces_(faces), grid_(grid) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
        grid.for_cells_of_triangle(faces[f].a, faces[f].b, faces[f].c,
                                   [this, f](const GridCell& cell) { members_.add(cell, f); });
    }
    members_.finish();
}

std::optional<FaceHit> FaceGrid::first_hit(const Vec3& origin, const Vec3& direction, double from_distance,
                                           double reach) const {
    std::optional<FaceHit> nearest;
    const auto test = [&](std::size_t face) {
        const auto distance = distance_along(faces_[face], origin, direction);
        if (distance && *distance > from_distance && *distance < reach && (!nearest || *distance < nearest->distance)) {
            nearest = FaceHit{face, *distance};
        }
    };
    const Vec3 end = origin + reach * direction;
    grid_.for_cells_between(origin.cwiseMin(end), origin.cwiseMax(end),
                            [&](const GridCell& cell) { members_.for_each_in(cell, test); });
    return nearest;
}

} // namespace limber
