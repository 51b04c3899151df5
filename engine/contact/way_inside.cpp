#include "engine/contact/way_inside.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr double least_part_of_way = 1.0 / 64.0;
constexpr int halvings = 20;
constexpr int thirds = 60; // of a way, each leaving two of them
constexpr double infinite = std::numeric_limits<double>::infinity();

struct Way {
    Vec3 from;
    Vec3 along;

    Vec3 at(double share) const {
        return from + share * along;
    }
};

// Between a share at which the way is outside and one at which it is inside.
double first_between(const Shape& shape, const Way& way, double outside, double inside, double tolerance) {
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (outside + inside);
        (clearance(shape, way.at(middle)).distance < -tolerance ? inside : outside) = middle;
    }
    return inside;
}

// Of a convex shape, whose distance along the way falls to its least and then grows.
std::optional<double> first_of_convex(const Shape& shape, const Way& way, double tolerance) {
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < thirds; ++i) {
        const double left = low + (high - low) / 3.0;
        const double right = high - (high - low) / 3.0;
        const double at_left = clearance(shape, way.at(left)).distance;
        const double at_right = clearance(shape, way.at(right)).distance;
        if (std::min(at_left, at_right) < -tolerance) {
            return first_between(shape, way, 0.0, at_left < at_right ? left : right, tolerance);
        }
        (at_left < at_right ? high : low) = at_left < at_right ? right : left;
    }
    return std::nullopt;
}

// In steps as long as the way is free, but no smaller than a part of it, so that what grazes ends.
std::optional<double> first_traced(const Shape& shape, const Way& way, double tolerance) {
    const double length = way.along.norm();
    double outside = 0.0;
    double share = 0.0;
    double distance = clearance(shape, way.at(share)).distance;
    bool leapt = false;
    while (!(distance < -tolerance)) {
        if (!(share < 1.0)) {
            return leapt ? first_of_convex(shape, way, tolerance) : std::nullopt;
        }
        outside = share;
        leapt = leapt || distance / length < least_part_of_way;
        share = std::min(1.0, outside + std::max(distance / length, least_part_of_way));
        distance = clearance(shape, way.at(share)).distance;
    }
    return first_between(shape, way, outside, share, tolerance);
}

// The shares of a way between two.
struct CharacterInstance {
    double first = 0.0;
    double last = 1.0;
};

// What of it lies where |from + share along| <= half.
void clip(double from, double along, double half, CharacterInstance& part) {
    if (along == 0.0) {
        part.last = std::abs(from) <= half ? part.last : -infinite;
        return;
    }
    const double one = (-half - from) / along;
    const double other = (half - from) / along;
    part.first = std::max(part.first, std::min(one, other));
    part.last = std::min(part.last, std::max(one, other));
}

// Over a cell: its height at shares (p, q) of it is low + p along_x + q along_z + p q twist.
struct Cell {
    Index row = 0;
    Index column = 0;
    double low = 0.0;
    double along_x = 0.0;
    double along_z = 0.0;
    double twist = 0.0;
    double steepness = 1.0; // at least 1 / normal's y, everywhere in the cell
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
    const double root = std::sqrt(b * b - 4.0 * a * c) - b; // not a number where the parabola stays above
    const double t = 2.0 * c / root;
    return root > 0.0 && t <= length ? std::optional(t) : std::nullopt;
}

// The way in the grid: x and z counted in cells from the first row and column, y in metres.
std::optional<double> first_in_cell(const Cell& cell, const Way& way, const CharacterInstance& part, double tolerance) {
    const Vec3 at = way.at(part.first);
    const Vec3& by = way.along;
    const double p = at.x() - static_cast<double>(cell.row);
    const double q = at.z() - static_cast<double>(cell.column);
    const double gap = at.y() - (cell.low + p * cell.along_x + q * cell.along_z + p * q * cell.twist);
    const double slope =
        by.y() - (by.x() * cell.along_x + by.z() * cell.along_z + (p * by.z() + q * by.x()) * cell.twist);
    const auto t = first_below_zero(-by.x() * by.z() * cell.twist, slope, gap + tolerance * cell.steepness,
                                    part.last - part.first);
    return t ? std::optional(part.first + *t) : std::nullopt;
}

// Where the way leaves a row or column of cells.
double way_out(double from, double along, Index cell) {
    if (along == 0.0) {
        return infinite;
    }
    return (static_cast<double>(along > 0.0 ? cell + 1 : cell) - from) / along;
}

std::optional<double> first_over_cells(const HeightField& field, const Way& way, CharacterInstance part,
                                       double tolerance) {
    const Index rows = field.heights.rows() - 1;
    const Index columns = field.heights.cols() - 1;
    const Vec3 start = way.at(part.first);
    Index i = std::clamp(static_cast<Index>(start.x()), Index(0), rows - 1);
    Index j = std::clamp(static_cast<Index>(start.z()), Index(0), columns - 1);
    while (i >= 0 && i < rows && j >= 0 && j < columns && part.first <= part.last) {
        const double out_x = way_out(way.from.x(), way.along.x(), i);
        const double out_z = way_out(way.from.z(), way.along.z(), j);
        const double out = std::max(part.first, std::min({out_x, out_z, part.last}));
        if (const auto share = first_in_cell(cell_of(field, i, j), way, {part.first, out}, tolerance)) {
            return share;
        }
        if (!(std::min(out_x, out_z) < part.last)) {
            return std::nullopt;
        }
        part.first = out;
        (out_x <= out_z ? i : j) += (out_x <= out_z ? way.along.x() : way.along.z()) > 0.0 ? 1 : -1;
    }
    return std::nullopt;
}

std::optional<double> first_over_hills(const HeightField& field, const Vec3& from, const Vec3& to, double tolerance) {
    const Affine home = inverse(field.placement);
    const Way local{apply(home, from), home.leftCols<3>() * (to - from)};
    const Vec3 cells(static_cast<double>(field.heights.rows() - 1), 0.0, static_cast<double>(field.heights.cols() - 1));
    const Vec3 half = 0.5 * field.spacing * cells;
    CharacterInstance part;
    clip(local.from.x(), local.along.x(), half.x() - tolerance, part);
    clip(local.from.z(), local.along.z(), half.z() - tolerance, part);
    if (!(part.first <= part.last) || !local.at(part.first).allFinite()) {
        return std::nullopt;
    }
    const Vec3 scale(1.0 / field.spacing, 1.0, 1.0 / field.spacing);
    const Way in_cells{local.from.cwiseProduct(scale) + 0.5 * cells, local.along.cwiseProduct(scale)};
    return first_over_cells(field, in_cells, part, tolerance);
}

} // namespace

std::optional<double> time_of_impact(const Shape& shape, const Vec3& from, const Vec3& to, double tolerance) {
    const Way way{from, to - from};
    const auto* hills = std::get_if<HeightField>(&shape);
    if (!hills) {
        return first_traced(shape, way, tolerance);
    }
    const auto share = first_over_hills(*hills, from, to, tolerance);
    return !share && clearance(shape, to).distance < -tolerance ? std::optional(1.0) : share;
}

} // namespace limber
