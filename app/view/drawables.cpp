// SPDX-License-Identifier: MIT
#include "app/view/drawables.h"

#include "app/character_skin/skin.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/rig/skinning.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace limber::app {
namespace {

float rounded(double value) {
    return static_cast<float>(value);
}

// 4k x 3 stacked transposes to 12 floats a map, 3 x 4 row-major.
void append_maps(const AffineStack& maps, std::vector<float>& out) {
    for (Index j = 0; j < maps.rows() / 4; ++j) {
        append_map(maps.middleRows<4>(4 * j).transpose(), out);
    }
}

// 4 x 3: the transpose of the mode's map on [X 1].
AffineStack flexed_map(const Character& character, const FlexedMode& flexed) {
    const BoundingBox box = bounding_box(character.mesh.X);
    Affine map;
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 4; ++column) {
            map(row, column) = flexed.A[static_cast<std::size_t>(4 * row + column)];
        }
    }
    map.col(3) = box.diagonal() * map.col(3) - map.leftCols<3>() * (0.5 * (box.low + box.high));
    return map.transpose() / std::max(character.modes->W.col(flexed.mode).cwiseAbs().maxCoeff(), 1e-300);
}

struct ModeMaps {
    AffineStack now;    // of the current modes
    AffineStack before; // of the fading modes; empty: no fade
};

ModeMaps moving_mode_maps(const Snapshot& snapshot, const DrawnMotion& motion) {
    const double scale = motion.secondary ? motion.exaggeration * snapshot.dynamics : 0.0;
    const Character& character = *snapshot.character;
    const Fade& fade = snapshot.fade;
    if (!fade.before) {
        return {scale * secondary_maps(character, snapshot.state.Z), {}};
    }
    return {scale * secondary_maps(character, snapshot.state.Z - fade.share * fade.Z_first),
            scale * fade.share * secondary_maps(*fade.before, fade.Z_before)};
}

// Whether weights cannot blend the body, or the one that it fades from.
bool needs_all_vertices(const Snapshot& snapshot) {
    return is_reconstructed(*snapshot.character) || (snapshot.fade.before && is_reconstructed(*snapshot.fade.before));
}

// n x 3 [m]
Points rig_positions(const Character& character, const AffineStack& P) {
    return character.linear ? Points(character.linear->model.J * P)
                            : Points(rig_jacobian(character.mesh.X, character.rig) * P);
}

// n x 3 [m]: of the secondary motion.
Points reconstructed_displacements(const Snapshot& snapshot, const DrawnMotion& motion) {
    const double scale = motion.secondary ? motion.exaggeration * snapshot.dynamics : 0.0;
    const Character& character = *snapshot.character;
    const State& state = snapshot.state;
    const Fade& fade = snapshot.fade;
    if (scale == 0.0) {
        return Points::Zero(character.vertex_count(), 3);
    }
    const AffineStack Z = fade.before ? AffineStack(state.Z - fade.share * fade.Z_first) : state.Z;
    Points u = displacements(character, scale * Z, state.P);
    if (fade.before) {
        u += displacements(*fade.before, scale * fade.share * fade.Z_before, state.P);
    }
    return u;
}

// n x 3 [m]
Points reconstructed_positions(const Snapshot& snapshot, const DrawnMotion& motion) {
    return rig_positions(*snapshot.character, snapshot.state.P) + reconstructed_displacements(snapshot, motion);
}

// p x 3 [m]: see FileSurface. u: n x 3 [m], the secondary motion.
Points carried_positions(const Points& u, const AffineStack& P, const FileSurface& surface) {
    Points x = surface.embedding.carried(u);
    if (surface.morphs_first) {
        add_morphed_motion(surface.X, surface.rig, P, x);
    } else {
        add_rig_motion(surface.X, surface.rig, P, x);
    }
    return x;
}

// p: the vertex that has the normal of each: at a seam without an edge, the first at the same place.
std::vector<std::uint32_t> shared_normals_of(const FileSurface& surface) {
    const Points& normals = surface.look.normals;
    std::vector<std::uint32_t> shared;
    for (Index i = 0; i < surface.X.rows(); ++i) {
        const Index first = surface.welded[static_cast<std::size_t>(i)];
        const bool is_smooth = i < normals.rows() && first < normals.rows() && !normals.row(i).isZero() &&
                               normals.row(i).isApprox(normals.row(first));
        shared.push_back(static_cast<std::uint32_t>(is_smooth ? first : i));
    }
    return shared;
}

