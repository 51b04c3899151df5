// SPDX-License-Identifier: MIT
#include "app/creatures/makers/skinning.h"

#include "engine/core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace limber::makers {
namespace {

constexpr int smoothing_rounds = 6;
constexpr double blend_width = 0.02; // of the transition between parts [m]
constexpr double weight_min = 1e-3;  // smaller weights become zero

// Weights over the part's own bones, length b.
Vector part_weights(const Figure& figure, const BodyPart& part, const Vec3& x) {
    Vector weights = Vector::Zero(figure.skeleton.bone_count());
    for (const int bone : part.bones) {
        const double d = distance_to_bone(figure.skeleton.bones[static_cast<std::size_t>(bone)], x);
        weights(bone) = 1.0 / std::pow(d + 0.02, 4);
    }
    return weights / weights.sum();
}

Vector vertex_weights(const Figure& figure, const Vec3& x) {
    Vector depths(static_cast<Index>(figure.parts.size()));
    for (Index p = 0; p < depths.size(); ++p) {
        depths(p) = distance(figure.parts[static_cast<std::size_t>(p)].shape, x);
    }
    const Vector shares = ((depths.minCoeff() - depths.array()) / blend_width).exp();
    Vector weights = Vector::Zero(figure.skeleton.bone_count());
    for (Index p = 0; p < depths.size(); ++p) {
        if (shares(p) > 1e-6) {
            weights += shares(p) * part_weights(figure, figure.parts[static_cast<std::size_t>(p)], x);
        }
    }
    return weights / weights.sum();
}

// One half of each row plus one half of the mean over the corners of the vertex's tets.
Matrix smoothed(const TetMesh& mesh, const Matrix& W) {
    Matrix sums = Matrix::Zero(W.rows(), W.cols());
    Vector counts = Vector::Zero(W.rows());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto tet = mesh.T.row(t);
        const Eigen::RowVectorXd mean = 0.25 * (W.row(tet(0)) + W.row(tet(1)) + W.row(tet(2)) + W.row(tet(3)));
        for (int c = 0; c < 4; ++c) {
            sums.row(tet(c)) += mean;
            counts(tet(c)) += 1.0;
        }
    }
    return 0.5 * W + 0.5 * counts.cwiseInverse().asDiagonal() * sums;
}

Matrix without_small_weights(Matrix W) {
    W = (W.array() < weight_min).select(0.0, W);
    return W.rowwise().sum().cwiseInverse().asDiagonal() * W;
}

using Channels = std::array<int, 3>; // red, green, blue in 0 to 255

constexpr std::size_t samples_per_vertex = 48;
constexpr double brush_size = 0.75; // radius of the ball relative to the edges around the vertex
constexpr int colour_step = 8;      // of the rounded channels

Channels channels_of(const std::string& hex_text) {
    const auto channel = [&](std::size_t at) {
        return std::stoi(hex_text.substr(at, 2), nullptr, 16);
    };
    return {channel(1), channel(3), channel(5)};
}

std::string hex_colour(const Channels& colour) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (const int channel : colour) {
        text += digits[static_cast<std::size_t>(channel / 16)];
        text += digits[static_cast<std::size_t>(channel % 16)];
    }
    return text;
}

Channels rounded(const Vec3& colour) {
    Channels channels{};
    for (Index c = 0; c < 3; ++c) {
        const int steps = static_cast<int>(std::lround(colour(c) / colour_step));
        channels[static_cast<std::size_t>(c)] = std::min(steps * colour_step, 255);
    }
    return channels;
}

// `brush_size` times the mean length of the edges at each vertex [m].
Vector brush_radii(const TetMesh& mesh) {
    Vector sums = Vector::Zero(mesh.vertex_count());
    Vector counts = Vector::Zero(mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (int c = 0; c < 4; ++c) {
            for (int d = 0; d < 4; ++d) {
                sums(mesh.T(t, c)) += (mesh.X.row(mesh.T(t, c)) - mesh.X.row(mesh.T(t, d))).norm();
            }
            counts(mesh.T(t, c)) += 3.0;
        }
    }
    return brush_size * sums.cwiseQuotient(counts);
}

