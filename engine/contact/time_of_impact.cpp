// SPDX-License-Identifier: MIT
#include "engine/contact/time_of_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr double min_step = 1.0 / 64.0;
constexpr int halvings = 20;
constexpr int ternary_steps = 60; // of the segment; each keeps two thirds of the interval
constexpr double infinite = std::numeric_limits<double>::infinity();

struct Segment {
    Vec3 from;
    Vec3 along;

    Vec3 at(double share) const {
        return from + share * along;
    }
};

// Bisects between a share outside the shape and one inside it.
double bisect_entry(const Shape& shape, const Segment& segment, double outside, double inside, double tolerance) {
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (outside + inside);
        (clearance(shape, segment.at(middle)).distance < -tolerance ? inside : outside) = middle;
    }
    return inside;
}

// For a convex shape, whose distance along the segment falls to a minimum and then grows.
std::optional<double> entry_near_minimum(const Shape& shape, const Segment& segment, double tolerance) {
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < ternary_steps; ++i) {
        const double left = low + (high - low) / 3.0;
        const double right = high - (high - low) / 3.0;
        const double at_left = clearance(shape, segment.at(left)).distance;
        const double at_right = clearance(shape, segment.at(right)).distance;
        if (std::min(at_left, at_right) < -tolerance) {
            return bisect_entry(shape, segment, 0.0, at_left < at_right ? left : right, tolerance);
        }
        (at_left < at_right ? high : low) = at_left < at_right ? right : left;
    }
    return std::nullopt;
}

// Sphere tracing with a minimum step, so that grazing segments terminate.
std::optional<double> trace_entry(const Shape& shape, const Segment& segment, double tolerance) {
    const double length = segment.along.norm();
    double outside = 0.0;
    double share = 0.0;
    double distance = clearance(shape, segment.at(share)).distance;
    bool has_skipped = false;
    while (!(distance < -tolerance)) {
        if (!(share < 1.0)) {
            return has_skipped ? entry_near_minimum(shape, segment, tolerance) : std::nullopt;
        }
        outside = share;
        has_skipped = has_skipped || distance / length < min_step;
        share = std::min(1.0, outside + std::max(distance / length, min_step));
        distance = clearance(shape, segment.at(share)).distance;
    }
    return bisect_entry(shape, segment, outside, share, tolerance);
}

// An interval of shares of a segment.
struct Interval {
    double first = 0.0;
    double last = 1.0;
};

// Clips the interval to |from + share along| <= half.
void clip(double from, double along, double half, Interval& interval) {
    if (along == 0.0) {
        interval.last = std::abs(from) <= half ? interval.last : -infinite;
        return;
    }
    const double one = (-half - from) / along;
    const double other = (half - from) / along;
    interval.first = std::max(interval.first, std::min(one, other));
    interval.last = std::min(interval.last, std::max(one, other));
}

// One cell: its height at (p, q) in [0, 1]^2 is low + p along_x + q along_z + p q twist.
struct Cell {
    Index row = 0;
    Index column = 0;
    double low = 0.0;
    double along_x = 0.0;
    double along_z = 0.0;
    double twist = 0.0;
    double steepness = 1.0; // at least 1 / normal.y in the whole cell
};

Cell cell_of(const HeightField& field, Index i, Index j) {
    const auto corner = field.heights.block<2, 2>(i, j);
    const double low = corner(0, 0);
    const double along_x = corner(1, 0) - low;
    const double along_z = corner(0, 1) - low;
    const double twist = corner(1, 1) - low - along_x - along_z;
    const double most_x = std::max(std::abs(along_x), std::abs(along_x + twist));
    const double most_z = std::max(std::abs(along_z), std::abs(along_z + twist));
    return {i, j, low, along_x, along_z, twist, std::hypot(1.0, most_x / field.spacing, most_z / field.spacing)};
}

// The first t in [0, length] at which c + b t + a t^2 is below zero.
std::optional<double> first_below_zero(double a, double b, double c, double length) {
    if (c < 0.0) {
        return 0.0;
    }
    const double root = std::sqrt(b * b - 4.0 * a * c) - b; // NaN where the parabola stays positive
    const double t = 2.0 * c / root;
    return root > 0.0 && t <= length ? std::optional(t) : std::nullopt;
}

