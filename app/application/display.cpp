// SPDX-License-Identifier: MIT
#include "app/application/display.h"

#include "app/character/material_scales.h"
#include "app/controllers/view_controller.h"
#include "app/view/drawables.h"
#include "app/view/region_paint.h"
#include "app/view/to_glm.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

PixelRect pixels_of(const ViewArea& area, double scale) {
    const auto whole = [scale](double length) {
        return static_cast<int>(std::lround(length * scale));
    };
    return {whole(area.x), whole(area.y), whole(area.x + area.width) - whole(area.x),
            whole(area.y + area.height) - whole(area.y)};
}

Paint paint_of(PaintKind kind) {
    return kind == PaintKind::mode || kind == PaintKind::muscle || kind == PaintKind::values ? Paint::scalar
           : kind == PaintKind::clusters                                                     ? Paint::labels
           : kind == PaintKind::regions                                                      ? Paint::tinted
           : kind == PaintKind::strain                                                       ? Paint::strain
           : kind == PaintKind::stress                                                       ? Paint::stress
                                                                                             : Paint::flesh;
}

Wires wires_of(WireView view) {
    return view == WireView::over ? Wires::over : view == WireView::alone ? Wires::alone : Wires::none;
}

bool shows_strain(PaintKind paint) {
    return paint == PaintKind::strain || paint == PaintKind::stress;
}

} // namespace

MeshHandle Display::mesh_of(const std::shared_ptr<const SkinGeometry>& geometry) const {
    const auto found = std::ranges::find_if(
        meshes_, [&](const UploadedMesh& uploaded) { return uploaded.geometry.lock() == geometry; });
    return found == meshes_.end() ? MeshHandle{} : found->mesh;
}

MeshHandle Display::mesh_of(const Character& character) const {
    return mesh_of(character.skin->geometry);
}

Result<bool> Display::prepare(Renderer& renderer, const Character& character, UploadClock::time_point until) {
    EXPECTS(character.skin);
    auto is_ready = prepare(renderer, character.skin->geometry, until);
    return is_ready && is_ready.value() && character.skin->file_geometry
               ? prepare(renderer, character.skin->file_geometry, until)
               : is_ready;
}

Result<bool> Display::prepare(Renderer& renderer, const std::shared_ptr<const SkinGeometry>& geometry,
                              UploadClock::time_point until) {
    if (mesh_of(geometry) == MeshHandle{}) {
        auto begun = renderer.begin_upload(geometry);
        if (!begun) {
            return begun.error();
        }
        meshes_.push_back({geometry, begun.value()});
    }
    return send_until(renderer, mesh_of(geometry), until);
}

Result<Done> Display::update(Renderer& renderer, const Snapshot& selected, const ViewOptions& view) {
    if (!selected.character) {
        return Done{};
    }
    if (painted_ != selected.character || paint_ != view.paint || painted_mode_ != view.painted_mode ||
        painted_muscle_ != view.muscle || view.paint == PaintKind::values ||
        (view.paint == PaintKind::regions && regions_changed_)) {
        painted_ = selected.character;
        update_paint(renderer, *painted_, view);
    }
    remove_unused_meshes(renderer);
    const bool shows_tets = !selected.character->thin && (view.cut.is_shown() || shows_strain(paint_)) &&
                            (paint_ != PaintKind::values || tet_values_);
    return tet_bodies_.update(renderer, selected, shows_tets);
}

void Display::show_regions(const std::vector<PaintedRegion>& regions, int chosen) {
    if (regions != regions_ || chosen != chosen_region_) {
        regions_ = regions;
        chosen_region_ = chosen;
        regions_changed_ = true;
    }
}

void Display::show_values(std::vector<float> scalars, std::shared_ptr<const std::vector<float>> of_tets) {
    values_ = std::move(scalars);
    tet_values_ = std::move(of_tets);
}

void Display::remove_unused_meshes(Renderer& renderer) {
    std::erase_if(meshes_, [&renderer](const UploadedMesh& uploaded) {
        const bool gone = uploaded.geometry.expired();
        if (gone) {
            renderer.remove(uploaded.mesh);
        }
        return gone;
    });
}

