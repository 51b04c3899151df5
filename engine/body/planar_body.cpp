// SPDX-License-Identifier: MIT
#include "engine/body/planar_body.h"

#include "engine/actuation/planar_shapes.h"
#include "engine/core/contract.h"
#include "engine/mesh/slab.h"
#include "engine/model/planar_model.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

std::optional<Error> fault_in_options(const PlanarBodyOptions& options) {
    if (!(options.depth > 0.0) || !std::isfinite(options.depth)) {
        return Error{ErrorKind::bad_input, "must be above 0 metres", "depth"};
    }
    if (options.columns_max < 3) {
        return Error{ErrorKind::bad_input, "must be at least 3", "columns_max"};
    }
    return std::nullopt;
}

// Sizes and values that are not finite are left to the muscles themselves.
bool leaves_plane(const Body& body, const Matrix& D) {
    constexpr double round_off = 1e-9; // of the largest displacement
    return D.rows() == 3 * body.vertex_count() && D.cols() > 0 && D.allFinite() &&
           (in_plane(D) - D).cwiseAbs().maxCoeff() > round_off * D.cwiseAbs().maxCoeff();
}

} // namespace

Result<Body> build_planar_body(const SurfaceMesh& flat, const PlanarBodyOptions& options, Progress* progress) {
    if (auto fault = fault_in_options(options)) {
        return *fault;
    }
    auto slab = slab_of(flat, options.depth);
    if (!slab) {
        return slab.error();
    }
    Body body;
    body.mesh = std::move(slab).value();
    body.rig = affine_handle(body.mesh);
    body.material = uniform_material(options.material, body.mesh.tet_count());
    if (auto fault = fault_in(body.material, body.mesh)) {
        return *fault;
    }
    body.mass = planar_mass(body.mesh, body.material.density);
    body.leak = Vector::Ones(body.vertex_count());
    body.is_held = false;
    body.clusters = planar_clusters(body.mesh);
    auto modes = planar_modes(body.mesh, body.material, body.mass, options.columns_max, progress);
    if (!modes) {
        return modes.error();
    }
    body.modes = std::make_shared<const SkinningModes>(std::move(modes).value());
    auto model = planar_model(body.mesh, body.material, body.mass, body.rig, body.modes->W, body.clusters);
    if (!model) {
        return model.error();
    }
    body.model = std::move(model).value();
    return body;
}

Result<Body> with_planar_muscles(Body body, const Matrix& D, Progress* progress) {
    EXPECTS(body.model.is_planar);
    if (leaves_plane(body, D)) {
        return Error{ErrorKind::bad_input, "a displacement leaves the plane, or is not the same on both faces",
                     "muscles"};
    }
    auto muscles = actuation_set(body.mesh, body.material, body.rig, body.modes->W, body.model,
                                 one_cluster(body.mesh.tet_count()), D, progress);
    if (!muscles) {
        return muscles.error();
    }
    body.model.actuation = std::move(muscles).value();
    return body;
}

} // namespace limber