std::vector<float> floats_of(const Points& x) {
    std::vector<float> rounded_values;
    std::transform(x.data(), x.data() + x.size(), std::back_inserter(rounded_values), rounded);
    return rounded_values;
}

std::vector<int> vertices_of(std::span<const int> vertices) {
    return {vertices.begin(), vertices.end()};
}

std::shared_ptr<const DeformedSkin> skin_with(const Points& positions, std::span<const std::uint32_t> triangles) {
    return std::make_shared<const DeformedSkin>(DeformedSkin{deformed_vertices(floats_of(positions), triangles)});
}

std::shared_ptr<const DeformedSkin> skin_with(const Points& positions, const FileSurface& surface) {
    const std::vector<std::uint32_t> shared = shared_normals_of(surface);
    std::vector<std::uint32_t> triangles;
    std::transform(surface.F.data(), surface.F.data() + surface.F.size(), std::back_inserter(triangles),
                   [&](int vertex) { return shared[static_cast<std::size_t>(vertex)]; });
    DeformedSkin skin{deformed_vertices(floats_of(positions), triangles)};
    for (std::size_t i = 0; i < skin.vertices.size(); ++i) {
        skin.vertices[i].normal = skin.vertices[shared[i]].normal;
    }
    return std::make_shared<const DeformedSkin>(std::move(skin));
}

ModeMaps mode_maps(const Snapshot& snapshot, const DrawnMotion& motion) {
    ModeMaps maps = moving_mode_maps(snapshot, motion);
    const Character& character = *snapshot.character;
    const FlexedMode& flexed = motion.flexed;
    if (maps.now.rows() > 4 * flexed.mode + 3 && flexed.character == snapshot.id && flexed.mode >= 0 &&
        flexed.mode < character.modes->W.cols()) {
        maps.now.middleRows<4>(4 * flexed.mode) += flexed_map(character, flexed);
    }
    return maps;
}

} // namespace

Points drawn_positions(const Snapshot& snapshot, const DrawnMotion& motion, std::span<const int> vertices) {
    EXPECTS(snapshot.character);
    const Character& character = *snapshot.character;
    if (needs_all_vertices(snapshot)) {
        return reconstructed_positions(snapshot, motion)(vertices_of(vertices), Eigen::all);
    }
    const ModeMaps modes = mode_maps(snapshot, motion);
    Points x = Points::Zero(static_cast<Index>(vertices.size()), 3);
    add_rig_motion(character.mesh.X, character.rig, snapshot.state.P, vertices, x);
    add_skinned(character.mesh.X, secondary_weights(character), modes.now, vertices, x);
    if (snapshot.fade.before) {
        add_skinned(character.mesh.X, secondary_weights(*snapshot.fade.before), modes.before, vertices, x);
    }
    return x;
}

DrawnMaps drawn_maps(const Snapshot& snapshot, const DrawnMotion& motion) {
    EXPECTS(snapshot.character);
    DrawnMaps maps;
    const Index bones = 4 * snapshot.character->bone_count();
    append_maps(snapshot.state.P.topRows(bones), maps.bones);
    append_maps(snapshot.state.P.bottomRows(snapshot.state.P.rows() - bones), maps.targets);
    std::ranges::transform(target_weights_in(snapshot.character->rig, snapshot.state.P),
                           std::back_inserter(maps.target_weights), rounded);
    const ModeMaps modes = mode_maps(snapshot, motion);
    append_maps(modes.now, maps.modes);
    append_maps(modes.before, maps.fading);
    return maps;
}

std::shared_ptr<const DeformedSkin> reconstructed_skin(const Snapshot& snapshot, const DrawnMotion& motion,
                                                       std::span<const std::uint32_t> triangles) {
    EXPECTS(snapshot.character);
    if (!snapshot.character->thin_surface && !needs_all_vertices(snapshot)) {
        return nullptr;
    }
    return skin_with(skin_positions(snapshot, motion), triangles);
}

std::shared_ptr<const DeformedSkin> reconstructed_body(const Snapshot& snapshot, const DrawnMotion& motion) {
    EXPECTS(snapshot.character && !snapshot.character->thin && needs_all_vertices(snapshot));
    const Triangles& F = snapshot.character->boundary;
    const std::vector<std::uint32_t> triangles(F.data(), F.data() + F.size());
    return skin_with(reconstructed_positions(snapshot, motion), triangles);
}

std::shared_ptr<const DeformedSkin> reconstructed_surface(const Snapshot& snapshot, const DrawnMotion& motion,
                                                          const FileSurface& surface) {
    EXPECTS(snapshot.character);
    if (!needs_all_vertices(snapshot)) {
        return nullptr;
    }
    return skin_with(carried_positions(reconstructed_displacements(snapshot, motion), snapshot.state.P, surface),
                     surface);
}

