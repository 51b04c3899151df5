#include "app/scene/gallery.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace limber::app {
namespace {

constexpr std::size_t sample_max = 1500; // vertices
constexpr double body_lengths = 2.2;     // that a tile is wide
constexpr double elevation = 0.45;       // of the eye [radians]
constexpr double middle_at = 0.62;       // of the width, where the last moment stands
constexpr double ground_at = 0.78;       // of the height

using Tint = std::array<double, 3>;
constexpr Tint paper{0.955, 0.950, 0.940};
constexpr Tint cold{0.53, 0.60, 0.66};
constexpr Tint warm{0.90, 0.42, 0.16};
constexpr Tint shadow{0.30, 0.31, 0.34};

Tint mixed(const Tint& a, const Tint& b, double share) {
    Tint colour;
    for (std::size_t c = 0; c < 3; ++c) {
        colour[c] = (1.0 - share) * a[c] + share * b[c];
    }
    return colour;
}

void set_pixel(Image& picture, int x, int y, const Tint& colour) {
    const auto at =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x));
    for (std::size_t c = 0; c < 3; ++c) {
        picture.rgb[at + c] = static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(colour[c], 0.0, 1.0)));
    }
}

// Every so-manieth vertex of the surface: meshes are numbered from place to place.
std::vector<int> sample_of(const Character& character) {
    std::vector<int> vertices(character.boundary.data(), character.boundary.data() + character.boundary.size());
    std::ranges::sort(vertices);
    vertices.erase(std::ranges::unique(vertices).begin(), vertices.end());
    std::vector<int> sample;
    const std::size_t stride = vertices.size() / sample_max + 1;
    for (std::size_t i = 0; i < vertices.size(); i += stride) {
        sample.push_back(vertices[i]);
    }
    return sample;
}

// Of all costs, 0 the worst and 1 the best; one that left the finite numbers is worse than the worst.
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

Points skin_at(const ContactPoints& skin, const Glimpses& glimpses, std::size_t moment) {
    return skin.phi.transpose() * glimpses.Z[moment] + skin.rig_rows.transpose() * glimpses.P[moment];
}

// Of all points, 0 for the farthest from the eye and 1 for the nearest.
Vector closeness_of(const Vector& towards_eye) {
    const double farthest = towards_eye.minCoeff();
    return (towards_eye.array() - farthest) / std::max(1e-9, towards_eye.maxCoeff() - farthest);
}

// One moment of one tile, point by point: of those in a pixel the nearest one is seen.
class Canvas {
public:
    Canvas(Image& picture, int left, int top)
        : picture_(picture), left_(left), top_(top),
          closest_(static_cast<std::size_t>(GalleryPainter::width * GalleryPainter::height), -1.0) {}

    void paint(const Vector& right, const Vector& down, const Vector& closeness, const Tint& flesh) {
        for (Index i = 0; i < right.size(); ++i) {
            const Tint tint = mixed(flesh, shadow, 0.55 * (1.0 - closeness(i)));
            // Points stand about a pixel apart: four each leave no holes.
            for (int corner = 0; corner < 4; ++corner) {
                dot(static_cast<int>(std::floor(right(i))) + corner % 2,
                    static_cast<int>(std::floor(down(i))) + corner / 2, closeness(i), tint);
            }
        }
    }

private:
    void dot(int x, int y, double closeness, const Tint& tint) {
        if (x < 0 || x >= GalleryPainter::width || y < 0 || y >= GalleryPainter::height) {
            return;
        }
        double& there = closest_[static_cast<std::size_t>(y * GalleryPainter::width + x)];
        if (closeness > there) {
            there = closeness;
            set_pixel(picture_, left_ + x, top_ + y, tint);
        }
    }

    Image& picture_;
    int left_;
    int top_;
    std::vector<double> closest_;
};

} // namespace

