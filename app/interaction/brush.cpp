// SPDX-License-Identifier: MIT
#include "app/interaction/brush.h"

#include "app/character/character.h"
#include "app/view/drawables.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr std::size_t dabs_max = 8; // per frame: each one tests every triangle
constexpr double dab_gap = 0.3;     // of the brush's radius on the screen, from one dab to the next
constexpr double size_step = 1.2;   // factor of the radius per press of [ or ]
constexpr double beyond = 1e-6;     // of the body's diagonal, behind the hit
constexpr int brush_ring_points = 48;

double diagonal_of(const Character& character) {
    return bounding_box(character.mesh.X).diagonal();
}

Vec3 normal_at(const Points& x, const Triangles& F, int triangle) {
    const Vec3 a = x.row(F(triangle, 0));
    const Vec3 b = x.row(F(triangle, 1));
    const Vec3 c = x.row(F(triangle, 2));
    return (b - a).cross(c - a).normalized();
}

// Samples the path at distances of at most `gap`. Keeps at most `dabs_max` samples, always including the last one.
std::vector<Pixel> stops_along(const Pixel& from, const std::vector<Pixel>& way, double gap) {
    std::vector<Pixel> stops;
    Pixel last = from;
    for (const Pixel& to : way) {
        const auto parts = static_cast<int>(std::ceil((to - last).norm() / std::max(gap, 2.0)));
        for (int part = 1; part <= parts; ++part) {
            stops.push_back(last + (to - last) * part / parts);
        }
        last = to;
    }
    while (stops.size() > dabs_max) {
        std::vector<Pixel> fewer;
        for (std::size_t i = (stops.size() + 1) % 2; i < stops.size(); i += 2) {
            fewer.push_back(stops[i]);
        }
        stops = std::move(fewer);
    }
    return stops;
}

bool has_regions(BrushTarget target) {
    return target == BrushTarget::muscle_region || target == BrushTarget::material_part ||
           target == BrushTarget::load || target == BrushTarget::weight;
}

// Muscle regions without paint are made of labels or bones; paint does not limit loads of some kinds.
bool can_be_painted(const PaintedField& field, const ModelDescription& description) {
    const PaintedRegion* painted = painted_in(description, field);
    if (!painted || field.target == BrushTarget::material_part || field.target == BrushTarget::weight) {
        return painted != nullptr;
    }
    return field.target == BrushTarget::load ? has_field(description.loads[field.index].load.kind)
                                             : painted->is_there();
}

// The chosen region or part, or the target's only field; nullopt if nothing is chosen.
std::optional<PaintedField> chosen_field(const BrushOptions& options, const ModelDescription& description) {
    if (!has_regions(options.target)) {
        return PaintedField{options.target, 0};
    }
    const PaintedField field{options.target, static_cast<std::size_t>(std::max(options.region, 0))};
    return options.region >= 0 && can_be_painted(field, description) ? std::optional(field) : std::nullopt;
}

std::string at_most(std::size_t count, const std::string& what) {
    return "A body has at most " + std::to_string(count) + " " + what + ": delete one, and then paint a new one";
}

// Why a stroke creates no new field, as a phrase; empty if it can.
std::string fault_in_new_field(BrushTarget target, const ModelDescription& description) {
    if (target == BrushTarget::load && description.loads.size() >= body_loads_max) {
        return at_most(body_loads_max, "loads");
    }
    if (target == BrushTarget::material_part && description.material.parts.size() >= material_parts_max) {
        return at_most(material_parts_max, "painted parts");
    }
    if (target == BrushTarget::weight && description.painted_weights.size() >= painted_weights_max) {
        return at_most(painted_weights_max, "painted weights");
    }
    return "";
}

// The chosen field, or a new one. Returns nullopt if there is none and the stroke would not add paint, or
// if the body has as many as it can have.
std::optional<PaintedField> field_to_paint(BrushOptions& options, BrushEffect effect, ModelDescription& description) {
    auto field = chosen_field(options, description);
    if (!field && effect == BrushEffect::adds && fault_in_new_field(options.target, description).empty()) {
        field = add_field(description, options.target);
        options.region = static_cast<int>(field->index);
    }
    return field;
}

