// SPDX-License-Identifier: MIT
#include "engine/operators/rod_elements.h"

#include "engine/operators/positive_number.h"

#include <numbers>

namespace limber {
namespace {

double section_area(const RodMaterial& material) {
    return std::numbers::pi * material.radius * material.radius;
}

// E I [N m^2] of a round cross-section.
double bending_stiffness(const RodMaterial& material) {
    return 0.25 * material.young * section_area(material) * material.radius * material.radius;
}

CorotatedElement stretched_edge(const CurveMesh& curve, Index edge, const RodMaterial& material) {
    const double stiffness = material.young * section_area(material) / edge_length(curve, edge);
    return {{curve.E(edge, 0), curve.E(edge, 1)}, Eigen::RowVector2d(-1.0, 1.0), Vector::Constant(1, stiffness)};
}

std::vector<std::vector<int>> edges_of_vertices(const CurveMesh& curve) {
    std::vector<std::vector<int>> edges(static_cast<std::size_t>(curve.V.rows()));
    for (Index edge = 0; edge < curve.E.rows(); ++edge) {
        for (const int vertex : curve.E.row(edge)) {
            edges[static_cast<std::size_t>(vertex)].push_back(static_cast<int>(edge));
        }
    }
    return edges;
}

// Its differences point from the joint along its edges.
CorotatedElement joint(const CurveMesh& curve, int vertex, const std::vector<int>& edges, const RodMaterial& material) {
    const auto count = static_cast<Index>(edges.size());
    CorotatedElement element{{vertex}, Matrix::Zero(count, count + 1), Vector(count)};
    element.D.col(0).setConstant(-1.0);
    element.D.rightCols(count).setIdentity();
    for (Index q = 0; q < count; ++q) {
        const int edge = edges[static_cast<std::size_t>(q)];
        element.vertices.push_back(curve.E(edge, 0) == vertex ? curve.E(edge, 1) : curve.E(edge, 0));
        const double l = edge_length(curve, edge);
        element.weight(q) = 2.0 * bending_stiffness(material) / (l * l * l);
    }
    return element;
}

} // namespace

std::optional<Error> fault_in(const RodMaterial& material) {
    if (auto fault = fault_if_not_positive(material.radius, "radius")) {
        return fault;
    }
    if (auto fault = fault_if_not_positive(material.young, "Young's modulus")) {
        return fault;
    }
    return fault_if_not_positive(material.density, "density");
}

std::vector<CorotatedElement> rod_elements(const CurveMesh& curve, const RodMaterial& material) {
    std::vector<CorotatedElement> elements;
    for (Index edge = 0; edge < curve.E.rows(); ++edge) {
        elements.push_back(stretched_edge(curve, edge, material));
    }
    const auto edges = edges_of_vertices(curve);
    for (std::size_t vertex = 0; vertex < edges.size(); ++vertex) {
        if (edges[vertex].size() > 1) {
            elements.push_back(joint(curve, static_cast<int>(vertex), edges[vertex], material));
        }
    }
    return elements;
}

Vector rod_mass(const CurveMesh& curve, const RodMaterial& material) {
    Vector mass = Vector::Zero(curve.V.rows());
    for (Index edge = 0; edge < curve.E.rows(); ++edge) {
        const double half = 0.5 * material.density * section_area(material) * edge_length(curve, edge);
        mass(curve.E(edge, 0)) += half;
        mass(curve.E(edge, 1)) += half;
    }
    return mass;
}

} // namespace limber
