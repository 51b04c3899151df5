#include "app/scene/scenery.h"

#include "app/scene/obstacle_meshes.h"
#include "app/scene/obstacle_placing.h"
#include "app/scene/to_glm.h"
#include "engine/mesh/boxes.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr glm::vec3 clay = {0.77F, 0.73F, 0.68F}; // sRGB
constexpr double plane_reach = 6.0;               // of the body's size
constexpr double close = 2.5;                     // of the body's size

constexpr double below_feet = 0.01;        // of the body's size: flesh sinks a little between the points that are held
constexpr double depth_below_slopes = 2.0; // of the body's size

Box around(const Vec3& centre, const Vec3& half_size) {
    return {centre - half_size, centre + half_size};
}

// Of a box in its own axes.
Box turned(const Affine& placement, const Box& box) {
    const Vec3 half = 0.5 * (box.high - box.low);
    return around(apply(placement, box.centre()), placement.leftCols<3>().cwiseAbs() * half);
}

std::optional<Box> box_around(const HalfSpace&) {
    return std::nullopt;
}

std::optional<Box> box_around(const Ball& ball) {
    return around(ball.centre, Vec3::Constant(ball.radius));
}

std::optional<Box> box_around(const Capsule& capsule) {
    const Vec3 half = Vec3::Constant(capsule.radius);
    return united(around(capsule.a, half), around(capsule.b, half));
}

std::optional<Box> box_around(const Block& block) {
    return turned(block.placement, around(Vec3::Zero(), block.half_size));
}

std::optional<Box> box_around(const HeightField& hills) {
    const double x = 0.5 * hills.spacing * static_cast<double>(hills.heights.rows() - 1);
    const double z = 0.5 * hills.spacing * static_cast<double>(hills.heights.cols() - 1);
    return turned(hills.placement, {Vec3(-x, hills.heights.minCoeff(), -z), Vec3(x, hills.heights.maxCoeff(), z)});
}

// The body and what stands close to it: what is to be sharp, and has a shadow.
Box surrounded(const Box& body, const Obstacles& obstacles) {
    const Vec3 way = Vec3::Constant(close * body.diagonal());
    const Box reach{body.low - way, body.high + way};
    Box all = body;
    for (const Obstacle& obstacle : obstacles) {
        const auto box = box_of(obstacle.shape);
        if (!box) {
            continue;
        }
        const Box near{box->low.cwiseMax(reach.low), box->high.cwiseMin(reach.high)};
        if ((near.low.array() < near.high.array()).all()) {
            all = united(all, near);
        }
    }
    return all;
}

// A little under the highest level half-space below the body's middle; where there is none, as low as any obstacle.
double ground_height(const Obstacles& obstacles, const Site& site) {
    std::optional<double> level;
    double height = site.floor;
    for (const Obstacle& obstacle : obstacles) {
        if (is_level(obstacle.shape, site.up)) {
            const double here = std::get<HalfSpace>(obstacle.shape).point.dot(site.up);
            const bool is_below = here < site.body.centre().dot(site.up);
            level = is_below && (!level || here > *level) ? here : level;
        } else if (const auto box = box_of(obstacle.shape)) {
            height = std::min(height, lowest(*box, site.up));
        } else {
            height = std::min(height, site.floor - depth_below_slopes * site.body.diagonal());
        }
    }
    return level ? *level - below_feet * site.body.diagonal() : height;
}

} // namespace

Obstacles obstacles_of(const std::vector<Snapshot>& actors) {
    Obstacles all;
    for (const Snapshot& actor : actors) {
        const auto& here = actor.obstacles ? actor.obstacles : actor.character->obstacles;
        if (!here) {
            continue;
        }
        for (const Obstacle& obstacle : *here) {
            if (std::ranges::find(all, obstacle) == all.end()) {
                all.push_back(obstacle);
            }
        }
    }
    return all;
}

std::optional<Box> box_of(const Shape& shape) {
    return std::visit([](const auto& one) { return box_around(one); }, shape);
}

MeshHandle Scenery::mesh_of(const Shape& shape) const {
    if (const auto* hills = std::get_if<HeightField>(&shape)) {
        const auto found = std::ranges::find_if(hills_, [&](const Hills& one) {
            return one.heights.rows() == hills->heights.rows() && one.heights.cols() == hills->heights.cols() &&
                   one.heights == hills->heights;
        });
        return found == hills_.end() ? MeshHandle{} : found->mesh;
    }
    return shape.index() < of_kind_.size() ? of_kind_[shape.index()] : MeshHandle{};
}

void Scenery::forget_hills(Renderer& renderer, const Obstacles& obstacles) {
    std::erase_if(hills_, [&](const Hills& one) {
        const bool is_there = std::ranges::any_of(obstacles, [&](const Obstacle& obstacle) {
            return std::holds_alternative<HeightField>(obstacle.shape) && mesh_of(obstacle.shape) == one.mesh;
        });
        if (!is_there) {
            renderer.remove(one.mesh);
        }
        return !is_there;
    });
}

Result<Done> Scenery::prepare(Renderer& renderer, const Obstacles& obstacles) {
    forget_hills(renderer, obstacles);
    of_kind_.resize(std::variant_size_v<Shape>);
    for (const Obstacle& obstacle : obstacles) {
        if (mesh_of(obstacle.shape) != MeshHandle{}) {
            continue;
        }
        const auto mesh = renderer.upload(obstacle_mesh(obstacle.shape));
        if (!mesh) {
            return mesh.error();
        }
        if (const auto* hills = std::get_if<HeightField>(&obstacle.shape)) {
            hills_.push_back({hills->heights, mesh.value()});
        } else {
            of_kind_[obstacle.shape.index()] = mesh.value();
        }
    }
    return Done{};
}

DrawItem Scenery::item_of(const Shape& shape, const Site& site) const {
    DrawItem item;
    item.mesh = mesh_of(shape);
    item.maps = obstacle_maps(shape, {site.body.centre(), plane_reach * site.body.diagonal()});
    item.colour = clay;
    item.casts_shadow = !std::holds_alternative<HalfSpace>(shape);
    return item;
}

void Scenery::furnish(const Obstacles& obstacles, const Site& site, View& view) const {
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const Shape& shape = obstacles[i].shape;
        if (!is_level(shape, site.up) && mesh_of(shape) != MeshHandle{}) {
            view.items.push_back(item_of(shape, site));
            view.items.back().outlined = static_cast<int>(i) == site.outlined;
        }
    }
    const Vec3 middle = site.body.centre();
    const double height = ground_height(obstacles, site);
    view.ground = {site.ground, to_glm(Vec3(middle + (height - middle.dot(site.up)) * site.up)), to_glm(site.up)};
    const Box sharp = surrounded(site.body, obstacles);
    const double radius = obstacles.empty() ? site.radius : std::max(site.radius, 0.5 * sharp.diagonal());
    view.focus = {to_glm(sharp.centre()), static_cast<float>(radius)};
}

} // namespace limber::app
