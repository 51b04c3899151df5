#version 410 core
#include "common/view.glsl"

uniform vec3 u_side; // two unit vectors that span the ground
uniform vec3 u_front;
uniform float u_reach; // [focus radius]
uniform float u_cell;  // [m]; 0: no pattern

out vec2 v_from_foot;
out vec2 v_place; // in the world [cell]
out vec2 v_shadow_point;

// A square around the foot of the focus.
void main() {
    v_from_foot = u_reach * (vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0);
    vec3 foot = u_focus.xyz - u_up.xyz * (dot(u_focus.xyz, u_up.xyz) - u_up.w);
    vec4 position = vec4(foot + u_focus.w * (v_from_foot.x * u_side + v_from_foot.y * u_front), 1.0);
    v_shadow_point = (u_shadow_from_world * position).xy;
    v_place = vec2(dot(position.xyz, u_side), dot(position.xyz, u_front)) / max(u_cell, 1e-9);
    gl_Position = u_clip_from_world * position;
}
