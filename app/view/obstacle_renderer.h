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
/// other obstacles have an outline. Without a level half-space, the ground is a backdrop below the scene and fades out
/// for a camera below it.
namespace limber::app {

/// Where the characters are, and how the room around them is to be seen.
struct ViewBounds {
    BoundingBox body;              // around all of them [m]
    Vec3 up = Vec3(0.0, 1.0, 0.0); // unit
    double floor = 0.0;            // the ground's height along it, where nothing that they may stand on lies higher [m]
    double radius = 0.0;           // around the body's middle, of what is to be sharp at the least [m]
    bool ground = true;            // is drawn
    int outlined = -1;             // which obstacle is selected; -1: none
    double size = 0.0;             // of one of them, which the ground's checker fits; 0: all of `body` is one [m]
};

class ObstacleRenderer {
public:
    /// What stands around from now on; whatever takes a look at all of it is found here, and not in each frame.
    void set_up(std::shared_ptr<const Obstacles> obstacles);
    const std::shared_ptr<const Obstacles>& obstacles() const {
        return obstacles_;
    }
    /// Sends the meshes that are missing, and forgets hills that are gone. Fails when the driver cannot hold one.
    Result<Done> prepare(Renderer& renderer);

    /// Puts what has been prepared into the view, lays the ground, and sets what is to be sharp.
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
        bool is_a_floor = false; // one can stand on it
    };
    GroundLevel ground_level(const ViewBounds& bounds) const;
    Ground ground_under(const ViewBounds& bounds) const;
    BoundingBox surrounded(const BoundingBox& body) const;

    std::shared_ptr<const Obstacles> obstacles_; // null: none
    std::vector<Piece> pieces_;                  // one an obstacle
    std::vector<MeshHandle> of_kind_;            // by the shape's index; hills have their own
    std::vector<Hills> hills_;
};

/// What anyone of the actors may run into, each once; found anew only when one of them stands among others than before.
class CommonObstacles {
public:
    const std::shared_ptr<const Obstacles>& of(const std::vector<Snapshot>& snapshots);

private:
    std::vector<std::shared_ptr<const Obstacles>> theirs_;
    std::shared_ptr<const Obstacles> all_ = std::make_shared<const Obstacles>();
};

/// Around all of it; none for a half-space.
std::optional<BoundingBox> box_of(const Shape& shape);

} // namespace limber::app
