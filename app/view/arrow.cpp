// SPDX-License-Identifier: MIT
#include "app/view/arrow.h"

#include "app/view/to_glm.h"

#include <Eigen/Geometry>

namespace limber::app {
namespace {

constexpr double head_share = 0.22;
constexpr double head_width = 0.45; // of the head's length

} // namespace

void draw_arrow(const Vec3& from, const Vec3& way, const Vec3& eye, const LineInk& ink, Overlay& overlay) {
    const Vec3 to = from + way;
    overlay.lines.push_back({to_glm(from), to_glm(to), ink.width, ink.colour});
    const Vec3 side = way.cross(to - eye);
    if (side.norm() <= 1e-9 * way.norm() * (to - eye).norm()) {
        return; // the arrow points at the eye
    }
    const double head = head_share * way.norm();
    for (const double sign : {-1.0, 1.0}) {
        const Vec3 barb = to - head * way.normalized() + sign * head_width * head * side.normalized();
        overlay.lines.push_back({to_glm(to), to_glm(barb), ink.width, ink.colour});
    }
}

} // namespace limber::app