void Display::place(const BoundingBox& box, double size, double floor, const Vec3& way) {
    box_ = box;
    size_ = size;
    way_ = way;
    radius_ = 0.5 * std::max(size, box.diagonal());
    floor_ = floor;
}

Result<Done> Display::surround(Renderer& renderer, const std::shared_ptr<const Obstacles>& obstacles, int outlined) {
    outlined_ = outlined;
    if (obstacle_renderer_.obstacles() == obstacles) {
        return Done{};
    }
    obstacle_renderer_.set_up(obstacles);
    return obstacle_renderer_.prepare(renderer);
}

void Display::update_paint(Renderer& renderer, const Character& character, const ViewOptions& view) {
    paint_ = view.paint;
    painted_mode_ = view.painted_mode;
    painted_muscle_ = view.muscle;
    if (character.thin || (paint_ == PaintKind::muscle && character.musculature.count() == 0)) {
        paint_ = PaintKind::flesh;
    }
    if (paint_ == PaintKind::mode) {
        const Index last = mode_count(character) - 1;
        renderer.set_scalars(mesh_of(character), mode_scalars(character, std::clamp<Index>(painted_mode_, 0, last)));
    } else if (paint_ == PaintKind::muscle) {
        const auto last = static_cast<int>(character.musculature.count()) - 1;
        const int muscle = std::clamp(painted_muscle_, 0, last);
        renderer.set_scalars(mesh_of(character), muscle_scalars(character, static_cast<std::size_t>(muscle)));
    } else if (paint_ == PaintKind::values) {
        renderer.set_scalars(mesh_of(character), values_);
    } else if (paint_ == PaintKind::clusters) {
        renderer.set_labels(mesh_of(character), character.skin->cluster_labels);
    } else if (paint_ == PaintKind::regions) {
        const RegionPaint paint =
            region_paint(regions_, chosen_region_, character.skin->triangles, character.boundary_vertices.size());
        renderer.set_scalars(mesh_of(character), paint.scalars);
        renderer.set_labels(mesh_of(character), paint.labels);
        regions_changed_ = false;
    }
}

DrawList Display::picture(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                          const Layout& layout, double pixels_per_window_pixel) const {
    const double pixels = pixels_per_window_pixel;
    DrawList list;
    list.pixel_scale = static_cast<float>(pixels);
    if (layout.rig_only.width > 0) {
        OrbitCamera left_behind = camera;
        left_behind.target -= way_;
        list.views.push_back(view_of(snapshots, shown, left_behind, layout.rig_only, false, pixels));
    }
    list.views.push_back(view_of(snapshots, shown, camera, layout.dynamics, shown.view.secondary, pixels));
    return list;
}

View Display::surroundings_of(const ViewOptions& options, const OrbitCamera& camera, const ViewArea& area,
                              bool secondary, double pixels) const {
    View drawn;
    drawn.rect = pixels_of(area, pixels);
    drawn.camera = drawn_camera(camera);
    const Vec3 back = secondary || !options.side_by_side ? Vec3(Vec3::Zero()) : way_;
    const BoundingBox box{box_.low - back, box_.high - back};
    obstacle_renderer_.add_to_view({box, camera.up, floor_, radius_, options.ground, outlined_, size_}, drawn);
    return drawn;
}

View Display::view_beside(const DrawItem& body, const ViewOptions& options, const OrbitCamera& camera,
                          const ViewArea& area, double pixels_per_window_pixel) const {
    View drawn = surroundings_of(options, camera, area, true, pixels_per_window_pixel);
    drawn.items.push_back(body);
    drawn.items.back().wires = wires_of(options.wires);
    return drawn;
}

View Display::view_of(const std::vector<Snapshot>& snapshots, const Shown& shown, const OrbitCamera& camera,
                      const ViewArea& area, bool secondary, double pixels) const {
    if (snapshots.empty()) {
        View drawn;
        drawn.rect = pixels_of(area, pixels);
        drawn.camera = drawn_camera(camera);
        drawn.ground.visible = false;
        return drawn;
    }
    View drawn = surroundings_of(shown.view, camera, area, secondary, pixels);
    for (const Snapshot& snapshot : snapshots) {
        DrawnMotion motion = drawn_motion(shown.view, shown.selected, shown.exaggeration);
        motion.secondary = secondary;
        const bool is_selected = snapshot.id == shown.selected;
        DrawItem item = item_of(snapshot, motion, is_selected ? paint_of(paint_) : Paint::flesh);
        item.wires = wires_of(shown.view.wires);
        if (is_selected) {
            show_tets(snapshot, shown, item);
        }
        if (!item.deformed) {
            show_file_surface(snapshot, item);
        } else if (item.tets) {
            item.deformed = reconstructed_body(snapshot, motion);
            item.fading = {};
        }
        item.outlined = is_selected && snapshots.size() > 1 && item.wires != Wires::alone && !item.tets;
        drawn.items.push_back(std::move(item));
    }
    if (secondary || !shown.view.side_by_side) {
        drawn.overlay = marks_;
    }
    return drawn;
}

