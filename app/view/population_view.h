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

/// The population of a search as small multiples, one picture a candidate: silhouettes at some moments of its rollout,
/// seen from the side and from above, older moments paler, warmer the better its objective is; its way over the ground
/// from a ring where it starts; and lines a body length apart. All of it fits, and all share one scale but for those
/// that left the others far behind. A larger population has more columns, and smaller pictures. Painted from a sample
/// of the surface's vertices, point by point, so that all of them take little of the thread that learns, which paints
/// now and then, and nothing of the one that draws.
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
    Image picture; // of all of them, row after row
};

/// What is remembered of a rollout, oldest first.
struct RolloutSamples {
    std::vector<AffineStack> Z; // k x 3
    std::vector<AffineStack> P; // 4b x 3
};

/// The generation of a search that is next, rolled out beside each other, with a few moments of each. `goes_on` may be
/// asked on any thread, before each step of each candidate.
struct Generation {
    Matrix points; // a column a candidate
    Vector costs;
    std::vector<RolloutSamples> samples;
};
/// None where it did not go on to the end; the search is then what it was.
std::optional<Generation> rolled_out(GaitSearch& search, ThreadPool& threads,
                                     const std::function<bool()>& goes_on = {});

class PopulationPainter {
public:
    static constexpr int width = 528; // of all columns [pixels]
    static constexpr int columns_min = 3;
    static constexpr int moments = 9;
    static constexpr std::size_t tiles_max = 144; // the first candidates of a larger population

    PopulationPainter(const Character& character, const Walker& walker);
    PopulationView paint(const GaitSearch& search, const Generation& generation) const;

private:
    struct Framing {
        int width = 0; // [pixels] of the tile
        int height = 0;
        double pen = 1.0;       // [pixel] a line of a large tile is so wide
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

    ContactPoints skin_;               // the sample
    Vec3 across_, upwards_, outwards_; // of the view: to the right of the picture, to its top, to the eye
    Vec3 up_;                          // of the world
    double length_ = 1.0;              // [m] of the body
    double radius_ = 0.0;              // [m] of what a point of the sample stands for
};

} // namespace limber::app
