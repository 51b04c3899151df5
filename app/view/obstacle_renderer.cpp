// SPDX-License-Identifier: MIT
#include "app/view/obstacle_renderer.h"

#include "app/document/obstacle_placing.h"
#include "app/view/obstacle_meshes.h"
#include "app/view/to_glm.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr glm::vec3 clay = {0.77F, 0.73F, 0.68F}; // sRGB
constexpr double plane_reach = 6.0;               // of the body's size
constexpr double close = 2.5;                     // of the body's size

constexpr double depth_below_slopes = 2.0; // of the body's size
constexpr double cell_share = 0.25;        // approximate cell size of the ground's checker, of one body's size
constexpr double whole_below =
    0.1; // of the body's size: the backdrop is fully visible until the body lies this far below it
constexpr double gone_below = 0.4; // the same: the backdrop is invisible from here on
constexpr float selected_tint = 0.3F;

BoundingBox around(const Vec3& centre, const Vec3& half_size) {
    return {centre - half_size, centre + half_size};
}

// The box around a transformed box.
BoundingBox turned(const Affine& placement, const BoundingBox& box) {
    const Vec3 half = 0.5 * (box.high - box.low);
    return around(apply(placement, box.centre()), placement.leftCols<3>().cwiseAbs() * half);
}

std::optional<BoundingBox> box_around(const HalfSpace&) {
    return std::nullopt;
}

std::optional<BoundingBox> box_around(const Ball& ball) {
    return around(ball.centre, Vec3::Constant(ball.radius));
}

std::optional<BoundingBox> box_around(const Capsule& capsule) {
    const Vec3 half = Vec3::Constant(capsule.radius);
    return united(around(capsule.a, half), around(capsule.b, half));
}

std::optional<BoundingBox> box_around(const Box& block) {
    return turned(block.placement, around(Vec3::Zero(), block.half_size));
}

std::optional<BoundingBox> box_around(const HeightField& hills) {
    const double x = 0.5 * hills.spacing * static_cast<double>(hills.heights.rows() - 1);
    const double z = 0.5 * hills.spacing * static_cast<double>(hills.heights.cols() - 1);
    return turned(hills.placement, {Vec3(-x, hills.heights.minCoeff(), -z), Vec3(x, hills.heights.maxCoeff(), z)});
}

// A backdrop is not a floor, so it fades out when the body lies below it.
double backdrop_strength(double height, const ViewBounds& bounds) {
    const double depth = (height - lowest(bounds.body, bounds.up)) / bounds.body.diagonal();
    return std::clamp((gone_below - depth) / (gone_below - whole_below), 0.0, 1.0);
}

// A power of two, so that small differences in size do not change it.
float checker_cell(const ViewBounds& bounds) {
    const double size = bounds.size > 0.0 ? bounds.size : bounds.body.diagonal();
    return size > 0.0 ? static_cast<float>(std::exp2(std::round(std::log2(cell_share * size)))) : 0.0F;
}

// A plane has no edge to outline.
void mark_selected(const Shape& shape, bool is_selected, DrawItem& item) {
    const bool is_plane = std::holds_alternative<HalfSpace>(shape);
    item.outlined = is_selected && !is_plane;
    item.tint = is_selected && is_plane ? selected_tint : 0.0F;
}

} // namespace

const std::shared_ptr<const Obstacles>& CommonObstacles::of(const std::vector<Snapshot>& snapshots) {
    std::vector<std::shared_ptr<const Obstacles>> theirs;
    for (const Snapshot& snapshot : snapshots) {
        theirs.push_back(snapshot.obstacles ? snapshot.obstacles : snapshot.character->obstacles);
    }
    if (theirs == of_characters_) {
        return all_;
    }
    Obstacles all;
    for (const auto& here : theirs) {
        if (!here) {
            continue;
        }
        for (const Obstacle& obstacle : *here) {
            if (std::ranges::find(all, obstacle) == all.end()) {
                all.push_back(obstacle);
            }
        }
    }
    of_characters_ = std::move(theirs);
    all_ = std::make_shared<const Obstacles>(std::move(all));
    return all_;
}

std::optional<BoundingBox> box_of(const Shape& shape) {
    return std::visit([](const auto& one) { return box_around(one); }, shape);
}

void ObstacleRenderer::set_up(std::shared_ptr<const Obstacles> obstacles) {
    obstacles_ = std::move(obstacles);
    pieces_.clear();
    if (obstacles_) {
        for (const Obstacle& obstacle : *obstacles_) {
            pieces_.push_back({&obstacle, box_of(obstacle.shape), mesh_of(obstacle.shape)});
        }
    }
}

