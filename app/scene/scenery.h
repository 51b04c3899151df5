#pragma once

#include "app/rendering/renderer.h"
#include "app/scene/snapshot.h"
#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <vector>

/// The obstacles as they are seen around the characters: solids of clay in the light of the studio. A level half-space
/// is the studio's own ground, which fades into the background; one that leans is a large square of a checked floor,
/// tinted where others have an outline when they are selected. Where nothing is level, the ground is a mere backdrop
/// under what is there, and fades away before anybody who falls past it.
namespace limber::app {

/// Where the characters are, and how the room around them is to be seen.
struct Site {
    Box body;                      // around all of them [m]
    Vec3 up = Vec3(0.0, 1.0, 0.0); // unit
    double floor = 0.0;            // the ground's height along it, where nothing that they may stand on lies higher [m]
    double radius = 0.0;           // around the body's middle, of what is to be sharp at the least [m]
    bool ground = true;            // is drawn
    int outlined = -1;             // which obstacle is selected; -1: none
    double size = 0.0;             // of one of them, which the ground's checker fits; 0: all of `body` is one [m]
};

class Scenery {
public:
    /// Sends the meshes that are missing, and forgets hills that are gone. Fails when the driver cannot hold one.
    Result<Done> prepare(Renderer& renderer, const Obstacles& obstacles);

    /// Puts obstacles that have been prepared into the view, lays the ground, and sets what is to be sharp.
    void furnish(const Obstacles& obstacles, const Site& site, View& view) const;

private:
    struct Hills {
        Matrix heights;
        MeshHandle mesh;
    };
    void forget_hills(Renderer& renderer, const Obstacles& obstacles);
    MeshHandle mesh_of(const Shape& shape) const;
    DrawItem item_of(const Shape& shape, const Site& site) const;

    std::vector<MeshHandle> of_kind_; // by the shape's index; hills have their own
    std::vector<Hills> hills_;
};

/// What anyone of them may run into, each once.
Obstacles obstacles_of(const std::vector<Snapshot>& actors);

/// Around all of it; none for a half-space.
std::optional<Box> box_of(const Shape& shape);

} // namespace limber::app
