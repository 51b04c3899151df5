// SPDX-License-Identifier: MIT
#include "app/view/load_lines.h"

#include "app/view/arrow.h"
#include "app/view/region_paint.h"
#include "app/view/to_glm.h"

#include <algorithm>
#include <iterator>

namespace limber::app {
namespace {

constexpr float shade = 0.45F; // of the load's colour, which is on the skin below
constexpr LineInk light_edge{5.0F, {1.0F, 1.0F, 1.0F, 0.6F}};

LineInk ink_of_load(std::size_t load) {
    const auto [red, green, blue] = region_colour(load);
    return {2.6F, {shade * red, shade * green, shade * blue, 1.0F}};
}

bool are_corners_of(const Character& character, const LoadMark& mark) {
    return std::ranges::all_of(mark.corners, [&](int vertex) { return vertex < character.vertex_count(); });
}

struct Line {
    Vec3 from, to;
    bool is_arrow = false;
};

std::vector<Line> lines_of(const std::vector<LoadMark>& marks, const Snapshot& snapshot, const DrawnMotion& motion) {
    std::vector<int> corners;
    for (const LoadMark& mark : marks) {
        corners.insert(corners.end(), mark.corners.begin(), mark.corners.end());
    }
    const Points x = drawn_positions(snapshot, motion, corners);
    std::vector<Line> lines;
    for (const LoadMark& mark : marks) {
        const auto tet = x.middleRows<4>(4 * static_cast<Index>(lines.size())).transpose();
        lines.push_back({tet * mark.from, tet * mark.to, mark.is_arrow});
    }
    return lines;
}

void draw_lines(const std::vector<Line>& lines, const LineInk& ink, const Vec3& eye, Overlay& overlay) {
    for (const Line& line : lines) {
        if (line.is_arrow) {
            draw_arrow(line.from, line.to - line.from, eye, ink, overlay);
        } else {
            overlay.lines.push_back({to_glm(line.from), to_glm(line.to), ink.width, ink.colour});
        }
    }
}

} // namespace

void draw_load(const std::vector<LoadMark>& marks, std::size_t load, const Snapshot& snapshot,
               const DrawnMotion& motion, const Vec3& eye, Overlay& overlay) {
    std::vector<LoadMark> shown;
    std::ranges::copy_if(marks, std::back_inserter(shown),
                         [&](const LoadMark& mark) { return are_corners_of(*snapshot.character, mark); });
    const std::vector<Line> lines = lines_of(shown, snapshot, motion);
    draw_lines(lines, light_edge, eye, overlay);
    draw_lines(lines, ink_of_load(load), eye, overlay);
}

} // namespace limber::app