MeshHandle ObstacleRenderer::mesh_of(const Shape& shape) const {
    if (const auto* hills = std::get_if<HeightField>(&shape)) {
        const auto found = std::ranges::find_if(hills_, [&](const Hills& one) {
            return one.heights.rows() == hills->heights.rows() && one.heights.cols() == hills->heights.cols() &&
                   one.heights == hills->heights;
        });
        return found == hills_.end() ? MeshHandle{} : found->mesh;
    }
    return shape.index() < of_kind_.size() ? of_kind_[shape.index()] : MeshHandle{};
}

void ObstacleRenderer::forget_hills(Renderer& renderer) {
    std::erase_if(hills_, [&](const Hills& one) {
        const bool is_there = std::ranges::find(pieces_, one.mesh, &Piece::mesh) != pieces_.end();
        if (!is_there) {
            renderer.remove(one.mesh);
        }
        return !is_there;
    });
}

Result<Done> ObstacleRenderer::prepare(Renderer& renderer) {
    forget_hills(renderer);
    of_kind_.resize(std::variant_size_v<Shape>);
    for (Piece& piece : pieces_) {
        const Shape& shape = piece.obstacle->shape;
        piece.mesh = mesh_of(shape);
        if (piece.mesh != MeshHandle{}) {
            continue;
        }
        const auto mesh = renderer.upload(obstacle_mesh(shape));
        if (!mesh) {
            return mesh.error();
        }
        piece.mesh = mesh.value();
        if (const auto* hills = std::get_if<HeightField>(&shape)) {
            hills_.push_back({hills->heights, mesh.value()});
        } else {
            of_kind_[shape.index()] = mesh.value();
        }
    }
    return Done{};
}

// The box around the body and the obstacles near it: the region that is drawn sharply and with shadows.
BoundingBox ObstacleRenderer::surrounded(const BoundingBox& body) const {
    const Vec3 way = Vec3::Constant(close * body.diagonal());
    const BoundingBox reach{body.low - way, body.high + way};
    BoundingBox all = body;
    for (const Piece& piece : pieces_) {
        if (!piece.box) {
            continue;
        }
        const BoundingBox near{piece.box->low.cwiseMax(reach.low), piece.box->high.cwiseMin(reach.high)};
        if ((near.low.array() < near.high.array()).all()) {
            all = united(all, near);
        }
    }
    return all;
}

// The highest level half-space below the body's middle; if there is none, the height of the lowest obstacle.
ObstacleRenderer::GroundLevel ObstacleRenderer::ground_level(const ViewBounds& bounds) const {
    std::optional<double> level;
    double height = bounds.floor;
    for (const Piece& piece : pieces_) {
        const Shape& shape = piece.obstacle->shape;
        if (is_level(shape, bounds.up)) {
            const double here = std::get<HalfSpace>(shape).point.dot(bounds.up);
            const bool is_below = here < bounds.body.centre().dot(bounds.up);
            level = is_below && (!level || here > *level) ? here : level;
        } else if (piece.box) {
            height = std::min(height, lowest(*piece.box, bounds.up));
        } else {
            height = std::min(height, bounds.floor - depth_below_slopes * bounds.body.diagonal());
        }
    }
    return {level.value_or(height), level.has_value()};
}

Ground ObstacleRenderer::ground_under(const ViewBounds& bounds) const {
    const GroundLevel level = ground_level(bounds);
    const Vec3 middle = bounds.body.centre();
    Ground ground;
    ground.point = to_glm(Vec3(middle + (level.height - middle.dot(bounds.up)) * bounds.up));
    ground.normal = to_glm(bounds.up);
    ground.cell = checker_cell(bounds);
    ground.strength = level.is_a_floor ? 1.0F : static_cast<float>(backdrop_strength(level.height, bounds));
    ground.visible = bounds.ground && ground.strength > 0.0F;
    return ground;
}

DrawItem ObstacleRenderer::item_of(const Piece& piece, const ViewBounds& bounds) {
    const Shape& shape = piece.obstacle->shape;
    DrawItem item;
    item.mesh = piece.mesh;
    item.maps = obstacle_maps(shape, {bounds.body.centre(), plane_reach * bounds.body.diagonal()});
    item.colour = clay;
    item.casts_shadow = !std::holds_alternative<HalfSpace>(shape);
    return item;
}

void ObstacleRenderer::add_to_view(const ViewBounds& bounds, View& view) const {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const Shape& shape = pieces_[i].obstacle->shape;
        if (!is_level(shape, bounds.up) && pieces_[i].mesh != MeshHandle{}) {
            view.items.push_back(item_of(pieces_[i], bounds));
            mark_selected(shape, static_cast<int>(i) == bounds.outlined, view.items.back());
        }
    }
    view.ground = ground_under(bounds);
    const BoundingBox sharp = surrounded(bounds.body);
    const double radius = pieces_.empty() ? bounds.radius : std::max(bounds.radius, 0.5 * sharp.diagonal());
    view.focus = {to_glm(sharp.centre()), static_cast<float>(radius)};
}

} // namespace limber::app