int paint_at(const Figure& figure, const Vec3& x) {
    const int paint = figure.parts[static_cast<std::size_t>(nearest_part(figure, x))].paint;
    return figure.painter ? figure.painter(x, paint) : paint;
}

Vec3 mean_colour(const Figure& figure, const Vec3& x, double radius) {
    Rng rng(samples_per_vertex);
    Vec3 sum = Vec3::Zero();
    for (std::size_t sample = 0; sample < samples_per_vertex;) {
        const Vec3 offset(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        if (offset.squaredNorm() > 1.0) {
            continue;
        }
        const auto paint = static_cast<std::size_t>(paint_at(figure, x + radius * offset));
        const Channels colour = channels_of(figure.palette[paint]);
        sum += Vec3(colour[0], colour[1], colour[2]);
        ++sample;
    }
    return sum / static_cast<double>(samples_per_vertex);
}

bool is_in_core(const Figure& figure, const Vec3& x) {
    for (int b = 0; b < figure.skeleton.bone_count(); ++b) {
        const bool has_core =
            std::find(figure.coreless_bones.begin(), figure.coreless_bones.end(), b) == figure.coreless_bones.end();
        const Bone& bone = figure.skeleton.bones[static_cast<std::size_t>(b)];
        if (has_core && distance_to_bone(bone, x) < figure.core_radius) {
            return true;
        }
    }
    return false;
}

int material_at(const Figure& figure, const Vec3& x) {
    if (is_in_core(figure, x)) {
        return static_cast<int>(figure.regions.size()) - 1;
    }
    const int material = figure.parts[static_cast<std::size_t>(nearest_part(figure, x))].material;
    return figure.material_at ? figure.material_at(x, material) : material;
}

// The label at the centre of each tet.
template <typename Label>
std::vector<int> at_centres(const TetMesh& mesh, Label label) {
    std::vector<int> labels;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        Vec3 centre = Vec3::Zero();
        for (int c = 0; c < 4; ++c) {
            centre += 0.25 * mesh.X.row(mesh.T(t, c)).transpose();
        }
        labels.push_back(label(centre));
    }
    return labels;
}

} // namespace

Matrix skinning_weights(const Figure& figure, const TetMesh& mesh) {
    Matrix W(mesh.vertex_count(), figure.skeleton.bone_count());
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        W.row(v) = vertex_weights(figure, mesh.X.row(v)).transpose();
    }
    for (int round = 0; round < smoothing_rounds; ++round) {
        W = smoothed(mesh, W);
    }
    return without_small_weights(std::move(W));
}

Painting painting(const Figure& figure, const TetMesh& mesh) {
    const Vector radii = brush_radii(mesh);
    std::vector<Channels> colours;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        colours.push_back(rounded(mean_colour(figure, mesh.X.row(v), radii(v))));
    }
    std::vector<Channels> distinct = colours;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    Painting painting;
    for (const auto& colour : colours) {
        const auto at = std::lower_bound(distinct.begin(), distinct.end(), colour);
        painting.labels.push_back(static_cast<int>(at - distinct.begin()));
    }
    for (const auto& colour : distinct) {
        painting.palette.push_back(hex_colour(colour));
    }
    return painting;
}

std::vector<int> tet_materials(const Figure& figure, const TetMesh& mesh) {
    return at_centres(mesh, [&](const Vec3& x) { return material_at(figure, x); });
}

std::vector<int> tet_limbs(const Figure& figure, const TetMesh& mesh) {
    return at_centres(
        mesh, [&](const Vec3& x) { return figure.parts[static_cast<std::size_t>(nearest_part(figure, x))].limb + 1; });
}

} // namespace limber::makers
