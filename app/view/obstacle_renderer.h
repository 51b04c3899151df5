// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"
#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <memory>
#include <optional>
#include <vector>

/// Draws the obstacles around the characters as clay solids. A level half-space is the ground of the background pass,
/// which fades into the background. A tilted half-space is a large checked square; it is tinted when selected, where
/// other obstacles have an outline. Without a level half-space, the ground is a backdrop below all obstacles; it fades
/// out when the body falls below it.
namespace limber::app {

/// Where the characters are, and how the surroundings are drawn.
struct ViewBounds {
    BoundingBox body;              // around all characters [m]
    Vec3 up = Vec3(0.0, 1.0, 0.0); // unit
    double floor = 0.0;            // the ground's height along `up` [m], if no level half-space is higher
    double radius = 0.0;           // smallest radius of the sharp region around the body's middle [m]
    bool ground = true;            // the ground is drawn
    int outlined = -1;             // index of the selected obstacle; -1: none
    double size = 0.0;             // size of one character, for the ground's checker [m]; 0: `body` is one character
};

class ObstacleRenderer {
public:
    /// Sets the obstacles. Boxes and mesh handles are computed here and not in each frame.
    void set_up(std::shared_ptr<const Obstacles> obstacles);
    const std::shared_ptr<const Obstacles>& obstacles() const {
        return obstacles_;
    }
    /// Uploads missing meshes and removes unused ones. Fails if the driver cannot allocate one.
    Result<Done> prepare(Renderer& renderer);

    /// Adds the obstacles, the ground and the sharp region to the view.
    void add_to_view(const ViewBounds& bounds, View& view) const;

private:
    struct Piece {
        const Obstacle* obstacle = nullptr;
        std::optional<BoundingBox> box; // none for a half-space
        MeshHandle mesh{};
    };
    struct Hills {
        Matrix heights;
        MeshHandle mesh;
    };
    void forget_hills(Renderer& renderer);
    MeshHandle mesh_of(const Shape& shape) const;
    static DrawItem item_of(const Piece& piece, const ViewBounds& bounds);
    struct GroundLevel {
        double height = 0.0;     // [m]
        bool is_a_floor = false; // a level half-space
    };
    GroundLevel ground_level(const ViewBounds& bounds) const;
    Ground ground_under(const ViewBounds& bounds) const;
    BoundingBox surrounded(const BoundingBox& body) const;

    std::shared_ptr<const Obstacles> obstacles_; // null: none
    std::vector<Piece> pieces_;                  // one per obstacle
    std::vector<MeshHandle> of_kind_;            // by the shape's index, without height fields
    std::vector<Hills> hills_;
};

/// Collects the obstacles of all characters, each once. Recomputed only when the obstacles of a character change.
class CommonObstacles {
public:
    const std::shared_ptr<const Obstacles>& of(const std::vector<Snapshot>& snapshots);

private:
    std::vector<std::shared_ptr<const Obstacles>> of_characters_;
    std::shared_ptr<const Obstacles> all_ = std::make_shared<const Obstacles>();
};

/// The bounding box; nullopt for a half-space.
std::optional<BoundingBox> box_of(const Shape& shape);

} // namespace limber::app
