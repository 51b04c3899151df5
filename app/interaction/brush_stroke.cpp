// SPDX-License-Identifier: MIT
#include "app/interaction/brush_stroke.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// 1 in the hard core, smoothly down to 0 at the rim and beyond.
double falloff(double distance, double radius, double softness) {
    const double fade = std::max(softness * radius, 1e-9 * radius);
    const double share = std::clamp((radius - distance) / fade, 0.0, 1.0);
    return share * share * (3.0 - 2.0 * share);
}

} // namespace

BrushStroke::BrushStroke(Points X, const Triangles& F, PaintLevels before, const BrushTip& tip)
    : X_(std::move(X)), F_(F), neighbours_(F, X_.rows()), before_(std::move(before)), tip_(tip) {
    before_.resize(static_cast<std::size_t>(X_.rows()), 0);
    cover_.assign(before_.size(), 0.0);
    reached_.assign(before_.size(), 0);
}

void BrushStroke::dab(const SurfaceHit& hit) {
    EXPECTS(hit.triangle >= 0 && hit.triangle < F_.rows());
    Vec3 middle = Vec3::Zero();
    for (Index corner = 0; corner < 3; ++corner) {
        middle += hit.barycentric(corner) * X_.row(F_(hit.triangle, corner)).transpose();
    }
    const auto distance_of = [&](int vertex) {
        return (X_.row(vertex).transpose() - middle).norm();
    };
    const auto corners = F_.row(hit.triangle);
    const double nearest = std::min({distance_of(corners(0)), distance_of(corners(1)), distance_of(corners(2))});
    const double radius = std::max(tip_.radius, nearest / std::max(1.0 - tip_.softness, 0.5));
    ++dab_;
    std::vector<int> front;
    const auto reach = [&](int vertex) {
        const auto i = static_cast<std::size_t>(vertex);
        const double distance = distance_of(vertex);
        if (reached_[i] != dab_ && distance <= radius) {
            reached_[i] = dab_;
            cover(i, distance, radius);
            front.push_back(vertex);
        }
    };
    std::for_each(corners.begin(), corners.end(), reach);
    while (!front.empty()) {
        const int vertex = front.back();
        front.pop_back();
        std::ranges::for_each(neighbours_.of(vertex), reach);
    }
}

void BrushStroke::cover(std::size_t vertex, double distance, double radius) {
    cover_[vertex] = std::max(cover_[vertex], falloff(distance, radius, tip_.softness));
}

PaintLevels BrushStroke::levels() const {
    PaintLevels levels = before_;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (cover_[i] > 0.0) {
            const double share = tip_.strength * cover_[i];
            const double before = before_[i];
            const double after = tip_.erases ? before * (1.0 - share) : before + share * (255.0 - before);
            levels[i] = static_cast<std::uint8_t>(std::clamp(std::lround(after), 0L, 255L));
        }
    }
    return levels;
}

} // namespace limber::app
