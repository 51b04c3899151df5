#version 410 core
#include "common/view.glsl"
#include "common/skinning.glsl"
#include "common/colour.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_tangent_s;
layout(location = 2) in vec3 in_tangent_t;
layout(location = 3) in vec4 in_colour; // a: is it the vertex's own?
layout(location = 4) in float in_scalar;

uniform vec3 u_colour;

out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour; // linear
out float v_scalar;

void main() {
    Skin skin = skin_at(gl_VertexID, in_position, in_tangent_s, in_tangent_t);
    float size = length(skin.normal);
    v_position = skin.position;
    v_normal = size > 0.0 ? skin.normal / size : vec3(0.0, 1.0, 0.0);
    v_colour = to_linear(mix(u_colour, in_colour.rgb, in_colour.a));
    v_scalar = in_scalar;
    gl_Position = u_clip_from_world * vec4(skin.position, 1.0);
}
