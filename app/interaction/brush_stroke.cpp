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

// The levels after some rounds of taking the mean of each vertex and its neighbours.
std::vector<double> smoothed(const PaintLevels& levels, const VertexNeighbours& neighbours) {
    constexpr int rounds = 4;
    std::vector<double> smooth(levels.begin(), levels.end());
    for (int round = 0; round < rounds; ++round) {
        const std::vector<double> before = smooth;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const auto around = neighbours.of(static_cast<Index>(i));
            double sum = before[i];
            for (const int j : around) {
                sum += before[static_cast<std::size_t>(j)];
            }
            smooth[i] = sum / static_cast<double>(around.size() + 1);
        }
    }
    return smooth;
}

} // namespace

BrushStroke::BrushStroke(Points X, const Triangles& F, PaintLevels before, const BrushTip& tip)
    : X_(std::move(X)), F_(F), neighbours_(F, X_.rows()), before_(std::move(before)), tip_(tip) {
    before_.resize(static_cast<std::size_t>(X_.rows()), 0);
    cover_.assign(before_.size(), 0.0);
    reached_.assign(before_.size(), 0);
    if (tip_.effect == BrushEffect::smooths) {
        smooth_ = smoothed(before_, neighbours_);
    }
}

void BrushStroke::dab(const SurfaceHit& hit) {
    EXPECTS(hit.triangle >= 0 && hit.triangle < F_.rows());
    Vec3 middle = Vec3::Zero();
    for (Index corner = 0; corner < 3; ++corner) {
        middle += hit.barycentric(corner) * X_.row(F_(hit.triangle, corner)).transpose();
    }
    const auto corners = F_.row(hit.triangle);
    dab(middle, {corners(0), corners(1), corners(2)});
    if (tip_.mirror) {
        dab_mirrored(middle);
    }
}

// The body is there if one of its vertices is as near as the brush is large.
void BrushStroke::dab_mirrored(const Vec3& middle) {
    const Mirror& mirror = *tip_.mirror;
    const Vec3 there = middle - 2.0 * mirror.normal.dot(middle - mirror.point) * mirror.normal;
    Index nearest = 0;
    const double distance = (X_.rowwise() - there.transpose()).rowwise().norm().minCoeff(&nearest);
    if (distance <= tip_.radius) {
        dab(there, {static_cast<int>(nearest)});
    }
}

void BrushStroke::dab(const Vec3& middle, std::vector<int> first) {
    const auto distance_of = [&](int vertex) {
        return (X_.row(vertex).transpose() - middle).norm();
    };
    double nearest = distance_of(first.front());
    for (const int vertex : first) {
        nearest = std::min(nearest, distance_of(vertex));
    }
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
    std::ranges::for_each(first, reach);
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
            const double goal = tip_.effect == BrushEffect::adds     ? 255.0
                                : tip_.effect == BrushEffect::erases ? 0.0
                                                                     : smooth_[i];
            const double after = before + share * (goal - before);
            levels[i] = static_cast<std::uint8_t>(std::clamp(std::lround(after), 0L, 255L));
        }
    }
    return levels;
}

} // namespace limber::app