// The segment is in grid coordinates: x and z counted in cells from the first row and column, y in metres.
std::optional<double> entry_in_cell(const Cell& cell, const Segment& segment, const Interval& interval,
                                    double tolerance) {
    const Vec3 at = segment.at(interval.first);
    const Vec3& by = segment.along;
    const double p = at.x() - static_cast<double>(cell.row);
    const double q = at.z() - static_cast<double>(cell.column);
    const double gap = at.y() - (cell.low + p * cell.along_x + q * cell.along_z + p * q * cell.twist);
    const double slope =
        by.y() - (by.x() * cell.along_x + by.z() * cell.along_z + (p * by.z() + q * by.x()) * cell.twist);
    const auto t = first_below_zero(-by.x() * by.z() * cell.twist, slope, gap + tolerance * cell.steepness,
                                    interval.last - interval.first);
    return t ? std::optional(interval.first + *t) : std::nullopt;
}

// The share at which the segment leaves a row or column of cells.
double cell_exit(double from, double along, Index cell) {
    if (along == 0.0) {
        return infinite;
    }
    return (static_cast<double>(along > 0.0 ? cell + 1 : cell) - from) / along;
}

std::optional<double> entry_over_cells(const HeightField& field, const Segment& segment, Interval interval,
                                       double tolerance) {
    const Index rows = field.heights.rows() - 1;
    const Index columns = field.heights.cols() - 1;
    const Vec3 start = segment.at(interval.first);
    Index i = std::clamp(static_cast<Index>(start.x()), Index(0), rows - 1);
    Index j = std::clamp(static_cast<Index>(start.z()), Index(0), columns - 1);
    while (i >= 0 && i < rows && j >= 0 && j < columns && interval.first <= interval.last) {
        const double out_x = cell_exit(segment.from.x(), segment.along.x(), i);
        const double out_z = cell_exit(segment.from.z(), segment.along.z(), j);
        const double out = std::max(interval.first, std::min({out_x, out_z, interval.last}));
        if (const auto share = entry_in_cell(cell_of(field, i, j), segment, {interval.first, out}, tolerance)) {
            return share;
        }
        if (!(std::min(out_x, out_z) < interval.last)) {
            return std::nullopt;
        }
        interval.first = out;
        (out_x <= out_z ? i : j) += (out_x <= out_z ? segment.along.x() : segment.along.z()) > 0.0 ? 1 : -1;
    }
    return std::nullopt;
}

std::optional<double> entry_into_height_field(const HeightField& field, const Vec3& from, const Vec3& to,
                                              double tolerance) {
    const Affine to_local = inverse(field.placement);
    const Segment local{apply(to_local, from), to_local.leftCols<3>() * (to - from)};
    const Vec3 cells(static_cast<double>(field.heights.rows() - 1), 0.0, static_cast<double>(field.heights.cols() - 1));
    const Vec3 half = 0.5 * field.spacing * cells;
    Interval interval;
    clip(local.from.x(), local.along.x(), half.x() - tolerance, interval);
    clip(local.from.z(), local.along.z(), half.z() - tolerance, interval);
    if (!(interval.first <= interval.last) || !local.at(interval.first).allFinite()) {
        return std::nullopt;
    }
    const Vec3 scale(1.0 / field.spacing, 1.0, 1.0 / field.spacing);
    const Segment in_cells{local.from.cwiseProduct(scale) + 0.5 * cells, local.along.cwiseProduct(scale)};
    return entry_over_cells(field, in_cells, interval, tolerance);
}

} // namespace

std::optional<double> time_of_impact(const Shape& shape, const Vec3& from, const Vec3& to, double tolerance) {
    const Segment segment{from, to - from};
    const auto* field = std::get_if<HeightField>(&shape);
    if (!field) {
        return trace_entry(shape, segment, tolerance);
    }
    const auto share = entry_into_height_field(*field, from, to, tolerance);
    return !share && clearance(shape, to).distance < -tolerance ? std::optional(1.0) : share;
}

} // namespace limber