// The skin is shown until the tets are uploaded, and while regions are painted on it.
void Display::show_tets(const Snapshot& snapshot, const Shown& shown, DrawItem& item) const {
    const MeshHandle mesh = tet_bodies_.mesh_of(snapshot.character);
    const MeshHandle fading = snapshot.fade.before ? tet_bodies_.mesh_of(snapshot.fade.before) : MeshHandle{};
    const bool is_faded = !snapshot.fade.before || fading != MeshHandle{};
    const bool is_there = mesh != MeshHandle{} && is_faded && paint_ != PaintKind::regions;
    if (!is_there) {
        item.paint = shows_strain(paint_) ? Paint::flesh : item.paint;
        return;
    }
    const Character& character = *snapshot.character;
    MaterialDescription now = character.description.material;
    now.young = shown.young;
    const double strongest =
        paint_ == PaintKind::stress ? strongest_stress(shown.view, shown.young) : shown.view.strain_range;
    item.mesh = mesh;
    item.fading = fading;
    const bool has_values = paint_ == PaintKind::values && tet_values_ &&
                            static_cast<Index>(tet_values_->size()) == character.vertex_count();
    const bool is_painted = shows_strain(paint_) || paint_ == PaintKind::clusters || has_values;
    item.paint = is_painted ? paint_of(paint_) : Paint::flesh;
    item.tets =
        TetDrawing{cut_plane(shown.view.cut, tet_bodies_.box_of(snapshot.character)), static_cast<float>(strongest),
                   static_cast<float>(material_scales(now, character.description.material).young),
                   has_values ? tet_values_ : nullptr};
}

// The surface of the character's file is shown where nothing is painted on the tets and they are not cut.
void Display::show_file_surface(const Snapshot& snapshot, DrawItem& item) const {
    const Skin& skin = *snapshot.character->skin;
    const Skin* const before = snapshot.fade.before ? snapshot.fade.before->skin.get() : nullptr;
    const bool is_faded = !before || before->file_surface == skin.file_surface;
    if (skin.file_geometry && item.paint == Paint::flesh && !item.tets && is_faded) {
        item.mesh = mesh_of(skin.file_geometry);
        item.fading = before ? mesh_of(before->file_geometry) : MeshHandle{};
    }
}

// A body that maps do not show: the surface of its file where nothing is painted, or else the boundary of its tets.
void Display::reconstruct(const Snapshot& snapshot, const DrawnMotion& motion, DrawItem& item) const {
    const Skin& skin = *snapshot.character->skin;
    const Paint paint = shows_strain(paint_) ? Paint::flesh : item.paint;
    const bool shows_file = skin.file_geometry && paint == Paint::flesh;
    item.deformed = shows_file ? reconstructed_surface(snapshot, motion, *skin.file_surface)
                               : reconstructed_skin(snapshot, motion, skin.geometry->triangles);
    if (item.deformed) {
        item.fading = {};
        item.paint = paint;
        item.mesh = shows_file ? mesh_of(skin.file_geometry) : item.mesh;
    }
}

DrawItem Display::item_of(const Snapshot& snapshot, const DrawnMotion& motion, Paint paint) const {
    DrawItem item;
    item.paint = paint;
    item.mesh = mesh_of(*snapshot.character);
    item.fading = snapshot.fade.before ? mesh_of(*snapshot.fade.before) : MeshHandle{};
    item.maps = drawn_maps(snapshot, motion);
    reconstruct(snapshot, motion, item);
    item.colour = to_glm(snapshot.character->description.look.colour);
    return item;
}

} // namespace limber::app
