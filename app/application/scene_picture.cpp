// SPDX-License-Identifier: MIT
#include "app/application/scene_picture.h"

#include "app/application/scene_tiles.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/contact_marks.h"
#include "app/view/load_lines.h"
#include "app/view/value_colours.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

Display::Shown shown_by(const ApplicationSession& session, const ViewOptions& view) {
    return {session.editor().selected(), view, session.editor().document().exaggeration,
            session.editor().controls().young};
}

// The index of the selected obstacle among the drawn ones; -1: none.
int drawn_obstacle(const Obstacles& drawn, const ApplicationSession& session) {
    const Obstacles& obstacles = session.editor().environment().obstacles;
    const Selection& selection = session.shared().selection;
    const auto index = static_cast<std::size_t>(selection.index);
    if (selection.kind != Selection::Kind::obstacle || index >= obstacles.size()) {
        return -1;
    }
    const auto shown = shown_obstacles(obstacles, session.shown().all);
    const auto found = std::ranges::find(drawn, shown[index]);
    return found == drawn.end() ? -1 : static_cast<int>(found - drawn.begin());
}

BrushTarget target_shown_by(PaintKind paint) {
    return paint == PaintKind::materials ? BrushTarget::material_part
           : paint == PaintKind::pins    ? BrushTarget::pins
           : paint == PaintKind::leak    ? BrushTarget::leak
           : paint == PaintKind::loads   ? BrushTarget::load
                                         : BrushTarget::muscle_region;
}

// What the paint shows; that of the brush while it is selected.
BrushTarget target_shown(const ViewOptions& view) {
    return view.brush.is_held ? view.brush.target : target_shown_by(view.paint);
}

// What the colours of the character itself show in a comparison; empty: its own colours, or what the brush paints.
const std::vector<float>& leader_values(const ApplicationSession& session) {
    static const std::vector<float> none;
    const ComparedStep* step = session.feature<ComparisonController>().newest();
    return step && !session.view().brush.is_held ? values_of(step->bodies.front(), session.view().body_colours) : none;
}

// Of the character in a comparison: cut open, it shows the strain or the stress of each tet.
PaintKind compared_paint(const ViewOptions& view) {
    return !view.cut.is_shown()                         ? PaintKind::values
           : view.body_colours == BodyColours::strains  ? PaintKind::strain
           : view.body_colours == BodyColours::stresses ? PaintKind::stress
                                                        : PaintKind::values;
}

// The distances of all vertices of the tets of the character itself, where a cut shows them.
std::shared_ptr<const std::vector<float>> leader_tet_values(const ApplicationSession& session) {
    const ComparedStep* step = session.feature<ComparisonController>().newest();
    const bool are_shown = step && session.view().body_colours == BodyColours::distances;
    return are_shown ? step->bodies.front().inside_distances : nullptr;
}

// In a comparison the colours of tets have the range of its legend.
ViewOptions view_shown(const ApplicationSession& session) {
    ViewOptions view = session.view();
    if (!leader_values(session).empty()) {
        const auto range = static_cast<double>(session.feature<ComparisonController>().colour_range());
        view.paint = compared_paint(view);
        view.strain_range = view.paint == PaintKind::stress ? range / session.editor().controls().young : range;
    }
    return view;
}

Command error_message(const Error& error) {
    return ShowMessage{{Message::Kind::error, sentence(error) + "."}};
}

std::vector<Snapshot> drawn_characters(const ApplicationSession& session, const std::vector<Snapshot>& shown) {
    std::vector<Snapshot> drawn;
    const SessionState state = session.state();
    std::ranges::copy_if(shown, std::back_inserter(drawn),
                         [&](const Snapshot& snapshot) { return state.is_drawn(snapshot); });
    return drawn;
}

} // namespace

ScenePicture::ScenePicture(Renderer renderer, const std::vector<std::filesystem::path>& scenes)
    : renderer_(std::move(renderer)), tiles_(tiles_of(scenes, renderer_)) {}

// Uploads parts for a little time in each frame, one mesh after the other.
void ScenePicture::upload(ApplicationSession& session) {
    const Built* arriving = session.arriving();
    if (!arriving) {
        return;
    }
    const UploadClock::time_point until = UploadClock::now() + upload_time;
    for (const CharacterPtr& model : arriving->models()) {
        const auto is_there = display_.prepare(renderer_, *model, until);
        if (!is_there) {
            session.refuse_arrived(is_there.error());
            return;
        }
        if (!is_there.value()) {
            return;
        }
    }
    session.show_arrived();
}

