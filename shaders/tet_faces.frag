#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"
#include "common/dither.glsl"
#include "common/lighting.glsl"
#include "common/paint.glsl"
#include "common/shadow.glsl"
#include "common/wires.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec3 v_colour; // linear
in float v_value;
flat in float v_share;
flat in uint v_label;
flat in float v_tint;
flat in int v_paint;
flat in int v_wires;
flat in int v_inside;
flat in vec3 v_corner_a;
flat in vec3 v_corner_b;
flat in vec3 v_corner_c;

out vec4 out_colour;

const vec3 inside_colour = vec3(0.93, 0.86, 0.80); // sRGB, of faces inside a body without paint
const float inside_wires = 0.45;                   // of the strength of the lines on the skin
const float inside_value_wires = 0.15;             // likewise, where the colour shows a value

bool shows_value() {
    return v_paint == paint_scalar || v_paint == paint_strain || v_paint == paint_stress;
}

vec3 albedo() {
    if (v_paint == paint_labels) {
        return to_linear(label_colour(v_label));
    }
    if (v_paint == paint_scalar) {
        return to_linear(share_colour(v_value));
    }
    if (v_paint == paint_strain || v_paint == paint_stress) {
        return to_linear(share_colour(v_share));
    }
    return v_inside > 0 ? mix(to_linear(inside_colour), v_colour, 0.25) : v_colour;
}

vec3 lit(vec3 colour, vec3 n) {
    if (shows_value() && v_inside > 0) {
        return inside_value_light(colour, n);
    }
    float visible = key_visible(v_position, n);
    return shows_value() ? value_light(colour, n, visible) : flesh(colour, v_position, n, visible);
}

void main() {
    bool has_lines = v_inside > 0 || v_wires != wires_none;
    float wire = has_lines ? wire_coverage(v_corner_a, v_corner_b, v_corner_c) : 0.0;
    if (v_wires == wires_alone) {
        out_colour = vec4(to_shown(0.35 * albedo()), (gl_FrontFacing ? 0.9 : 0.35) * wire);
        return;
    }
    vec3 n = normalize(v_normal);
    vec3 light = lit(mix(albedo(), selected_colour(v_colour), v_tint), n);
    float inside = shows_value() ? inside_value_wires : inside_wires;
    float strength = wire_strength * (v_wires == wires_none ? inside : 1.0);
    out_colour = vec4(mix(to_shown(light) + dither(), wire_colour, strength * wire), 1.0);
}
