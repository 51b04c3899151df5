#include "app/scene/drawables.h"

#include "engine/mesh/topology.h"
#include "engine/rig/skinning.h"

#include <algorithm>
#include <span>

namespace limber::app {
namespace {

float rounded(double value) {
    return static_cast<float>(value);
}

// Index of every tet mesh vertex among the drawn ones; -1 inside.
std::vector<int> drawn_index(const Character& character) {
    std::vector<int> index(static_cast<std::size_t>(character.vertex_count()), -1);
    for (std::size_t i = 0; i < character.boundary_vertices.size(); ++i) {
        index[static_cast<std::size_t>(character.boundary_vertices[i])] = static_cast<int>(i);
    }
    return index;
}

void append_row(const Matrix& W, Index row, std::vector<float>& out) {
    for (Index j = 0; j < W.cols(); ++j) {
        out.push_back(rounded(W(row, j)));
    }
}

std::vector<float> colours_of(const Character& character) {
    std::vector<float> colours;
    if (character.colour_labels.empty()) {
        return colours;
    }
    for (const int v : character.boundary_vertices) {
        const auto label = static_cast<std::size_t>(character.colour_labels[static_cast<std::size_t>(v)]);
        const Colour& colour = character.description.look.palette[label];
        for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) {
            colours.push_back(static_cast<float>(channel) / 255.0F);
        }
    }
    return colours;
}

// 4k x 3 stacked transposes to 12 floats a map, 3 x 4 row-major.
void append_maps(const AffineStack& maps, std::vector<float>& out) {
    for (Index j = 0; j < maps.rows() / 4; ++j) {
        append_map(maps.middleRows<4>(4 * j).transpose(), out);
    }
}

AffineStack maps_of(const ReducedModel& model, const AffineStack& Z) {
    State state;
    state.Z = Z;
    return secondary_maps(model, state);
}

struct ModeMaps {
    AffineStack now;    // of the modes of this moment
    AffineStack before; // of those that fade; empty where none do
};

ModeMaps mode_maps(const Snapshot& snapshot, const DrawnMotion& motion) {
    const double scale = motion.secondary ? motion.exaggeration : 0.0;
    const ReducedModel& model = snapshot.character->model;
    const Fade& fade = snapshot.fade;
    if (!fade.before) {
        return {scale * maps_of(model, snapshot.state.Z), {}};
    }
    return {scale * maps_of(model, snapshot.state.Z - fade.share * fade.Z_first),
            scale * fade.share * maps_of(fade.before->model, fade.Z_before)};
}

Points drawn_positions(const Snapshot& snapshot, const DrawnMotion& motion, std::span<const int> vertices) {
    EXPECTS(snapshot.character);
    const Character& character = *snapshot.character;
    const ModeMaps modes = mode_maps(snapshot, motion);
    Points x = Points::Zero(static_cast<Index>(vertices.size()), 3);
    add_skinned(character.mesh.X, character.rig.W, snapshot.state.P, vertices, x);
    add_skinned(character.mesh.X, character.modes->W, modes.now, vertices, x);
    if (snapshot.fade.before) {
        add_skinned(character.mesh.X, snapshot.fade.before->modes->W, modes.before, vertices, x);
    }
    return x;
}

} // namespace

DrawnMesh drawn_mesh(const Character& character) {
    DrawnMesh drawn;
    for (const int v : character.boundary_vertices) {
        for (Index axis = 0; axis < 3; ++axis) {
            drawn.positions.push_back(rounded(character.mesh.X(v, axis)));
        }
        append_row(character.rig.W, v, drawn.rig_weights);
        append_row(character.modes->W, v, drawn.mode_weights);
    }
    const std::vector<int> index = drawn_index(character);
    for (Index k = 0; k < character.boundary.size(); ++k) {
        const int v = character.boundary.data()[k];
        drawn.triangles.push_back(static_cast<std::uint32_t>(index[static_cast<std::size_t>(v)]));
    }
    drawn.vertex_count = static_cast<int>(character.boundary_vertices.size());
    drawn.bone_count = character.bone_count();
    drawn.mode_count = static_cast<int>(character.modes->W.cols());
    drawn.colours = colours_of(character);
    return drawn;
}

DrawnMaps drawn_maps(const Snapshot& snapshot, const DrawnMotion& motion) {
    EXPECTS(snapshot.character);
    DrawnMaps maps;
    append_maps(snapshot.state.P, maps.bones);
    const ModeMaps modes = mode_maps(snapshot, motion);
    append_maps(modes.now, maps.modes);
    append_maps(modes.before, maps.fading);
    return maps;
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
    const auto& weights = handle.barycentric;
    return drawn_positions(snapshot, motion, handle.vertices).transpose() * Vec3(weights[0], weights[1], weights[2]);
}

Points body_positions(const Character& character, const State& state) {
    return reconstructed(character.model, state, character.mesh.X, character.rig.W, character.modes->W);
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

std::vector<std::uint32_t> cluster_labels(const Character& character) {
    // Boundary triangles come in the order of the tets, so one walk over both finds the tet behind each.
    const Tets neighbours = face_neighbours(character.mesh.T);
    std::vector<std::uint32_t> labels;
    for (Index t = 0; t < neighbours.rows(); ++t) {
        const auto open_faces = (neighbours.row(t).array() < 0).count();
        const auto label = static_cast<std::uint32_t>(character.clusters.of_tet[static_cast<std::size_t>(t)]);
        labels.insert(labels.end(), static_cast<std::size_t>(open_faces), label);
    }
    return labels;
}

} // namespace limber::app