Commands ScenePicture::draw(const ApplicationSession& session, const PixelSize& pixels, double scale) {
    Commands commands;
    if (const auto done = update_paint(session); !done) {
        commands.push_back(error_message(done.error()));
    }
    if (const auto done = target_.show(renderer_, session.shown().selected, session.view().target); !done) {
        commands.emplace_back(EditView{[](ViewOptions& view) {
            view.target = {};
        }});
        commands.push_back(error_message(done.error()));
    }
    if (const SessionState state = session.state(); state.shown.selected.character) {
        update_place(state, state.camera.now(), session.feature<CameraController>().followed(state));
    }
    if (const auto done = update_obstacles(session); !done) {
        commands.push_back(error_message(done.error()));
    }
    if (const auto done = update_compared(session); !done) {
        commands.emplace_back(EndComparison{done.error()});
    }
    const std::vector<Snapshot> drawn = drawn_characters(session, session.shown().all);
    const ViewOptions shown = view_shown(session);
    DrawList list = display_.picture(drawn, shown_by(session, shown), session.state().camera.now(),
                                     session.viewport().layout, scale);
    list.pixel_scale = static_cast<float>(session.viewport().content_scale * scale);
    View& view = list.views.back();
    const auto selected = std::ranges::find(drawn, session.editor().selected(), &Snapshot::id);
    if (selected != drawn.end()) {
        const auto index = static_cast<std::size_t>(selected - drawn.begin());
        target_.add_to(view, view.items.size() - drawn.size() + index);
    }
    add_compared(session, session.viewport().layout, scale, list);
    renderer_.draw(list, pixels.width, pixels.height);
    return commands;
}

Result<Done> ScenePicture::show_loads(const ModelDescription& description, const CharacterPtr& character, int chosen) {
    auto updated = loads_.update(description.loads, character);
    std::vector<PaintedRegion> fields;
    for (const ShownLoad& load : loads_.on(character)) {
        fields.push_back(load.field);
    }
    display_.show_regions(fields, chosen);
    return updated;
}

// While the brush paints a load, the marks of that one alone.
void ScenePicture::draw_loads(const ApplicationSession& session, const ViewOptions& view, const Snapshot& snapshot,
                              const OrbitCamera& camera, Overlay& marks) const {
    const DrawnMotion motion = drawn_motion(view, snapshot.id, session.editor().document().exaggeration);
    const int chosen = view.brush.is_held ? view.brush.region : -1;
    const std::vector<ShownLoad>& loads = loads_.on(snapshot.character);
    for (std::size_t load = 0; load < loads.size(); ++load) {
        if (chosen < 0 || chosen == static_cast<int>(load)) {
            draw_load(loads[load].marks, load, snapshot, motion, frame_of(camera).eye, marks);
        }
    }
}

Overlay ScenePicture::marks_of(const ApplicationSession& session, const ViewOptions& view,
                               const std::vector<Snapshot>& snapshots, const OrbitCamera& camera) const {
    Overlay marks;
    const Editor& editor = session.editor();
    for (const Snapshot& snapshot : snapshots) {
        const CharacterInstance* instance = editor.scene().instance(snapshot.id);
        if (!instance || !is_drawn(snapshot, view, editor.selected())) {
            continue;
        }
        const bool is_selected = snapshot.id == editor.selected();
        if (view.contacts || (is_selected && view.brush.paints(BrushTarget::contact_density))) {
            draw_contacts(contact_marks(snapshot), arrow_scale(*snapshot.character, instance->controls.density),
                          frame_of(camera).eye, marks);
        }
        if (is_selected && target_shown(view) == BrushTarget::load) {
            draw_loads(session, view, snapshot, camera, marks);
        }
    }
    return marks;
}

// While the brush is selected, the view shows the values that it paints.
Result<Done> ScenePicture::update_paint(const ApplicationSession& session) {
    const BrushOptions& brush = session.view().brush;
    const ModelDescription& description = session.editor().description();
    const Snapshot& selected = session.shown().selected;
    ViewOptions shown = session.view();
    const BrushTarget target = target_shown(shown);
    const int chosen = brush.is_held ? brush.region : -1;
    if (target == BrushTarget::load && selected.character) {
        if (auto done = show_loads(description, selected.character, chosen); !done) {
            return done;
        }
    } else {
        const FieldsShown painted = fields_shown(description, target, chosen, selected.character.get());
        display_.show_regions(painted.fields, painted.chosen);
    }
    if (brush.is_held || target != BrushTarget::muscle_region) {
        shown.paint = PaintKind::regions;
    }
    if (const std::vector<float>& values = leader_values(session); !values.empty()) {
        shown.paint = compared_paint(shown);
        display_.show_values(value_scalars(values, session.feature<ComparisonController>().colour_range()),
                             leader_tet_values(session));
    }
    return display_.update(renderer_, selected, shown);
}

// The characters stand on the floor.
void ScenePicture::update_place(const SessionState& state, const OrbitCamera& camera, const Vec3& way) {
    const Snapshot& selected = state.shown.selected;
    const SceneBounds bounds = state.bounds();
    display_.place(bounds.sharp_box(camera, selected), bounds.camera_targets(selected).size, bounds.ground(), way);
}

