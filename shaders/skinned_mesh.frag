#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"
#include "common/dither.glsl"
#include "common/lighting.glsl"
#include "common/wires.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec3 v_colour; // linear
in float v_scalar;
flat in float v_opacity;
flat in float v_tint; // towards the outline's colour
flat in int v_paint; // Paint in app/rendering/draw_list.h
flat in int v_wires; // Wires in app/rendering/draw_list.h
flat in int v_instance;

uniform sampler2DShadow u_shadow;
uniform usamplerBuffer u_labels;
uniform usamplerBuffer u_triangles; // three texels for each triangle
uniform samplerBuffer u_skin;       // see common/skin.glsl
uniform int u_vertex_count;
uniform float u_outline; // above zero: the outline of the selected character, in one colour [pixel]

out vec4 out_colour;

const int paint_scalar = 1;
const int paint_labels = 2;
const int paint_tinted = 3;

const vec3 outline_colour = vec3(0.03, 0.34, 0.42); // linear
const vec3 low_colour = vec3(0.16, 0.38, 0.70);
const vec3 middle_colour = vec3(0.95, 0.94, 0.92);
const vec3 high_colour = vec3(0.80, 0.23, 0.18);

vec3 diverging(float value) {
    float v = clamp(value, -1.0, 1.0);
    return mix(middle_colour, v < 0.0 ? low_colour : high_colour, sqrt(abs(v)));
}

// Successive indices get distant hues: steps of the golden ratio.
float label_hue(uint label) {
    return fract(float(label % 4096u) * 0.61803399);
}

vec3 pure_colour(float hue) {
    return clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
}

vec3 label_colour(uint label) {
    float light = 0.86 - 0.16 * float((label / 3u) % 3u) / 2.0;
    return light * mix(vec3(1.0), pure_colour(label_hue(label)), 0.45);
}

// The same as region_colour in app/view/region_paint.h: saturated, distinct from any skin colour.
vec3 region_colour(uint label) {
    return 0.82 * mix(vec3(1.0), pure_colour(0.52 + label_hue(label)), 0.85);
}

vec3 albedo() {
    if (v_paint == paint_scalar) {
        return to_linear(diverging(v_scalar));
    }
    if (v_paint == paint_labels) {
        return to_linear(label_colour(texelFetch(u_labels, gl_PrimitiveID).r));
    }
    if (v_paint == paint_tinted) {
        vec3 tint = to_linear(region_colour(texelFetch(u_labels, gl_PrimitiveID).r));
        vec3 plain = mix(v_colour, vec3(dot(v_colour, vec3(0.21, 0.72, 0.07))), 0.7); // desaturated, because mixing with skin colours looks muddy
        return mix(plain, tint, clamp(v_scalar, 0.0, 1.0));
    }
    return v_colour;
}

vec3 corner(int i) {
    int vertex = int(texelFetch(u_triangles, 3 * gl_PrimitiveID + i).r);
    return texelFetch(u_skin, 2 * (v_instance * u_vertex_count + vertex)).xyz;
}

// The outline's colour with the lightness of the tinted colour.
vec3 selected_colour() {
    return outline_colour * (dot(v_colour, vec3(0.21, 0.72, 0.07)) / dot(outline_colour, vec3(0.21, 0.72, 0.07)));
}

// Four bilinear samples; the start is moved off the surface to avoid self-shadowing.
float key_visible(vec3 n) {
    vec3 start = v_position + n * (0.020 * u_focus.w);
    vec3 at = (u_shadow_from_world * vec4(start, 1.0)).xyz;
    vec2 texel = 1.6 / vec2(textureSize(u_shadow, 0));
    float sum = texture(u_shadow, vec3(at.xy + texel * vec2(-0.35, -0.95), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(0.95, -0.35), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(0.35, 0.95), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(-0.95, 0.35), at.z));
    return 0.25 * sum;
}

void main() {
    if (u_outline > 0.0) {
        out_colour = vec4(to_shown(outline_colour), 1.0);
        return;
    }
    float wire = v_wires == wires_none ? 0.0 : wire_coverage(corner(0), corner(1), corner(2));
    if (v_wires == wires_alone) {
        vec3 colour = to_shown(mix(albedo() * 0.35, outline_colour, v_tint));
        out_colour = vec4(colour, (gl_FrontFacing ? 0.9 : 0.35) * wire);
        return;
    }
    vec3 n = normalize(v_normal);
    vec3 light = flesh(mix(albedo(), selected_colour(), v_tint), v_position, n, key_visible(n));
    out_colour = vec4(mix(to_shown(light) + dither(), wire_colour, wire_strength * wire), v_opacity);
}