BrushEffect effect_of(const MouseButtonChanged& event) {
    return event.control ? BrushEffect::erases : event.shift ? BrushEffect::smooths : BrushEffect::adds;
}

// Of left and right, through the middle of the body at rest.
Mirror mirror_of(const Canvas& canvas) {
    const Vec3 side = up_of(canvas.description).cross(front_of(canvas.description)).normalized();
    return {bounding_box(canvas.scene.character->mesh.X).centre(), side};
}

} // namespace

std::vector<InputEvent> Brush::take(const std::vector<InputEvent>& events, BrushOptions& options,
                                    const Canvas& canvas) {
    ended_.reset();
    // Paint has a level for each vertex of a boundary of tets.
    if (!options.is_held || !canvas.scene.character || canvas.scene.character->thin) {
        held_.reset();
        under_.reset();
        return events;
    }
    std::vector<InputEvent> others;
    for (const InputEvent& event : events) {
        if (const auto* moved = std::get_if<MouseMoved>(&event)) {
            mouse_ = Pixel(moved->x, moved->y);
            mouse_moved_ = true;
            way_.push_back(mouse_);
        }
        const auto* button = std::get_if<MouseButtonChanged>(&event);
        const auto* typed = std::get_if<CharacterTyped>(&event);
        if (!(button && takes(*button, options, canvas)) && !(typed && takes(*typed, options))) {
            others.push_back(event);
        }
    }
    continue_stroke(options, canvas);
    look_under_mouse(canvas);
    return others;
}

bool Brush::takes(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas) {
    if (event.button != MouseButton::left) {
        return held_.has_value(); // other buttons do not move the camera during a stroke
    }
    mouse_ = Pixel(event.x, event.y);
    if (event.down && !held_ && !event.alt) {
        begin(event, options, canvas);
        return held_.has_value();
    }
    if (event.down || !held_) {
        return held_.has_value();
    }
    way_.push_back(mouse_);
    continue_stroke(options, canvas);
    if (held_) {
        ended_ = held_->field;
    }
    held_.reset();
    return true;
}

bool Brush::takes(const CharacterTyped& event, BrushOptions& options) {
    if (event.code_point != '[' && event.code_point != ']') {
        return false;
    }
    const double command = event.code_point == ']' ? options.radius * size_step : options.radius / size_step;
    options.radius = std::clamp(command, brush_radius_min, brush_radius_max);
    return true;
}

void Brush::begin(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas) {
    const Touchable& scene = canvas.scene;
    const bool is_elsewhere =
        !scene.character || !scene.area.holds(mouse_) || (scene.other_at && scene.other_at(mouse_));
    if (is_elsewhere || !first_hit(mouse_ray(canvas.camera, scene.area, mouse_), scene.surface(), *scene.triangles)) {
        return;
    }
    const Character& character = *scene.character;
    const BrushEffect effect = effect_of(event);
    const auto field = field_to_paint(options, effect, canvas.description);
    if (!field) {
        return; // nothing to erase
    }
    BrushTip tip{options.radius * diagonal_of(character), options.strength, options.softness, effect, {}};
    if (options.mirrored) {
        tip.mirror = mirror_of(canvas);
    }
    PaintLevels before = painted_in(canvas.description, *field)->levels();
    if (field->target == BrushTarget::contact_density && before.empty()) {
        before.assign(character.boundary_vertices.size(), even_level);
    }
    held_ = Held{BrushStroke(surface_at_rest(character), *scene.triangles, std::move(before), tip), *field,
                 scene.triangles->rows(), mouse_};
    way_ = {mouse_};
    dab(scene.surface(), mouse_, options, canvas);
}

