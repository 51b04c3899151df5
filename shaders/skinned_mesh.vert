#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"

layout(location = 0) in vec3 in_position; // deformed, by skinning.vert
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_colour; // a: is it the vertex's own?
layout(location = 3) in float in_scalar;

uniform vec3 u_colour;
uniform float u_outline; // [pixel] how far the surface is pushed outwards on the screen

out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour; // linear
out float v_scalar;

void main() {
    v_position = in_position;
    v_normal = in_normal;
    v_colour = to_linear(mix(u_colour, in_colour.rgb, in_colour.a));
    v_scalar = in_scalar;
    gl_Position = u_clip_from_world * vec4(in_position, 1.0);
    if (u_outline > 0.0) {
        vec2 outwards = (u_clip_from_world * vec4(in_normal, 0.0)).xy * u_picture.zw;
        float size = max(length(outwards), 1e-6);
        gl_Position.xy += outwards / size * (2.0 * u_outline * u_scale.x * gl_Position.w) / u_picture.zw;
    }
}
