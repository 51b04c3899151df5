// SPDX-License-Identifier: MIT
#include "engine/body/thin_body.h"

#include <Eigen/Geometry>

#include <string>
#include <utility>

namespace limber {
namespace {

std::optional<Error> fault_in(const CurveMesh& curve) {
    if (const auto edge = edge_without_length(curve)) {
        return Error{ErrorKind::bad_input, "it has no length: merge its vertices", "edge " + std::to_string(*edge)};
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const SurfaceMesh& surface) {
    for (Index face = 0; face < surface.F.rows(); ++face) {
        const Vec3 origin = surface.V.row(surface.F(face, 0)).transpose();
        const Vec3 a = surface.V.row(surface.F(face, 1)).transpose() - origin;
        const Vec3 b = surface.V.row(surface.F(face, 2)).transpose() - origin;
        if (!(a.cross(b).norm() > 0.0)) {
            return Error{ErrorKind::bad_input, "it has no area: remove it", "triangle " + std::to_string(face)};
        }
    }
    return std::nullopt;
}

Result<Body> built(const ElementBody& elements, ThinShape thin, Index mode_count, Progress* progress) {
    Body body;
    body.mesh = {elements.X, Tets(0, 4)};
    body.rig = affine_handle(body.mesh);
    body.material = uniform_material({}, 0);
    body.mass = elements.mass;
    body.leak = Vector::Ones(elements.X.rows());
    body.is_held = false;
    body.clusters.count = 0;
    body.thin = std::make_shared<const ThinShape>(std::move(thin));
    auto modes = element_modes(elements, mode_count, progress);
    if (!modes) {
        return modes.error();
    }
    body.modes = std::make_shared<const SkinningModes>(std::move(modes).value());
    auto model = element_model(elements, body.rig, body.modes->W);
    if (!model) {
        return model.error();
    }
    body.model = std::move(model).value();
    return body;
}

} // namespace

Result<ElementBody> rod_body_elements(const CurveMesh& curve, const RodMaterial& material) {
    if (auto fault = fault_in(material)) {
        return *fault;
    }
    if (auto fault = fault_in(curve)) {
        return *fault;
    }
    return ElementBody{curve.V, rod_mass(curve, material), rod_elements(curve, material)};
}

Result<ElementBody> shell_body_elements(const SurfaceMesh& surface, const ShellMaterial& material) {
    if (auto fault = fault_in(material)) {
        return *fault;
    }
    if (auto fault = fault_in(surface)) {
        return *fault;
    }
    return ElementBody{surface.V, shell_mass(surface, material), shell_elements(surface, material)};
}

Result<Body> build_rod_body(const CurveMesh& curve, const RodMaterial& material, Index modes, Progress* progress) {
    const auto elements = rod_body_elements(curve, material);
    if (!elements) {
        return elements.error();
    }
    return built(elements.value(), {material.radius, curve.E, Triangles(0, 3)}, modes, progress);
}

Result<Body> build_shell_body(const SurfaceMesh& surface, const ShellMaterial& material, Index modes,
                              Progress* progress) {
    const auto elements = shell_body_elements(surface, material);
    if (!elements) {
        return elements.error();
    }
    return built(elements.value(), {0.5 * material.thickness, Edges(0, 2), surface.F}, modes, progress);
}

} // namespace limber