// A stroke ends when its region or its surface was removed.
void Brush::continue_stroke(const BrushOptions& options, const Canvas& canvas) {
    const std::vector<Pixel> way = std::exchange(way_, {});
    if (!held_) {
        return;
    }
    PaintedRegion* target = painted_in(canvas.description, held_->field);
    if (!target || held_->triangles != canvas.scene.triangles->rows()) {
        held_.reset();
        return;
    }
    const Vec3 depth = under_ ? under_->position : canvas.camera.target;
    const double radius = options.radius * diagonal_of(*canvas.scene.character);
    const double pixels = radius / metres_per_pixel(canvas.camera, canvas.scene.area, depth);
    const std::vector<Pixel> stops = stops_along(held_->last, way, dab_gap * pixels);
    const Points x = stops.empty() ? Points() : canvas.scene.surface();
    for (const Pixel& at : stops) {
        dab(x, at, options, canvas);
    }
    held_->last = way.empty() ? held_->last : way.back();
    *target = PaintedRegion(held_->stroke.levels());
}

void Brush::dab(const Points& x, const Pixel& at, const BrushOptions& options, const Canvas& canvas) {
    const MouseRay ray = mouse_ray(canvas.camera, canvas.scene.area, at);
    const auto hit = first_hit(ray, x, *canvas.scene.triangles);
    if (!hit) {
        return;
    }
    held_->stroke.dab(*hit);
    const double step = beyond * diagonal_of(*canvas.scene.character);
    const MouseRay inside{hit->position + step * ray.direction, ray.direction};
    if (const auto far = options.through ? first_hit(inside, x, *canvas.scene.triangles) : std::nullopt) {
        held_->stroke.dab(*far);
    }
    under_ = hit;
    normal_ = normal_at(x, *canvas.scene.triangles, hit->triangle);
}

void Brush::look_under_mouse(const Canvas& canvas) {
    if (held_ || !mouse_moved_) {
        return;
    }
    mouse_moved_ = false;
    under_.reset();
    if (canvas.scene.area.holds(mouse_)) {
        const Points x = canvas.scene.surface();
        under_ = first_hit(mouse_ray(canvas.camera, canvas.scene.area, mouse_), x, *canvas.scene.triangles);
        normal_ = under_ ? normal_at(x, *canvas.scene.triangles, under_->triangle) : normal_;
    }
}

Sketch Brush::sketch(const BrushOptions& options, const Canvas& canvas) const {
    Sketch sketch;
    if (!options.is_held || !under_ || !canvas.scene.character) {
        return sketch;
    }
    const Vec3 u = normal_.unitOrthogonal();
    const Vec3 v = normal_.cross(u);
    const double radius = options.radius * diagonal_of(*canvas.scene.character);
    Stroke ring;
    for (int k = 0; k < brush_ring_points; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / brush_ring_points;
        const Vec3 at = under_->position + radius * (std::cos(angle) * u + std::sin(angle) * v);
        if (const auto pixel = pixel_of(canvas.camera, canvas.scene.area, at)) {
            ring.points.push_back(*pixel);
        }
    }
    ring.closed = true;
    ring.ink = palette::halo;
    ring.width = 4.0 * canvas.scene.content_scale;
    sketch.strokes.push_back(ring);
    ring.ink = palette::accent;
    ring.width = 1.8 * canvas.scene.content_scale;
    sketch.strokes.push_back(ring);
    return sketch;
}

std::string Brush::hint(const BrushOptions& options, const ModelDescription& description) const {
    if (!options.is_held || !under_) {
        return "";
    }
    if (options.target == BrushTarget::contact_density) {
        return "Drag for more contact points; Ctrl + drag for fewer; [ and ] change the brush";
    }
    const auto field = chosen_field(options, description);
    if (const std::string fault = fault_in_new_field(options.target, description); !field && !fault.empty()) {
        return fault;
    }
    const std::string what = field                                          ? name_of(description, *field)
                             : options.target == BrushTarget::muscle_region ? "a new region"
                             : options.target == BrushTarget::load          ? "a new load"
                             : options.target == BrushTarget::weight        ? "a new weight"
                                                                            : "a new part";
    return "Drag to paint " + what + "; Ctrl + drag erases, Shift + drag smooths, [ and ] change the brush";
}

void Brush::clear_hover() {
    if (!held_) {
        under_.reset();
        mouse_moved_ = false;
    }
}

} // namespace limber::app
