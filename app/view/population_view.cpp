// SPDX-License-Identifier: MIT
#include "app/view/population_view.h"

#include "app/view/population_canvas.h"
#include "engine/body/body_step.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber::app {
namespace {

constexpr std::size_t sample_max = 1500; // vertices
constexpr double elevation = 0.62;       // elevation of the eye [rad], so that turns are visible
constexpr double margin = 7.0;           // margin [pixel of a large tile]
constexpr double large = 176.0;          // [pixel] wide
constexpr int tile_ratio[2] = {4, 3};
constexpr double usual = 1.6;  // of the median size: tiles of candidates that move farther have their own scale
constexpr int between = 2;     // samples from one silhouette to the next
constexpr double cover = 0.65; // radius of a point's disc, relative to the square root of its area

constexpr Tint paper{0.955, 0.950, 0.940};
constexpr Tint cold{0.53, 0.60, 0.66};
constexpr Tint warm{0.93, 0.47, 0.20};
constexpr Tint shadow{0.24, 0.25, 0.29};
constexpr Tint ink{0.10, 0.38, 0.45};
constexpr Tint ruler{0.87, 0.865, 0.85};

// Every k-th vertex of the surface; neighbouring vertices have similar numbers.
std::vector<int> sample_of(const Character& character) {
    std::vector<int> vertices(character.boundary.data(), character.boundary.data() + character.boundary.size());
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<int> sample;
    const std::size_t stride = vertices.size() / sample_max + 1;
    for (std::size_t i = 0; i < vertices.size(); i += stride) {
        sample.push_back(vertices[i]);
    }
    return sample;
}

// Maps the costs to [0, 1]: 0 is the worst and 1 the best. A cost that is not finite counts as the worst.
std::vector<double> shares_of(const Vector& costs) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double cost : costs) {
        low = std::isfinite(cost) ? std::min(low, cost) : low;
        high = std::isfinite(cost) ? std::max(high, cost) : high;
    }
    std::vector<double> shares;
    for (const double cost : costs) {
        shares.push_back(std::isfinite(cost) && high > low ? (high - cost) / (high - low) : 0.0);
    }
    return shares;
}

// Maps the values linearly to [0, 1].
Vector share_of_range(const Vector& values) {
    const double low = values.minCoeff();
    return (values.array() - low) / std::max(1e-9, values.maxCoeff() - low);
}

double surface_of(const Character& character) {
    double area = 0.0;
    for (Index f = 0; f < character.boundary.rows(); ++f) {
        const Vec3 a = character.mesh.X.row(character.boundary(f, 0));
        const Vec3 b = character.mesh.X.row(character.boundary(f, 1));
        const Vec3 c = character.mesh.X.row(character.boundary(f, 2));
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

using Window = Eigen::AlignedBox2d; // in the view's plane: right and up [m]

bool is_finite(const Window& window) {
    return window.min().allFinite() && window.max().allFinite() && !window.isEmpty();
}

// Around all candidates except those that moved much farther than the others.
Window common_window(const std::vector<Window>& windows) {
    std::vector<double> sizes;
    for (const Window& window : windows) {
        sizes.push_back(is_finite(window) ? window.diagonal().norm() : std::numeric_limits<double>::infinity());
    }
    std::vector<double> sorted = sizes;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
    Window common;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        if (sizes[i] <= usual * sorted[sorted.size() / 2] && is_finite(windows[i])) {
            common.extend(windows[i]);
        }
    }
    return common;
}

// A grid with at most as many rows as columns.
PopulationView empty_population_view(std::size_t tiles) {
    const auto count = static_cast<int>(tiles);
    PopulationView population_view;
    population_view.columns = PopulationPainter::columns_min;
    while (population_view.columns * population_view.columns < count) {
        ++population_view.columns;
    }
    population_view.rows = (count + population_view.columns - 1) / population_view.columns;
    population_view.tile_width = PopulationPainter::width / population_view.columns;
    population_view.tile_height = population_view.tile_width * tile_ratio[1] / tile_ratio[0];
    population_view.picture = {
        population_view.columns * population_view.tile_width, population_view.rows * population_view.tile_height, {}};
    population_view.picture.rgb.resize(3 * static_cast<std::size_t>(population_view.picture.width) *
                                       static_cast<std::size_t>(population_view.picture.height));
    return population_view;
}

} // namespace

