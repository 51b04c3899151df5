#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"
#include "common/skin.glsl"

layout(location = 0) in vec4 in_colour; // a: 1 if the vertex has its own colour
layout(location = 1) in float in_scalar;
layout(location = 3) in vec3 in_place; // MaterialPlace in app/geometry/skin_materials.h

uniform samplerBuffer u_looks; // two texels for each instance: colour and opacity; paint and tint
uniform float u_outline; // offset of the surface outwards on the screen [pixel]

out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour; // linear
out float v_scalar;
out vec3 v_place; // on the picture, and the number of the material
flat out float v_opacity;
flat out float v_tint;
flat out int v_paint; // Paint in app/rendering/draw_list.h
flat out int v_wires; // Wires in app/rendering/draw_list.h
flat out int v_instance;

void main() {
    vec4 look = texelFetch(u_looks, 2 * int(in_instance));
    v_opacity = look.a;
    vec4 paint = texelFetch(u_looks, 2 * int(in_instance) + 1);
    v_paint = int(paint.x);
    v_tint = paint.y;
    v_wires = int(paint.z);
    v_instance = int(in_instance);
    v_position = skin_position();
    v_normal = skin_normal();
    v_colour = to_linear(mix(look.rgb, in_colour.rgb, in_colour.a));
    v_scalar = in_scalar;
    v_place = in_place;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
    if (u_outline > 0.0) {
        vec2 outwards = (u_clip_from_world * vec4(v_normal, 0.0)).xy * u_picture.zw;
        float size = max(length(outwards), 1e-6);
        gl_Position.xy += outwards / size * (2.0 * u_outline * u_scale.x * gl_Position.w) / u_picture.zw;
    }
}
