// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/view/population_canvas.h"
#include "engine/contact/contact_points.h"
#include "engine/control/gait_search.h"

#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

/// Shows the population of a search as small multiples, one tile per candidate: silhouettes at several times of its
/// rollout, seen from the side and above, with earlier ones paler and better candidates in warmer colours; the path
/// over the ground, with a ring at its start; and lines one body length apart. All tiles share one scale, except those
/// of candidates that moved much farther. A larger population has more columns and smaller tiles. The tiles are painted
/// from a sample of the surface's vertices, at most every half second, on the search thread, so that they cost little
/// there and nothing on the drawing thread.
namespace limber::app {

struct PopulationView {
    struct Tile {
        Gait gait;
        double cost = 0.0; // J
    };
    int generation = 0;
    int columns = 0;
    int rows = 0;
    int tile_width = 0; // [pixels]
    int tile_height = 0;
    int best = 0; // tile
    std::vector<Tile> tiles;
    Image picture; // all tiles, row by row
};

/// The samples of a rollout, oldest first.
struct RolloutSamples {
    std::vector<AffineStack> Z; // k x 3
    std::vector<AffineStack> P; // 4b x 3
};

/// Simulates the candidates of the next generation in parallel and samples each rollout. `goes_on` may be called on any
/// thread, before each step of each candidate.
struct Generation {
    Matrix points; // one column per candidate
    Vector costs;
    std::vector<RolloutSamples> samples;
};
/// Returns nullopt if `goes_on` returned false; the search is then unchanged.
std::optional<Generation> rolled_out(GaitSearch& search, ThreadPool& threads,
                                     const std::function<bool()>& goes_on = {});

class PopulationPainter {
public:
    static constexpr int width = 528; // width of the picture [pixels]
    static constexpr int columns_min = 3;
    static constexpr int moments = 9;
    static constexpr std::size_t tiles_max = 144; // a larger population shows only its first candidates

    /// The character must outlive it.
    PopulationPainter(const Character& character, const Walker& walker);
    PopulationView paint(const GaitSearch& search, const Generation& generation) const;

private:
    struct Framing {
        int width = 0; // [pixels] of the tile
        int height = 0;
        double pen = 1.0;       // line width, relative to a large tile
        double scale = 1.0;     // [pixel/m]
        Eigen::Vector2d origin; // [pixel]
    };
    struct Colouring {
        std::array<double, 3> flesh;
        double paleness = 0.0;
    };
    static Framing framing_of(const Eigen::AlignedBox2d& window, const PopulationView& population_view);
    Eigen::AlignedBox2d window_of(const RolloutSamples& samples) const;
    Eigen::Vector2d seen(const Framing& framing, const Vec3& x) const;
    void paint_tile(PopulationCanvas& canvas, const Framing& framing, const RolloutSamples& samples,
                    double share) const;
    void paint_ruler(PopulationCanvas& canvas, const Framing& framing, double start) const;
    void paint_body(PopulationCanvas& canvas, const Framing& framing, const Points& x,
                    const Colouring& colouring) const;

    Points skin_at(const RolloutSamples& samples, std::size_t keyframe) const; // s x 3 [m]

    const Character& character_;
    ContactPoints skin_;               // the sampled vertices
    Vec3 across_, upwards_, outwards_; // axes of the view: right, up, towards the eye
    Vec3 up_;                          // of the world
    double length_ = 1.0;              // [m] of the body
    double radius_ = 0.0;              // radius of the surface patch of one sample [m]
};

} // namespace limber::app
