// SPDX-License-Identifier: MIT
#include "tests/benchmark/svg_drawing.h"
#include "tests/support/jerked_bar.h"

#include <algorithm>
#include <array>
#include <cstdio>

/// The effect of the momentum leak on the free end of a bar whose rig moves sideways: its distance ahead of the rig,
/// for three amounts of leak.
///
///     follow_through_plot OUT.svg
namespace limber {
namespace {

using testing::JerkedBar;

constexpr double seconds = 1.2;
constexpr double left = 70, top = 70, width = 760, height = 340;
constexpr double reach = 0.15; // [m] up and down

struct Amount {
    double leak;
    const char* colour;
};
constexpr std::array amounts{Amount{0.2, "#8fb8de"}, Amount{0.5, "#3d6fa5"}, Amount{0.9, "#e07a5f"}};

double x_of(double time) {
    return left + width * time / seconds;
}

double y_of(double lead) {
    return top + 0.5 * height * (1.0 - lead / reach);
}

class Plot {
public:
    Plot() {
        const double stop = x_of(JerkedBar::duration);
        drawing_.box({left, top}, {0.5 * (stop - left), height}, "#f3ead8");
        drawing_.box({0.5 * (left + stop), top}, {0.5 * (stop - left), height}, "#e6eef6");
        drawing_.write({left + 0.25 * (stop - left), top + height - 8}, "rig speeds up", {12});
        drawing_.write({left + 0.75 * (stop - left), top + height - 8}, "slows down", {12});
        drawing_.write({0.5 * (stop + left + width), top + height - 8}, "rig at rest", {12});
        for (const double lead : {-0.1, -0.05, 0.0, 0.05, 0.1}) {
            drawing_.line({left, y_of(lead)}, {left + width, y_of(lead)}, {lead == 0.0 ? "#888" : "#ddd"});
            drawing_.write({left - 30, y_of(lead) + 5}, (lead < 0.0 ? "" : "+") + written(lead, 2), {});
        }
        for (int tenth = 0; tenth <= 12; tenth += 2) {
            drawing_.write({x_of(0.1 * tenth), top + height + 20}, written(0.1 * tenth, 1), {});
        }
        drawing_.write({left + 0.5 * width, top + height + 42}, "time [s]", {14});
        drawing_.write({left + 0.5 * width, 26}, "How far the free end of a soft bar is ahead of its rig [m]", {17});
        drawing_.write({left + 0.5 * width, 48}, "below: it drags behind (anticipation); above: it follows through",
                       {});
    }

    void add(const Amount& amount, const std::vector<double>& lead, int place) {
        std::vector<Spot> spots{{left, y_of(0.0)}};
        for (std::size_t i = 0; i < lead.size(); ++i) {
            spots.push_back({x_of((static_cast<double>(i) + 1.0) * JerkedBar::time_step), y_of(lead[i])});
        }
        drawing_.path(spots, {amount.colour, 3.0});
        drawing_.write({left + width - 60, top + 24 + 22 * place}, "leak " + written(amount.leak, 1),
                       {15, amount.colour});
    }

    bool write_file(const char* path) const {
        return drawing_.write_file(path, left + width + 30, top + height + 60);
    }

private:
    SvgDrawing drawing_;
};

int plot(const char* path) {
    Plot plot;
    int place = 0;
    for (const Amount& amount : amounts) {
        const std::vector<double> lead = JerkedBar::lead_of_the_end(amount.leak, seconds);
        const auto [least, most] = std::minmax_element(lead.begin(), lead.end());
        std::printf("leak %.1f: from %+.4f to %+.4f m\n", amount.leak, *least, *most);
        plot.add(amount, lead, place++);
    }
    return plot.write_file(path) ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "follow_through_plot OUT.svg\n");
        return 2;
    }
    return limber::plot(argv[1]);
}
