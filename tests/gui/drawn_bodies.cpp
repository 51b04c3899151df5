// SPDX-License-Identifier: MIT
#include "tests/gui/drawn_bodies.h"

#include "engine/core/random.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace limber::testing {
namespace {

using app::DrawnMaps;
using app::DrawnMesh;

constexpr double turn = 2.0 * std::numbers::pi;

void append(std::vector<float>& values, std::initializer_list<double> more) {
    for (const double value : more) {
        values.push_back(static_cast<float>(value));
    }
}

void add_vertex(DrawnMesh& mesh, double u, double v) {
    const double thickness = 0.30 + 0.10 * std::cos(u);
    const double out = 0.75 + thickness * std::cos(v);
    append(mesh.positions, {out * std::cos(u), 0.45 + thickness * std::sin(v), out * std::sin(u)});
    double sum = 0.0;
    std::vector<double> raw;
    for (int b = 0; b < mesh.bone_count; ++b) {
        raw.push_back(1.5 + std::cos(u - turn * b / mesh.bone_count));
        sum += raw.back();
    }
    for (const double weight : raw) {
        append(mesh.rig_weights, {weight / sum});
    }
    for (int m = 0; m < mesh.mode_count; ++m) {
        const int wave = 1 + m / 2;
        append(mesh.mode_weights, {m % 2 == 0 ? std::cos(wave * u) + 0.2 * std::sin(v) : std::sin(wave * u)});
    }
    for (int t = 0; t < mesh.target_count; ++t) {
        const double bulge = 0.3 * std::exp(-4.0 * (1.0 - std::cos(u - t)));
        append(mesh.targets, {bulge * std::cos(v) * std::cos(u), bulge * std::sin(v), 0.2 * std::cos((1 + t) * u)});
    }
}

// X + sum_t s_t d_t of all vertices.
std::vector<float> morphed_positions(const DrawnMesh& mesh, const DrawnMaps& maps) {
    const std::size_t targets = maps.target_weights.size();
    std::vector<float> X = mesh.positions;
    for (std::size_t i = 0; i < X.size(); ++i) {
        double sum = double{X[i]};
        for (std::size_t t = 0; t < targets; ++t) {
            sum += double{maps.target_weights[t]} * double{mesh.targets[3 * (i / 3 * targets + t) + i % 3]};
        }
        X[i] = static_cast<float>(sum);
    }
    return X;
}

std::vector<double> moved(const std::vector<float>& maps, std::size_t k, const std::vector<float>& X, std::size_t v) {
    std::vector<double> x(3);
    for (std::size_t row = 0; row < 3; ++row) {
        const std::size_t at = 12 * k + 4 * row;
        x[row] = double{maps[at]} * double{X[3 * v]} + double{maps[at + 1]} * double{X[3 * v + 1]} +
                 double{maps[at + 2]} * double{X[3 * v + 2]} + double{maps[at + 3]};
    }
    return x;
}

// By the linear part of a map.
std::vector<double> turned(const std::vector<float>& maps, std::size_t k, const std::vector<float>& d, std::size_t i) {
    std::vector<double> x = moved(maps, k, d, i);
    for (std::size_t row = 0; row < 3; ++row) {
        x[row] -= double{maps[12 * k + 4 * row + 3]};
    }
    return x;
}

} // namespace

DrawnMesh torus(int around, int across, int bones, int modes, int targets) {
    DrawnMesh mesh;
    mesh.vertex_count = around * across;
    mesh.bone_count = bones;
    mesh.mode_count = modes;
    mesh.target_count = targets;
    for (int i = 0; i < around; ++i) {
        for (int j = 0; j < across; ++j) {
            add_vertex(mesh, turn * i / around, turn * j / across);
            const int right = (i + 1) % around;
            const int above = (j + 1) % across;
            for (const int v : {i * across + j, i * across + above, right * across + j, right * across + j,
                                i * across + above, right * across + above}) {
                mesh.triangles.push_back(static_cast<std::uint32_t>(v));
            }
        }
    }
    return mesh;
}

DrawnMaps random_maps(const DrawnMesh& mesh, double amount, unsigned int seed) {
    Rng rng(seed);
    DrawnMaps maps = rest_maps(mesh);
    for (auto* values : {&maps.bones, &maps.modes, &maps.targets, &maps.target_weights}) {
        for (float& value : *values) {
            value += static_cast<float>(rng.uniform(-amount, amount));
        }
    }
    return maps;
}

DrawnMaps one_map(const DrawnMesh& mesh, const std::vector<float>& map) {
    DrawnMaps maps;
    for (int b = 0; b < mesh.bone_count; ++b) {
        maps.bones.insert(maps.bones.end(), map.begin(), map.end());
    }
    maps.modes.assign(12 * static_cast<std::size_t>(mesh.mode_count), 0.0F);
    maps.targets.assign(12 * static_cast<std::size_t>(mesh.target_count), 0.0F);
    maps.target_weights.assign(static_cast<std::size_t>(mesh.target_count), 0.0F);
    return maps;
}

DrawnMaps rest_maps(const DrawnMesh& mesh) {
    return one_map(mesh, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
}

std::vector<double> deformed_positions(const DrawnMesh& mesh, const DrawnMaps& maps) {
    const auto n = static_cast<std::size_t>(mesh.vertex_count);
    const auto bones = static_cast<std::size_t>(mesh.bone_count);
    const auto modes = static_cast<std::size_t>(mesh.mode_count);
    const auto targets = static_cast<std::size_t>(mesh.target_count);
    const std::vector<float> posed = mesh.morphs_first ? morphed_positions(mesh, maps) : mesh.positions;
    std::vector<double> x(3 * n, 0.0);
    for (std::size_t v = 0; v < n; ++v) {
        const auto add = [&](double weight, const std::vector<double>& place) {
            for (std::size_t c = 0; c < 3; ++c) {
                x[3 * v + c] += weight * place[c];
            }
        };
        for (std::size_t b = 0; b < bones; ++b) {
            add(double{mesh.rig_weights[v * bones + b]}, moved(maps.bones, b, posed, v));
        }
        for (std::size_t t = 0; t < targets && !mesh.morphs_first; ++t) {
            add(1.0, turned(maps.targets, t, mesh.targets, v * targets + t));
        }
        for (std::size_t m = 0; m < modes; ++m) {
            add(double{mesh.mode_weights[v * modes + m]}, moved(maps.modes, m, mesh.positions, v));
        }
    }
    return x;
}

} // namespace limber::testing
