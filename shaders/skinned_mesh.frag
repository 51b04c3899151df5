#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"
#include "common/dither.glsl"
#include "common/lighting.glsl"
#include "common/materials.glsl"
#include "common/paint.glsl"
#include "common/shadow.glsl"
#include "common/wires.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec3 v_colour; // linear
in float v_scalar;
in vec3 v_place; // on the picture, and the number of the material
flat in float v_opacity;
flat in float v_tint; // towards the outline's colour
flat in int v_paint; // Paint in app/rendering/draw_list.h
flat in int v_wires; // Wires in app/rendering/draw_list.h
flat in int v_instance;

uniform usamplerBuffer u_labels;
uniform usamplerBuffer u_triangles; // three texels for each triangle
uniform samplerBuffer u_skin;       // see common/skin.glsl
uniform int u_vertex_count;
uniform float u_outline; // above zero: the outline of the selected character, in one colour [pixel]

out vec4 out_colour;

vec3 albedo(vec3 own) {
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
    return own;
}

vec3 corner(int i) {
    int vertex = int(texelFetch(u_triangles, 3 * gl_PrimitiveID + i).r);
    return texelFetch(u_skin, 2 * (v_instance * u_vertex_count + vertex)).xyz;
}

void main() {
    vec3 own = v_colour * material_colour(v_place);
    if (u_outline > 0.0) {
        out_colour = vec4(to_shown(outline_colour), 1.0);
        return;
    }
    float wire = v_wires == wires_none ? 0.0 : wire_coverage(corner(0), corner(1), corner(2));
    if (v_wires == wires_alone) {
        vec3 colour = to_shown(mix(albedo(own) * 0.35, outline_colour, v_tint));
        out_colour = vec4(colour, (gl_FrontFacing ? 0.9 : 0.35) * wire);
        return;
    }
    vec3 n = normalize(v_normal);
    if (u_has_materials != 0 && !gl_FrontFacing) {
        n = -n;
    }
    vec3 colour = mix(albedo(own), selected_colour(own), v_tint);
    float visible = key_visible(v_position, n);
    vec3 light = v_paint == paint_scalar ? value_light(colour, n, visible) : flesh(colour, v_position, n, visible);
    out_colour = vec4(mix(to_shown(light) + dither(), wire_colour, wire_strength * wire), v_opacity);
}
