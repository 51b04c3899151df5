// SPDX-License-Identifier: MIT
#include "tests/benchmark/chart.h"
#include "tests/support/bending_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>

/// Figure 5 of Actuators A La Mode: the response of a soft bar to its muscle over time, for increasing numbers of
/// groups of tets.
///
///     muscle_response_plot OUT.svg
namespace limber {
namespace {

using testing::BendingBar;

constexpr int steps = 144;
constexpr double near = 1.0 / 3.0;

struct Grouping {
    std::string name;
    Clusters groups;
};

Curve response_of(const BendingBar& bar, const Grouping& grouping, const char* colour) {
    const std::vector<double> reached = bar.response(grouping.groups, steps);
    Curve curve{grouping.name, colour, {{0.0, 0.0}}};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        curve.spots.push_back({static_cast<double>(i + 1) * BendingBar::time_step, reached[i]});
    }
    const auto there = std::ranges::find_if(reached, [](double share) { return share >= near; });
    std::printf("%-14s a third of the way after %td steps, farthest %.2f\n", grouping.name.c_str(),
                there - reached.begin() + 1, *std::ranges::max_element(reached));
    return curve;
}

int plot(const char* path) {
    const BendingBar bar = BendingBar::made();
    const Index tets = bar.body.bar.mesh.tet_count();
    const Grouping groupings[] = {{"one group", one_cluster(tets)},
                                  {std::to_string(bar.body.bar.clusters.count) + " groups", bar.body.bar.clusters},
                                  {"a group a tet (" + std::to_string(tets) + ")", one_cluster_a_tet(tets)}};
    std::vector<Curve> curves;
    std::vector<double> values;
    for (std::size_t i = 0; i < std::size(groupings); ++i) {
        curves.push_back(response_of(bar, groupings[i], plot_colours[i]));
        for (const Spot& spot : curves.back().spots) {
            values.push_back(spot.y);
        }
    }
    SvgDrawing drawing;
    Chart chart(drawing, {70, 80, 760, 320}, "How a soft bar follows its muscle, by the groups that turn its target",
                Axis{"time [s]", 0.0, steps * BendingBar::time_step, {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, 1},
                axis_around("share of the muscle's shape", values));
    chart.list_names_at(Corner::upper_right);
    for (const Curve& curve : curves) {
        chart.draw(curve);
    }
    return drawing.write_file(path, 870, 460) ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "muscle_response_plot OUT.svg\n");
        return 2;
    }
    return limber::plot(argv[1]);
}