std::shared_ptr<const DeformedSkin> deformed_skin(const Points& x, const Snapshot& snapshot,
                                                  std::span<const std::uint32_t> triangles) {
    EXPECTS(snapshot.character);
    const Points rig = rig_positions(*snapshot.character, snapshot.state.P);
    const Points shown = rig + snapshot.dynamics * (x - rig);
    return skin_with(shown(snapshot.character->boundary_vertices, Eigen::all), triangles);
}

std::shared_ptr<const DeformedSkin> deformed_skin(const Points& x, const Snapshot& snapshot,
                                                  const FileSurface& surface) {
    EXPECTS(snapshot.character);
    const Points u = x - rig_positions(*snapshot.character, snapshot.state.P);
    return skin_with(carried_positions(snapshot.dynamics * u, snapshot.state.P, surface), surface);
}

Points carried_surface(const Points& x, const Character& character, const AffineStack& P, const FileSurface& surface) {
    return carried_positions(x - rig_positions(character, P), P, surface);
}

Points skin_positions(const Snapshot& snapshot, const DrawnMotion& motion) {
    EXPECTS(snapshot.character);
    const ThinSurface* const thin = snapshot.character->thin_surface.get();
    const Points x = boundary_positions(snapshot, motion);
    return thin ? positions_on(*thin, x) : x;
}

Points boundary_positions(const Snapshot& snapshot, const DrawnMotion& motion) {
    EXPECTS(snapshot.character);
    return drawn_positions(snapshot, motion, snapshot.character->boundary_vertices);
}

Points surface_at_rest(const Character& character) {
    Points X(static_cast<Index>(character.boundary_vertices.size()), 3);
    for (Index i = 0; i < X.rows(); ++i) {
        X.row(i) = character.mesh.X.row(character.boundary_vertices[static_cast<std::size_t>(i)]);
    }
    return X;
}

void append_map(const Affine& map, std::vector<float>& maps) {
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 4; ++column) {
            maps.push_back(rounded(map(row, column)));
        }
    }
}

Vec3 held_point(const Snapshot& snapshot, const PointHandle& handle, const DrawnMotion& motion) {
    return surface_point(snapshot, handle.vertices, handle.barycentric, motion);
}

Vec3 surface_point(const Snapshot& snapshot, const std::array<int, 3>& vertices,
                   const std::array<double, 3>& barycentric, const DrawnMotion& motion) {
    const Index count = snapshot.character->vertex_count();
    std::array<int, 3> shown = vertices;
    for (int& vertex : shown) {
        vertex = vertex < count ? vertex : 0; // other tets are about to be shown
    }
    const Vec3 weights(barycentric[0], barycentric[1], barycentric[2]);
    return drawn_positions(snapshot, motion, shown).transpose() * weights;
}

Pose pose_in(const Character& character, const State& state) {
    Pose pose;
    for (const Bone& bone : character.rig.skeleton.bones) {
        const Affine map = state.P.middleRows<4>(4 * static_cast<Index>(pose.size())).transpose();
        pose.push_back(compose(map, bone.rest));
    }
    return pose;
}

Points body_positions(const Character& character, const State& state) {
    return positions(character, state);
}

Vec3 mean_position(const Character& character, const State& state) {
    return body_positions(character, state).colwise().mean().transpose();
}

State with_share(State state, double share) {
    if (share != 1.0) {
        state.Z *= share;
    }
    return state;
}

std::vector<float> mode_scalars(const Character& character, Index mode) {
    EXPECTS(mode >= 0 && mode < character.modes->W.cols());
    const auto weights = character.modes->W.col(mode);
    const double largest = std::max(weights.cwiseAbs().maxCoeff(), 1e-300);
    std::vector<float> scalars;
    for (const int v : character.boundary_vertices) {
        scalars.push_back(rounded(weights(v) / largest));
    }
    return scalars;
}

std::vector<float> muscle_scalars(const Character& character, std::size_t muscle) {
    EXPECTS(muscle < character.musculature.count());
    const auto column = character.musculature.D->col(static_cast<Index>(muscle));
    const Eigen::Map<const Points> d(column.data(), character.vertex_count(), 3);
    const Vector size = d.rowwise().norm();
    const double largest = std::max(size.maxCoeff(), 1e-300);
    std::vector<float> scalars;
    for (const int v : character.boundary_vertices) {
        scalars.push_back(static_cast<float>(size(v) / largest));
    }
    return scalars;
}

} // namespace limber::app
