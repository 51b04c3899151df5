// SPDX-License-Identifier: MIT
#include "tests/benchmark/csv_file.h"
#include "tests/support/jerked_bar.h"

#include <algorithm>
#include <cstdio>
#include <vector>

/// The effect of the momentum leak on the free end of a bar whose rig moves sideways: its distance ahead of the rig,
/// for three amounts of leak.
///
///     follow_through_bench OUT.csv
namespace limber {
namespace {

using testing::JerkedBar;

constexpr double seconds = 1.2;
int measure(const char* path) {
    CsvFile file(path, "leak,time,lead");
    for (const double leak : {0.2, 0.5, 0.9}) {
        const std::vector<double> lead = JerkedBar::lead_of_the_end(leak, seconds);
        const auto [least, most] = std::minmax_element(lead.begin(), lead.end());
        std::printf("leak %.1f: from %+.4f to %+.4f m\n", leak, *least, *most);
        file.add({}, {leak, 0.0, 0.0});
        for (std::size_t i = 0; i < lead.size(); ++i) {
            file.add({}, {leak, (static_cast<double>(i) + 1.0) * JerkedBar::time_step, lead[i]});
        }
    }
    return file.close() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "follow_through_bench OUT.csv\n");
        return 2;
    }
    return limber::measure(argv[1]);
}
