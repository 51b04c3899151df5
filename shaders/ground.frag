#version 410 core
#include "common/studio.glsl"

// The floor is the background again, a little brighter where the light falls, and darker where it does not:
// so it has no edge anywhere.
in vec3 v_position;

uniform sampler2D u_near_shadow; // little blurred, for what stands close to the ground
uniform sampler2D u_far_shadow;  // much blurred, for what is high above it
uniform float u_reach;

out vec4 out_colour;

const vec3 shadow_colour = vec3(0.42, 0.435, 0.50);

float covered(vec3 at) {
    vec2 inside = smoothstep(0.0, 0.06, at.xy) * smoothstep(1.0, 0.94, at.xy);
    vec2 far = texture(u_far_shadow, at.xy).rg;
    vec2 near = texture(u_near_shadow, at.xy).rg;
    float height = far.y / max(far.x, 1e-3);
    float softness = smoothstep(0.05, 0.9, height);
    return mix(near.x, far.x, softness) * mix(1.0, 0.7, softness) * inside.x * inside.y;
}

void main() {
    vec3 foot = u_focus.xyz - u_up.xyz * (dot(u_focus.xyz, u_up.xyz) - u_up.w);
    float away = distance(v_position, foot) / u_focus.w;
    float fade = 1.0 - smoothstep(0.35, 1.0, away * u_focus.w / u_reach);
    vec3 light = background() * (1.0 + 0.10 * exp(-0.35 * away * away));
    vec3 at = (u_shadow_from_world * vec4(v_position, 1.0)).xyz;
    light *= mix(vec3(1.0), shadow_colour, covered(at));
    out_colour = vec4(to_shown(mix(background(), light, fade)), 1.0);
}
