// SPDX-License-Identifier: MIT
#pragma once

#include "app/application/tet_bodies.h"
#include "app/character/character.h"
#include "app/character_skin/skin.h"
#include "app/interaction/layout.h"
#include "app/interaction/view_options.h"
#include "app/rendering/renderer.h"
#include "app/rendering/timed_upload.h"
#include "app/view/drawables.h"
#include "app/view/obstacle_renderer.h"

#include <memory>
#include <optional>
#include <vector>

/// The characters in the renderer, with one mesh for each model. They are updated when a character, a fade or a paint
/// changes.
namespace limber::app {

class Display {
public:
    /// Uploads parts of a character's skin to the GPU until `until`, and at least one. Returns true once all of it is
    /// uploaded, so that the character can be drawn. Fails when the driver cannot store the mesh.
    Result<bool> prepare(Renderer& renderer, const Character& character, UploadClock::time_point until);

    /// Shows the snapshots, whose characters must be prepared, and paints the selected character.
    /// Fails when the driver cannot store its tets.
    Result<Done> update(Renderer& renderer, const Snapshot& selected, const ViewOptions& view);
    /// Sets the painted fields that PaintKind::regions shows on the selected character, and the region that is being
    /// painted, or -1.
    void show_regions(const std::vector<PaintedRegion>& regions, int chosen);

    /// Sets the scalars that PaintKind::values shows on the selected character, and the values of all its vertices,
    /// none of them negative, where a cut shows its tets; null: it is not cut open.
    void show_values(std::vector<float> scalars, std::shared_ptr<const std::vector<float>> of_tets);

    /// The picture of a frame: one view, or the rig alone and the rig with dynamics side by side.
    struct Shown {
        int selected = 0; // id
        const ViewOptions& view;
        double exaggeration = 1.0; // of the secondary motion
        double young = 1.0;        // of the selected character [Pa]
    };
    DrawList picture(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                     const Layout& layout, double pixels_per_window_pixel) const;

    /// The tets of a character that a cut shows; nullopt: its skin is shown.
    std::optional<CutTets> cut_tets(const CharacterPtr& character, const CutView& cut) const {
        return tet_bodies_.cut(character, cut);
    }

    /// The same view without the characters, for another body beside the selected one.
    View view_beside(const DrawItem& body, const ViewOptions& options, const OrbitCamera& camera, const ViewArea& area,
                     double pixels_per_window_pixel) const;

    /// Sets the box that must be drawn sharply, the size of a character [m], the height of the floor along the camera's
    /// up [m] for places without an obstacle, and the distance that the characters have walked since they were at rest.
    /// The rig alone does not walk, so its view is shifted by that distance.
    void place(const BoundingBox& box, double size, double floor, const Vec3& way);

    /// Sets the obstacles and the index of the selected one, or -1. mark() sets what is drawn on top of the picture.
    Result<Done> surround(Renderer& renderer, const std::shared_ptr<const Obstacles>& obstacles, int outlined);
    void mark(Overlay marks) {
        marks_ = std::move(marks);
    }

private:
    void update_paint(Renderer& renderer, const Character& character, const ViewOptions& view);
    View surroundings_of(const ViewOptions& options, const OrbitCamera& camera, const ViewArea& area, bool secondary,
                         double pixels) const;
    View view_of(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                 const ViewArea& area, bool secondary, double pixels) const;
    DrawItem item_of(const Snapshot& snapshot, const DrawnMotion& motion, Paint paint) const;
    void reconstruct(const Snapshot& snapshot, const DrawnMotion& motion, DrawItem& item) const;
    void show_file_surface(const Snapshot& snapshot, DrawItem& item) const;
    void show_tets(const Snapshot& snapshot, const Shown& shown, DrawItem& item) const;

    // A mesh on the GPU. It is removed when no character uses its geometry.
    struct UploadedMesh {
        std::weak_ptr<const SkinGeometry> geometry;
        MeshHandle mesh;
    };
    MeshHandle mesh_of(const std::shared_ptr<const SkinGeometry>& geometry) const;
    MeshHandle mesh_of(const Character& character) const;
    Result<bool> prepare(Renderer& renderer, const std::shared_ptr<const SkinGeometry>& geometry,
                         UploadClock::time_point until);
    void remove_unused_meshes(Renderer& renderer);

    std::vector<UploadedMesh> meshes_;
    TetBodies tet_bodies_;
    ObstacleRenderer obstacle_renderer_;
    int outlined_ = -1; // the index of an obstacle
    Overlay marks_;
    CharacterPtr painted_;
    BoundingBox box_;
    double size_ = 1.0;   // [m] of one character
    double radius_ = 1.0; // [m]
    double floor_ = 0.0;
    Vec3 way_ = Vec3::Zero();
    PaintKind paint_ = PaintKind::flesh;
    int painted_mode_ = -1;
    int painted_muscle_ = -1;
    std::vector<PaintedRegion> regions_;
    int chosen_region_ = -1;
    bool regions_changed_ = false; // since they were last painted
    std::vector<float> values_;
    std::shared_ptr<const std::vector<float>> tet_values_; // null: the skin alone has values
};

} // namespace limber::app
