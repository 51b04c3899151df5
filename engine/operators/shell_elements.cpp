// SPDX-License-Identifier: MIT
#include "engine/operators/shell_elements.h"

#include "engine/core/contract.h"
#include "engine/mesh/simplex_groups.h"
#include "engine/operators/material.h"
#include "engine/operators/positive_number.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <span>

namespace limber {
namespace {

Vec3 corner_of(const SurfaceMesh& surface, Index face, Index corner) {
    return surface.V.row(surface.F(face, corner)).transpose();
}

Vec3 twice_the_area_vector(const SurfaceMesh& surface, Index face) {
    const Vec3 origin = corner_of(surface, face, 0);
    return (corner_of(surface, face, 1) - origin).cross(corner_of(surface, face, 2) - origin);
}

double triangle_area(const SurfaceMesh& surface, Index face) {
    return 0.5 * twice_the_area_vector(surface, face).norm();
}

// D [N m]
double plate_stiffness(const ShellMaterial& material) {
    const double t = material.thickness;
    return material.young * t * t * t / (12.0 * (1.0 - material.poisson * material.poisson));
}

// The rows of D are the derivatives along two orthonormal directions of the triangle's plane, so that the rows of D X
// are these directions. The sum of their squared lengths is 2, where that of a solid is 3, which scales F by 3/2.
CorotatedElement membrane(const SurfaceMesh& surface, Index face, const ShellMaterial& material) {
    const Vec3 area_vector = twice_the_area_vector(surface, face);
    const double area = 0.5 * area_vector.norm();
    EXPECTS(area > 0.0);
    const Vec3 normal = area_vector.normalized();
    Eigen::Matrix<double, 2, 3> axes;
    axes.row(0) = (corner_of(surface, face, 1) - corner_of(surface, face, 0)).normalized();
    axes.row(1) = normal.cross(Vec3(axes.row(0).transpose()));
    CorotatedElement element{{surface.F(face, 0), surface.F(face, 1), surface.F(face, 2)}, Matrix(2, 3), Vector(2)};
    for (Index corner = 0; corner < 3; ++corner) {
        const Vec3 opposite = corner_of(surface, face, (corner + 2) % 3) - corner_of(surface, face, (corner + 1) % 3);
        element.D.col(corner) = axes * normal.cross(opposite) / (2.0 * area);
    }
    const double volume = material.thickness * area;
    const double mu = material.young / (2.0 * (1.0 + material.poisson));
    const double lambda = material.young * material.poisson / (1.0 - material.poisson * material.poisson);
    element.weight.setConstant(2.0 * mu * volume);
    element.volume_weight = 4.0 / 9.0 * lambda * volume;
    return element;
}

// The corner of the face that is not on the edge.
int opposite_vertex(const Triangles& F, Index face, const std::array<int, 2>& edge) {
    for (const int vertex : F.row(face)) {
        if (vertex != edge[0] && vertex != edge[1]) {
            return vertex;
        }
    }
    return edge[0];
}

// Its first difference is the edge; the others are the heights on it.
CorotatedElement hinge(const SurfaceMesh& surface, const std::array<int, 2>& edge, std::span<const int> wings,
                       double stiffness) {
    const auto count = static_cast<Index>(wings.size());
    const Vec3 origin = surface.V.row(edge[0]).transpose();
    const Vec3 e = surface.V.row(edge[1]).transpose() - origin;
    CorotatedElement element{{edge[0], edge[1]}, Matrix::Zero(count + 1, count + 2), Vector::Zero(count + 1)};
    element.D.row(0).head<2>() << -1.0, 1.0;
    for (Index wing = 0; wing < count; ++wing) {
        const int vertex = wings[static_cast<std::size_t>(wing)];
        const Vec3 side = surface.V.row(vertex).transpose() - origin;
        const double foot = side.dot(e) / e.squaredNorm();
        const double height = (side - foot * e).norm();
        element.vertices.push_back(vertex);
        element.D.row(wing + 1).head<2>() << foot - 1.0, -foot;
        element.D(wing + 1, wing + 2) = 1.0;
        const double spring = 2.0 * stiffness * e.norm() / height;
        element.weight(wing + 1) = spring / (height * height);
        element.weight(0) += spring / e.squaredNorm();
    }
    return element;
}

} // namespace

std::optional<Error> fault_in(const ShellMaterial& material) {
    if (auto fault = fault_if_not_positive(material.thickness, "thickness")) {
        return fault;
    }
    if (auto fault = fault_if_not_positive(material.young, "Young's modulus")) {
        return fault;
    }
    if (!is_poisson(material.poisson)) {
        return Error{ErrorKind::bad_input,
                     std::to_string(material.poisson) + " is out of range: it must be " + poisson_demand,
                     "Poisson's ratio"};
    }
    return fault_if_not_positive(material.density, "density");
}

std::vector<CorotatedElement> shell_elements(const SurfaceMesh& surface, const ShellMaterial& material) {
    std::vector<CorotatedElement> elements;
    std::vector<std::array<int, 2>> sides;
    for (Index face = 0; face < surface.F.rows(); ++face) {
        elements.push_back(membrane(surface, face, material));
        for (Index corner = 0; corner < 3; ++corner) {
            sides.push_back({surface.F(face, corner), surface.F(face, (corner + 1) % 3)});
        }
    }
    const double stiffness = plate_stiffness(material);
    for_each_group(sides, [&](std::span<const int> members) {
        if (members.size() < 2) {
            return;
        }
        std::array<int, 2> edge = sides[static_cast<std::size_t>(members.front())];
        std::sort(edge.begin(), edge.end());
        std::vector<int> wings;
        for (const int side : members) {
            wings.push_back(opposite_vertex(surface.F, side / 3, edge));
        }
        elements.push_back(hinge(surface, edge, wings, stiffness));
    });
    return elements;
}

Vector shell_mass(const SurfaceMesh& surface, const ShellMaterial& material) {
    Vector mass = Vector::Zero(surface.V.rows());
    for (Index face = 0; face < surface.F.rows(); ++face) {
        const double third = material.density * material.thickness * triangle_area(surface, face) / 3.0;
        for (const int vertex : surface.F.row(face)) {
            mass(vertex) += third;
        }
    }
    return mass;
}

} // namespace limber
