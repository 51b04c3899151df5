#pragma once

#include "app/rendering/image.h"
#include "app/scene/character.h"
#include "engine/contact/contact_points.h"
#include "engine/control/gait_search.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

/// The population of a search as small multiples, one picture a candidate: its silhouette at some moments of its
/// rollout, seen from the side and a little from above, older moments paler, the last one in the middle, warmer the
/// better its objective is. Painted from a sample of the surface's vertices, point by point, so that all of them take a
/// few milliseconds of the thread that learns, which paints now and then, and none of the one that draws.
namespace limber::app {

struct Gallery {
    struct Tile {
        Gait gait;
        double cost = 0.0; // J
    };
    int generation = 0;
    int columns = 4;
    int rows = 0;
    int best = 0; // tile
    std::vector<Tile> tiles;
    Image picture; // of all of them, row after row
};

/// What is remembered of a rollout, oldest first.
struct Glimpses {
    std::vector<AffineStack> Z; // k x 3
    std::vector<AffineStack> P; // 4b x 3
};

/// The generation of a search that is next, rolled out beside each other, with a few moments of each. `goes_on` may be
/// asked on any thread, before each step of each candidate.
struct Generation {
    Matrix points; // a column a candidate
    Vector costs;
    std::vector<Glimpses> glimpses;
};
/// None where it did not go on to the end; the search is then what it was.
std::optional<Generation> rolled_out(GaitSearch& search, ThreadPool& threads,
                                     const std::function<bool()>& goes_on = {});

class GalleryPainter {
public:
    static constexpr int width = 96; // of a tile [pixels]
    static constexpr int height = 72;
    static constexpr int moments = 5;
    static constexpr std::size_t tiles_max = 16; // the first candidates of a larger population

    GalleryPainter(const Character& character, const Walker& walker);
    Gallery paint(const GaitSearch& search, const Generation& generation) const;

private:
    void paint_tile(Image& picture, int left, int top, const Glimpses& glimpses, double share) const;

    ContactPoints skin_;               // the sample
    Vec3 across_, upwards_, outwards_; // of the view: to the right of the picture, to its top, to the eye
    double pixels_a_metre_ = 0.0;
};

} // namespace limber::app