std::optional<Generation> rolled_out(GaitSearch& search, ThreadPool& threads, const std::function<bool()>& goes_on) {
    Generation generation{search.ask(), {}, {}};
    const int steps = search.options().steps;
    generation.samples.resize(static_cast<std::size_t>(generation.points.cols()));
    const auto seen = [&](Index candidate, int step, const State& state) {
        RolloutSamples& samples = generation.samples[static_cast<std::size_t>(candidate)];
        // Samples at equal intervals; a rollout with fewer steps than samples is sampled at each step.
        if (step * (PopulationPainter::moments - 1) / steps >= static_cast<int>(samples.Z.size())) {
            samples.Z.push_back(state.Z);
            samples.P.push_back(state.P);
        }
        return !goes_on || goes_on();
    };
    generation.costs = search.costs_of(generation.points, threads, seen);
    return goes_on && !goes_on() ? std::nullopt : std::optional(std::move(generation));
}

PopulationPainter::PopulationPainter(const Character& character, const Walker& walker)
    : character_(character), skin_(contact_points_at(character, sample_of(character))), across_(walker.front),
      up_(walker.up), length_(walker.length) {
    // Seen from the right side of the body, so that forward is to the right.
    const Vec3 level = walker.up.cross(walker.front).normalized();
    outwards_ = std::sin(elevation) * walker.up - std::cos(elevation) * level;
    upwards_ = std::cos(elevation) * walker.up + std::sin(elevation) * level;
    radius_ = cover * std::sqrt(surface_of(character) / static_cast<double>(skin_.phi.cols()));
}

PopulationView PopulationPainter::paint(const GaitSearch& search, const Generation& generation) const {
    const std::size_t count = std::min(tiles_max, generation.samples.size());
    PopulationView population_view = empty_population_view(count);
    population_view.generation = search.generation() + 1;
    std::vector<Window> windows;
    for (std::size_t i = 0; i < count; ++i) {
        windows.push_back(window_of(generation.samples[i]));
    }
    const Window common = common_window(windows);
    const std::vector<double> shares = shares_of(generation.costs);
    for (std::size_t i = 0; i < static_cast<std::size_t>(population_view.columns * population_view.rows); ++i) {
        PopulationCanvas canvas(population_view.tile_width, population_view.tile_height, paper);
        if (i < count && is_finite(windows[i])) {
            const Window& window = common.contains(windows[i]) ? common : windows[i];
            paint_tile(canvas, framing_of(window, population_view), generation.samples[i], shares[i]);
        }
        canvas.put_into(population_view.picture,
                        static_cast<int>(i) % population_view.columns * population_view.tile_width,
                        static_cast<int>(i) / population_view.columns * population_view.tile_height);
    }
    for (std::size_t i = 0; i < count; ++i) {
        population_view.tiles.push_back(
            {search.gait(generation.points.col(static_cast<Index>(i))), generation.costs(static_cast<Index>(i))});
        population_view.best = shares[i] > shares[static_cast<std::size_t>(population_view.best)]
                                   ? static_cast<int>(i)
                                   : population_view.best;
    }
    return population_view;
}

Points PopulationPainter::skin_at(const RolloutSamples& samples, std::size_t keyframe) const {
    if (!character_.linear) {
        return skin_.phi.transpose() * samples.Z[keyframe] + skin_.rig_rows.transpose() * samples.P[keyframe];
    }
    State state;
    state.Z = samples.Z[keyframe];
    state.P = samples.P[keyframe];
    return contact_positions(character_, skin_, state);
}

