#pragma once

#include "app/character/character.h"
#include "app/character/skin.h"
#include "app/interaction/layout.h"
#include "app/interaction/view_options.h"
#include "app/rendering/renderer.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"

#include <memory>
#include <vector>

/// The characters in the renderer, one mesh a model. They are updated when another character, a fade between two or
/// another paint is to be shown.
namespace limber::app {

class Display {
public:
    /// Sends some of a character's skin to the GPU; true once all of it is there, and the character may be shown. Fails
    /// when the driver cannot hold the mesh.
    Result<bool> prepare(Renderer& renderer, const Character& character);

    /// Turns to what the snapshots show, whose characters have been prepared, and paints the selected one.
    void update(Renderer& renderer, const Snapshot& selected, const ViewOptions& view);
    /// The muscle regions of the selected one that PaintKind::regions shows, and which of them is being painted, or -1.
    void show_regions(const std::vector<MuscleRegion>& regions, int chosen);

    /// The frame's picture: one view, or the rig alone and the rig with dynamics side by side.
    struct Shown {
        int selected = 0; // id
        const ViewOptions& view;
        double exaggeration = 1.0; // of the secondary motion
    };
    DrawList picture(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                     const Layout& layout, double pixels_per_window_pixel) const;

    /// Where the characters are now that are to be sharp, the size of one of them [m], the height of the floor
    /// along the camera's up [m], where no obstacle is one, and how far they have walked since they were at rest: the
    /// rig alone has stayed there, and is seen as if one had stayed with it.
    void place(const BoundingBox& box, double size, double floor, const Vec3& way);

    /// What they may run into, which one of it is selected, or -1, and what else is drawn on top of them.
    Result<Done> surround(Renderer& renderer, const std::shared_ptr<const Obstacles>& obstacles, int outlined);
    void mark(Overlay marks) {
        marks_ = std::move(marks);
    }

private:
    void update_paint(Renderer& renderer, const Character& character, const ViewOptions& view);
    View view_of(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                 const ViewArea& area, bool secondary, double pixels) const;
    DrawItem item_of(const Snapshot& snapshot, const DrawnMotion& motion) const;

    // On the GPU for as long as a character has it.
    struct Kept {
        std::weak_ptr<const SkinGeometry> geometry;
        MeshHandle mesh;
    };
    MeshHandle mesh_of(const Character& character) const;
    void tidy(Renderer& renderer);

    std::vector<Kept> kept_;
    ObstacleRenderer obstacle_renderer_;
    int outlined_ = -1; // of its obstacles
    Overlay marks_;
    CharacterPtr painted_;
    BoundingBox box_;
    double size_ = 1.0;   // [m] of one of them
    double radius_ = 1.0; // [m]
    double floor_ = 0.0;
    Vec3 way_ = Vec3::Zero();
    PaintKind paint_ = PaintKind::flesh;
    int painted_mode_ = -1;
    int painted_muscle_ = -1;
    std::vector<MuscleRegion> regions_;
    int chosen_region_ = -1;
    bool regions_changed_ = false; // since they were painted
};

} // namespace limber::app