std::optional<Generation> rolled_out(GaitSearch& search, ThreadPool& threads, const std::function<bool()>& goes_on) {
    Generation generation{search.ask(), {}, {}};
    const int steps = search.options().steps;
    generation.glimpses.resize(static_cast<std::size_t>(generation.points.cols()));
    const auto seen = [&](Index candidate, int step, const State& state) {
        Glimpses& glimpses = generation.glimpses[static_cast<std::size_t>(candidate)];
        if (step * (GalleryPainter::moments - 1) / steps == static_cast<int>(glimpses.Z.size())) {
            glimpses.Z.push_back(state.Z);
            glimpses.P.push_back(state.P);
        }
        return !goes_on || goes_on();
    };
    generation.costs = search.costs_of(generation.points, threads, seen);
    return goes_on && !goes_on() ? std::nullopt : std::optional(std::move(generation));
}

GalleryPainter::GalleryPainter(const Character& character, const Walker& walker)
    : skin_(contact_points(character.model, character.mesh.X, character.rig, character.modes->W, sample_of(character))),
      across_(walker.front), pixels_a_metre_(width / (body_lengths * bounding_box(character.mesh.X).diagonal() / 1.3)) {
    // From the right side of the body, which then goes to the right.
    const Vec3 level = walker.up.cross(walker.front).normalized();
    outwards_ = std::sin(elevation) * walker.up - std::cos(elevation) * level;
    upwards_ = std::cos(elevation) * walker.up + std::sin(elevation) * level;
}

Gallery GalleryPainter::paint(const GaitSearch& search, const Generation& generation) const {
    Gallery gallery;
    gallery.generation = search.generation() + 1;
    const std::size_t count = std::min(tiles_max, generation.glimpses.size());
    gallery.rows = (static_cast<int>(count) + gallery.columns - 1) / gallery.columns;
    gallery.picture = {gallery.columns * width, gallery.rows * height, {}};
    gallery.picture.rgb.resize(3 * static_cast<std::size_t>(gallery.picture.width) *
                               static_cast<std::size_t>(gallery.picture.height));
    for (int y = 0; y < gallery.picture.height; ++y) {
        for (int x = 0; x < gallery.picture.width; ++x) {
            set_pixel(gallery.picture, x, y, paper);
        }
    }
    const std::vector<double> shares = shares_of(generation.costs);
    for (std::size_t i = 0; i < count; ++i) {
        const int column = static_cast<int>(i) % gallery.columns;
        const int row = static_cast<int>(i) / gallery.columns;
        paint_tile(gallery.picture, column * width, row * height, generation.glimpses[i], shares[i]);
        gallery.tiles.push_back(
            {search.gait(generation.points.col(static_cast<Index>(i))), generation.costs(static_cast<Index>(i))});
        gallery.best = shares[i] > shares[static_cast<std::size_t>(gallery.best)] ? static_cast<int>(i) : gallery.best;
    }
    return gallery;
}

// The last moment stands in the middle, on top of those before it, and the ground lies where the body first stood.
void GalleryPainter::paint_tile(Image& picture, int left, int top, const Glimpses& glimpses, double share) const {
    if (glimpses.Z.empty()) {
        return;
    }
    const std::size_t last = glimpses.Z.size() - 1;
    const double middle = (skin_at(skin_, glimpses, last) * across_).mean();
    const double ground = (skin_at(skin_, glimpses, 0) * upwards_).minCoeff();
    const Tint flesh = mixed(cold, warm, share);
    for (std::size_t moment = 0; moment <= last; ++moment) {
        const Points x = skin_at(skin_, glimpses, moment);
        const double age = static_cast<double>(last - moment) / static_cast<double>(moments);
        const Vector right = middle_at * width + pixels_a_metre_ * ((x * across_).array() - middle);
        const Vector down = ground_at * height - pixels_a_metre_ * ((x * upwards_).array() - ground);
        Canvas canvas(picture, left, top);
        canvas.paint(right, down, closeness_of(x * outwards_), mixed(flesh, paper, std::min(0.8, 1.1 * age)));
    }
}

} // namespace limber::app