Result<Done> ScenePicture::update_obstacles(const ApplicationSession& session) {
    const auto& obstacles = common_obstacles_.of(session.shown().all);
    auto done = display_.surround(renderer_, obstacles, drawn_obstacle(*obstacles, session));
    display_.mark(marks_of(session, view_shown(session), session.shown().all, session.state().camera.now()));
    return done;
}

Result<Done> ScenePicture::update_compared(const ApplicationSession& session) {
    const ComparisonController& comparison = session.feature<ComparisonController>();
    const CharacterPtr& character = session.shown().selected.character;
    return compared_.show(
        renderer_, character, comparison.newest(),
        {session.view().body_colours, comparison.colour_range(), display_.cut_tets(character, session.view().cut)});
}

void ScenePicture::add_compared(const ApplicationSession& session, const Layout& layout, double scale,
                                DrawList& list) const {
    for (std::size_t i = 0; i < layout.compared.size() && i < compared_.items().size(); ++i) {
        if (const DrawItem& item = compared_.items()[i]; item.deformed) { // or else it is being prepared
            list.views.push_back(
                display_.view_beside(item, session.view(), session.state().camera.now(), layout.compared[i], scale));
        }
    }
}

Result<Image> ScenePicture::capture(const ApplicationSession& session, const Layout& layout, double scale,
                                    bool is_transparent) {
    const ViewOptions shown = view_shown(session);
    DrawList list = display_.picture(drawn_characters(session, session.shown().all), shown_by(session, shown),
                                     session.state().camera.now(), layout, scale);
    add_compared(session, layout, scale, list);
    return captured(std::move(list), layout, scale, is_transparent);
}

Result<Image> ScenePicture::captured(DrawList list, const Layout& layout, double scale, bool is_transparent) {
    const int width = static_cast<int>(layout.view.width * scale);
    const int height = static_cast<int>(layout.view.height * scale);
    return is_transparent ? renderer_.capture_transparent(std::move(list), width, height)
                          : renderer_.capture(list, width, height);
}

Result<std::optional<Image>> ScenePicture::capture(const ApplicationSession& session, const FilmFrame& frame,
                                                   const Layout& layout, double scale) {
    const UploadClock::time_point until = UploadClock::now() + upload_time;
    for (const Snapshot& snapshot : frame.snapshots) {
        const auto is_there = display_.prepare(renderer_, *snapshot.character, until);
        if (!is_there) {
            return is_there.error();
        }
        if (!is_there.value()) {
            return std::optional<Image>();
        }
    }
    const SessionState now = session.state();
    const SceneSnapshots shown{frame.snapshots, frame.selected};
    const SessionState filmed{now.editor,   now.models,    shown,        frame.view.options, now.camera,
                              now.viewport, now.selection, now.activity, now.seconds,        now.is_mouse_on_panels};
    update_place(filmed, frame.camera, Vec3::Zero());
    if (const auto done = display_.surround(renderer_, common_obstacles_.of(frame.snapshots), -1); !done) {
        return done.error();
    }
    display_.mark(marks_of(session, frame.view.options, frame.snapshots, frame.camera));
    const Display::Shown how{frame.view.selected, frame.view.options, frame.view.exaggeration,
                             session.editor().controls().young};
    std::vector<Snapshot> drawn;
    std::ranges::copy_if(frame.snapshots, std::back_inserter(drawn),
                         [&](const Snapshot& snapshot) { return is_drawn(snapshot, how.view, how.selected); });
    auto image = captured(display_.picture(drawn, how, frame.camera, layout, scale), layout, scale, false);
    return image ? Result<std::optional<Image>>(std::optional(std::move(image).value())) : image.error();
}

void ScenePicture::add_to(UiState& ui_state, const ApplicationSession& session) {
    const auto& newest = session.feature<GaitSearchController>().status().population_view;
    if (newest && newest != population_view_) {
        population_view_ = newest;
        if (population_texture_ == 0) {
            population_texture_ = renderer_.keep_picture(population_view_->picture);
        } else {
            renderer_.replace_picture(population_texture_, population_view_->picture);
        }
    }
    ui_state.search.population_view = population_view_ ? population_texture_ : 0;
    ui_state.files.tiles = &tiles_;
}

void ScenePicture::add_caption(Sketch& sketch, const ApplicationSession& session) const {
    const Snapshot& selected = session.shown().selected;
    const std::string caption = selected.character ? caption_of(*selected.character, session.view().target) : "";
    if (!caption.empty()) {
        const Viewport& viewport = session.viewport();
        const ViewArea& area = viewport.layout.dynamics;
        sketch.labels.push_back(
            {Pixel(area.centre().x(), area.y + area.height - 50.0 * viewport.content_scale), caption});
    }
}

} // namespace limber::app
