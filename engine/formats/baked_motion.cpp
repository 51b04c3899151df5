// SPDX-License-Identifier: MIT
#include "engine/formats/baked_motion.h"

#include "engine/formats/unique_names.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

Error fault(const BakedSurface& surface, const std::string& what) {
    return {ErrorKind::bad_input, what, surface.name};
}

bool is_sound(const std::vector<int>& normal_of, Index n) {
    return normal_of.empty() || (static_cast<Index>(normal_of.size()) == n &&
                                 std::ranges::all_of(normal_of, [n](int group) { return group >= 0 && group < n; }));
}

bool is_sound(const SurfaceLook& look, Index n) {
    if (look.materials.empty()) {
        return true;
    }
    const auto material_count = static_cast<int>(look.materials.size());
    const auto picture_count = static_cast<int>(look.pictures.size());
    return look.places.rows() == n && look.places.allFinite() && look.colours.rows() == n && look.colours.allFinite() &&
           static_cast<Index>(look.material_of.size()) == n &&
           std::ranges::all_of(look.material_of, [&](int m) { return m >= 0 && m < material_count; }) &&
           std::ranges::all_of(look.materials, [&](const auto& material) { return material.picture < picture_count; });
}

// Triangles have all corners in one object.
bool has_sound_objects(const SurfaceLook& look, const Triangles& F, Index n) {
    const auto count = static_cast<int>(look.objects.size());
    if (count == 0) {
        return true;
    }
    const auto object_of = [&](int vertex) {
        return look.object_of[static_cast<std::size_t>(vertex)];
    };
    if (static_cast<Index>(look.object_of.size()) != n ||
        !std::ranges::all_of(look.object_of, [&](int object) { return object >= 0 && object < count; })) {
        return false;
    }
    for (Index f = 0; f < F.rows(); ++f) {
        if (object_of(F(f, 0)) != object_of(F(f, 1)) || object_of(F(f, 0)) != object_of(F(f, 2))) {
            return false;
        }
    }
    return true;
}

bool is_sound(const LinearMotion& linear, const BakedSurface& surface) {
    return !linear.is_known() ||
           (linear.J.rows() == surface.rest.rows() && linear.J.allFinite() &&
            linear.P.size() == surface.frames.size() && std::ranges::all_of(linear.P, [&](const AffineStack& P) {
                return P.rows() == linear.J.cols() && P.allFinite();
            }));
}

} // namespace

Result<Done> checked(const BakedMotion& motion) {
    if (motion.frame_count() == 0) {
        return Error{ErrorKind::bad_input, "a motion to be written needs a surface and a frame", ""};
    }
    for (const BakedSurface& surface : motion.surfaces) {
        const Index n = surface.rest.rows();
        if (surface.frames.size() != motion.frame_count()) {
            return fault(surface, "has another number of frames than the first surface");
        }
        if (surface.F.rows() == 0 || surface.F.minCoeff() < 0 || surface.F.maxCoeff() >= n) {
            return fault(surface, "has no triangle, or one with a vertex that does not exist");
        }
        if (!surface.rest.allFinite() || (surface.colours.rows() != 0 && surface.colours.rows() != n)) {
            return fault(surface, "has a rest position that is not finite, or not one colour a vertex");
        }
        if (!is_sound(surface.look, n) || !is_sound(surface.normal_of, n) || !is_sound(surface.part_of, n)) {
            return fault(surface, "has materials, places on pictures, normals or parts that do not belong to its "
                                  "vertices");
        }
        if (!has_sound_objects(surface.look, surface.F, n)) {
            return fault(surface, "has objects that do not belong to its vertices, or a triangle in two of them");
        }
        if (!is_sound(surface.linear, surface)) {
            return fault(surface, "has coordinates that do not belong to its vertices and frames");
        }
        for (const FloatPoints& frame : surface.frames) {
            if (frame.rows() != n || !frame.allFinite()) {
                return fault(surface, "has a frame with another number of vertices, or a position that is not finite");
            }
        }
    }
    return Done{};
}

double extent(const BakedSurface& surface) {
    Eigen::Vector3f low = surface.frames.front().colwise().minCoeff();
    Eigen::Vector3f high = low;
    for (const FloatPoints& frame : surface.frames) {
        low = low.cwiseMin(frame.colwise().minCoeff().transpose());
        high = high.cwiseMax(frame.colwise().maxCoeff().transpose());
    }
    return (high - low).cast<double>().norm();
}

FloatPoints vertex_normals(const BakedSurface& surface, const FloatPoints& x) {
    const Triangles& F = surface.F;
    const auto group = [&surface](Index vertex) {
        return surface.normal_of.empty() ? vertex : Index{surface.normal_of[static_cast<std::size_t>(vertex)]};
    };
    Points normals = Points::Zero(x.rows(), 3);
    for (Index f = 0; f < F.rows(); ++f) {
        const Vec3 a = x.row(F(f, 0)).cast<double>();
        const Vec3 b = x.row(F(f, 1)).cast<double>();
        const Vec3 c = x.row(F(f, 2)).cast<double>();
        const Vec3 twice_area = (b - a).cross(c - a);
        for (int corner = 0; corner < 3; ++corner) {
            normals.row(group(F(f, corner))) += twice_area;
        }
    }
    FloatPoints unit(x.rows(), 3);
    for (Index i = 0; i < x.rows(); ++i) {
        const double length = normals.row(group(i)).norm();
        const Vec3 normal = length > 1e-30 ? Vec3(normals.row(group(i)) / length) : Vec3(0, 1, 0);
        unit.row(i) = normal.cast<float>();
    }
    return unit;
}

std::vector<std::string> material_names(const BakedSurface& surface) {
    UniqueNames names;
    std::vector<std::string> all;
    for (const SurfaceMaterial& material : surface.look.materials) {
        const std::string otherwise = surface.name + " " + std::to_string(all.size() + 1);
        all.push_back(names.unique(material.name.empty() ? otherwise : material.name));
    }
    return all;
}

float srgb_intensity(float linear) {
    return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}

float linear_intensity(float srgb) {
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

} // namespace limber
