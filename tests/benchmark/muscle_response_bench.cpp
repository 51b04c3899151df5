// SPDX-License-Identifier: MIT
#include "tests/benchmark/csv_file.h"
#include "tests/support/bending_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

/// Figure 5 of Actuators A La Mode: the response of a soft bar to its muscle over time, for increasing numbers of
/// groups of tets.
///
///     muscle_response_bench OUT.csv
namespace limber {
namespace {

using testing::BendingBar;

constexpr int steps = 144;
constexpr double near = 1.0 / 3.0;

struct Grouping {
    std::string name;
    Clusters groups;
};

void measure(const BendingBar& bar, const Grouping& grouping, CsvFile& file) {
    const std::vector<double> reached = bar.response(grouping.groups, steps);
    file.add({grouping.name}, {0.0, 0.0});
    for (std::size_t i = 0; i < reached.size(); ++i) {
        file.add({grouping.name}, {static_cast<double>(i + 1) * BendingBar::time_step, reached[i]});
    }
    const auto there = std::ranges::find_if(reached, [](double share) { return share >= near; });
    std::printf("%-14s a third of the way after %td steps, farthest %.2f\n", grouping.name.c_str(),
                there - reached.begin() + 1, *std::ranges::max_element(reached));
}

int measure(const char* path) {
    const BendingBar bar = BendingBar::made();
    const Index tets = bar.body.bar.mesh.tet_count();
    const Grouping groupings[] = {{"one group", one_cluster(tets)},
                                  {std::to_string(bar.body.bar.clusters.count) + " groups", bar.body.bar.clusters},
                                  {"a group a tet (" + std::to_string(tets) + ")", one_cluster_a_tet(tets)}};
    CsvFile file(path, "groups,time,share");
    for (const Grouping& grouping : groupings) {
        measure(bar, grouping, file);
    }
    return file.close() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "muscle_response_bench OUT.csv\n");
        return 2;
    }
    return limber::measure(argv[1]);
}
