#version 410 core
#include "common/view.glsl"

uniform vec3 u_side; // two unit vectors that span the ground
uniform vec3 u_front;
uniform float u_reach; // [m]

out vec3 v_position;

// A square around the foot of the focus.
void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    vec3 foot = u_focus.xyz - u_up.xyz * (dot(u_focus.xyz, u_up.xyz) - u_up.w);
    v_position = foot + u_reach * (corner.x * u_side + corner.y * u_front);
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