// The box around the whole rollout in the view's plane.
Eigen::AlignedBox2d PopulationPainter::window_of(const RolloutSamples& samples) const {
    Window window;
    for (std::size_t keyframe = 0; keyframe < samples.Z.size(); ++keyframe) {
        const Points x = skin_at(samples, keyframe);
        const Vector right = x * across_;
        const Vector up = x * upwards_;
        window.extend(Eigen::Vector2d(right.minCoeff(), up.minCoeff()));
        window.extend(Eigen::Vector2d(right.maxCoeff(), up.maxCoeff()));
    }
    return window;
}

PopulationPainter::Framing PopulationPainter::framing_of(const Eigen::AlignedBox2d& window,
                                                         const PopulationView& population_view) {
    const Eigen::Vector2d size = window.sizes().cwiseMax(1e-9);
    Framing framing{
        population_view.tile_width, population_view.tile_height, population_view.tile_width / large, 1.0, {}};
    const double border = 2.0 * margin * framing.pen;
    framing.scale = std::min((framing.width - border) / size.x(), (framing.height - border) / size.y());
    framing.origin = {0.5 * framing.width - framing.scale * window.center().x(),
                      0.5 * framing.height + framing.scale * window.center().y()};
    return framing;
}

Eigen::Vector2d PopulationPainter::seen(const Framing& framing, const Vec3& x) const {
    return framing.origin + framing.scale * Eigen::Vector2d(x.dot(across_), -x.dot(upwards_));
}

// Draws ruler lines one body length apart, several silhouettes on top of each other, and the path of the body's middle
// over the ground, with a ring at its start.
void PopulationPainter::paint_tile(PopulationCanvas& canvas, const Framing& framing, const RolloutSamples& samples,
                                   double share) const {
    const Points start = skin_at(samples, 0);
    paint_ruler(canvas, framing, start.colwise().mean() * across_);
    const std::size_t last = samples.Z.size() - 1;
    for (std::size_t keyframe = last % between; keyframe <= last; keyframe += between) {
        const double age = static_cast<double>(last - keyframe) / static_cast<double>(moments);
        paint_body(canvas, framing, skin_at(samples, keyframe),
                   {mixed(cold, warm, share), std::min(0.75, (age > 0.0 ? 0.35 : 0.0) + 0.5 * age)});
    }
    const double ground = (start * up_).minCoeff();
    std::vector<Eigen::Vector2d> way;
    for (std::size_t keyframe = 0; keyframe <= last; ++keyframe) {
        const Vec3 middle = skin_at(samples, keyframe).colwise().mean().transpose();
        way.push_back(seen(framing, middle - (middle.dot(up_) - ground) * up_));
    }
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        canvas.line(way[i], way[i + 1], std::max(1.0, 2.2 * framing.pen), ink);
    }
    canvas.disc(way.back(), 3.0 * framing.pen, ink);
    canvas.disc(way.front(), 4.6 * framing.pen, ink);
    canvas.disc(way.front(), 2.6 * framing.pen, paper);
}

void PopulationPainter::paint_ruler(PopulationCanvas& canvas, const Framing& framing, double start) const {
    const double first = framing.origin.x() + framing.scale * start; // [pixel]
    const double step = std::max(framing.scale * length_, 4.0);
    for (double x = first - step * std::floor(first / step); x < framing.width; x += step) {
        canvas.line({x, 0.0}, {x, static_cast<double>(framing.height)}, 1.0, ruler);
    }
}

void PopulationPainter::paint_body(PopulationCanvas& canvas, const Framing& framing, const Points& x,
                                   const Colouring& colouring) const {
    const Tint flesh = mixed(colouring.flesh, paper, colouring.paleness);
    PopulationCanvas::Body body;
    body.right = framing.origin.x() + framing.scale * (x * across_).array();
    body.down = framing.origin.y() - framing.scale * (x * upwards_).array();
    body.closeness = share_of_range(x * outwards_);
    body.light = 0.5 * share_of_range(x * up_) + 0.5 * body.closeness;
    body.radius = std::max(0.8, framing.scale * radius_);
    body.flesh = flesh;
    body.dark = mixed(flesh, shadow, 0.45 * (1.0 - colouring.paleness));
    body.edge = mixed(flesh, shadow, 0.7 * (1.0 - colouring.paleness) + 0.1);
    canvas.body(body);
}

} // namespace limber::app
