// SPDX-License-Identifier: MIT
#include "engine/body/newton_body.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/subspace/skinning_basis.h"

#include <utility>
#include <vector>

namespace limber {
namespace {

PoseSource pose_source_of(const Body& body) {
    return {rig_maps(body.rig, rest_pose(body.rig.skeleton)), body.is_held,
            body.loads ? *body.loads : loads_everywhere(body.mass)};
}

constexpr double posing_share = 0.1; // of the progress

Result<std::vector<BodyPose>> posed(const ElasticBody& elastic, const PoseSource& source, Progress* progress) {
    const PartOfProgress part(progress, 0.0, posing_share);
    return sampled_poses(elastic, source, {}, progress);
}

} // namespace

Result<Cubature> cubature_of(const Body& body, const ElasticBody& elastic, const CubatureOptions& options,
                             Progress* progress) {
    if (options.points >= body.mesh.tet_count()) {
        return whole_cubature(body.mesh.tet_count());
    }
    const auto poses = posed(elastic, pose_source_of(body), progress);
    const PartOfProgress part(progress, posing_share, 1.0);
    return poses ? trained_cubature(elastic, poses.value(), options, progress) : poses.error();
}

std::shared_ptr<const CubatureModel> newton_model_of(const ElasticBody& elastic, Cubature cubature,
                                                     CubaturePressure pressure,
                                                     const std::vector<TenseFibres>& fibres) {
    CubatureModel model = cubature_model(elastic, std::move(cubature));
    model.pressure = std::move(pressure);
    model.fibres = cubature_fibres(elastic.model, fibres);
    // The subspace has the displacements; a step reads their number alone.
    model.body.B = Matrix(0, model.body.coordinate_count());
    return std::make_shared<const CubatureModel>(std::move(model));
}

Matrix displacements_of_weights(const Body& body) {
    return on_three_axes(skinning_basis(in_frame(body.mesh.X, rest_frame(body.mesh.X)), body.modes->W, {}));
}

} // namespace limber
