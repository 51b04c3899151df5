// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/benchmark/svg_drawing.h"
#include "tests/support/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

/// FCD section 9.12: the cost of one time step over modes and clusters, twenty converged steps (ARAP, changes below
/// 1e-4): the front up to which one character runs at 30 frames per second, and the front up to which 26 run at 60.
///
///     pareto_plot OUT.svg
namespace limber {
namespace {

constexpr std::array mode_counts{5, 10, 30, 60, 120, 240};
constexpr std::array cluster_counts{20, 100, 500, 1000, 2000, 5000, 10000};
constexpr int trials = 20;
constexpr double one_picture = 1000.0 / 30.0;          // [ms]
constexpr double share_of_many = 1000.0 / 60.0 / 26.0; // [ms]

struct Body {
    TetMesh mesh = testing::ball_mesh(13);
    Material material = uniform_material({}, mesh.tet_count());
    Rig rig = affine_handle(mesh);
    SkinningModes modes = skinning_modes(mesh, material,
                                         complementarity_columns(mesh.X, lumped_mass(mesh, material.density),
                                                                 Vector::Ones(mesh.vertex_count()), rig.W),
                                         {.count = mode_counts.back()})
                              .value();

    ReducedModel model(Index modes_kept, int clusters) const {
        const Matrix W = modes.W.leftCols(modes_kept);
        const Clusters of = clusters_of(mesh, W, modes.lambda.head(modes_kept), {.count = clusters}).value();
        return reduced_model(mesh, material, rig, W, of).value();
    }
};

struct Cost {
    double milliseconds = 0.0;
    int iterations = 0;
};

Cost cost_of_a_step(const ReducedModel& model) {
    Controls controls;
    controls.P = AffineStack::Zero(4, 3);
    controls.P.topRows<3>().setIdentity();
    controls.iterations = 500;
    controls.tolerance = 1e-4;
    State poked = rest_state(model, controls.P);
    Rng rng(5);
    for (Index k = 0; k < poked.Z.rows(); ++k) {
        for (Index axis = 0; axis < 3; ++axis) {
            poked.Z(k, axis) = 20.0 * rng.normal() / std::sqrt(model.stiffness(k) + 1.0);
        }
    }
    Workspace workspace(model);
    std::vector<double> times;
    Cost cost;
    for (int trial = 0; trial < trials; ++trial) {
        State state = poked;
        const Stopwatch watch;
        cost.iterations = step(model, controls, state, workspace).iterations;
        times.push_back(1e3 * watch.seconds());
    }
    std::nth_element(times.begin(), times.begin() + trials / 2, times.end());
    cost.milliseconds = times[trials / 2];
    return cost;
}

// Dark blue for a microsecond to sand for a hundred milliseconds.
std::string colour_of(double milliseconds) {
    const double share = std::clamp((std::log10(milliseconds) + 3.0) / 5.0, 0.0, 1.0);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "rgb(%d,%d,%d)", static_cast<int>(38 + 204 * share),
                  static_cast<int>(70 + 134 * share), static_cast<int>(130 + 13 * share));
    return text.data();
}

// Readable on that colour.
const char* ink_on(double milliseconds) {
    return milliseconds < 0.3 ? "white" : "black";
}

class Plot {
public:
    void add(std::size_t column, std::size_t row, const Cost& cost) {
        milliseconds_.at(column).at(row) = cost.milliseconds;
        const double x = left_of(column);
        const double y = top_of(row);
        drawing_.box({x, y}, {cell_width - 3, cell_height - 3}, colour_of(cost.milliseconds), 4.0);
        write(x + 0.5 * cell_width, y + 0.45 * cell_height, written(cost.milliseconds, cost.milliseconds < 0.1 ? 3 : 2),
              17, ink_on(cost.milliseconds));
        write(x + 0.5 * cell_width, y + 0.8 * cell_height, std::to_string(cost.iterations) + " iterations", 11,
              ink_on(cost.milliseconds));
    }
    bool write_file(const char* path) {
        draw_front(share_of_many, "#e07a5f");
        draw_front(one_picture, "black");
        const double bottom = top + cell_height * static_cast<double>(cluster_counts.size());
        for (std::size_t i = 0; i < mode_counts.size(); ++i) {
            write(left + cell_width * (static_cast<double>(i) + 0.5), bottom + 22, std::to_string(mode_counts[i]), 15);
        }
        for (std::size_t i = 0; i < cluster_counts.size(); ++i) {
            write(left - 32, bottom - cell_height * (static_cast<double>(i) + 0.4), std::to_string(cluster_counts[i]),
                  15);
        }
        const double middle = left + 0.5 * cell_width * static_cast<double>(mode_counts.size());
        write(middle, bottom + 48, "skinning modes", 16);
        write(middle, 26, "Milliseconds of one converged step, by clusters (up) and modes (right)", 17);
        write(middle, 48,
              "below the red line 26 characters run at 60 Hz, below the black one a single character at 30 Hz", 13);
        return drawing_.write_file(path, left + cell_width * static_cast<double>(mode_counts.size()) + 20, bottom + 64);
    }

private:
    static constexpr double left = 70, top = 64, cell_width = 104, cell_height = 56;

    static double left_of(std::size_t column) {
        return left + cell_width * static_cast<double>(column);
    }
    static double top_of(std::size_t row) {
        return top + cell_height * static_cast<double>(cluster_counts.size() - 1 - row);
    }

    // Between the cells that are fast enough and their slower neighbours to the right and above.
    void draw_front(double limit, const char* colour) {
        const auto is_fast = [&](std::size_t column, std::size_t row) {
            return milliseconds_.at(column).at(row) <= limit;
        };
        for (std::size_t m = 0; m < mode_counts.size(); ++m) {
            for (std::size_t r = 0; r < cluster_counts.size(); ++r) {
                const double x = left_of(m) - 1.5;
                const double y = top_of(r) - 1.5;
                if (m + 1 < mode_counts.size() && is_fast(m, r) && !is_fast(m + 1, r)) {
                    drawing_.line({x + cell_width, y}, {x + cell_width, y + cell_height}, {colour, 5.0});
                }
                if (r + 1 < cluster_counts.size() && is_fast(m, r) && !is_fast(m, r + 1)) {
                    drawing_.line({x, y}, {x + cell_width, y}, {colour, 5.0});
                }
            }
        }
    }
    void write(double x, double y, const std::string& text, int size, const char* colour = "#333") {
        drawing_.write({x, y}, text, {size, colour});
    }

    SvgDrawing drawing_;
    std::array<std::array<double, cluster_counts.size()>, mode_counts.size()> milliseconds_{};
};

int plot(const char* path) {
    const Body body;
    Plot plot;
    for (std::size_t m = 0; m < mode_counts.size(); ++m) {
        for (std::size_t r = 0; r < cluster_counts.size(); ++r) {
            const Cost cost = cost_of_a_step(body.model(mode_counts[m], cluster_counts[r]));
            std::printf("%4d modes %5d clusters: %8.4f ms, %d iterations\n", mode_counts[m], cluster_counts[r],
                        cost.milliseconds, cost.iterations);
            std::fflush(stdout);
            plot.add(m, r, cost);
        }
    }
    return plot.write_file(path) ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "pareto_plot OUT.svg\n");
        return 2;
    }
    return limber::plot(argv[1]);
}
