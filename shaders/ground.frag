#version 410 core
#include "common/studio.glsl"

// The floor is the background again, a little brighter where the light falls, and darker where it does not:
// so it has no edge anywhere.
in vec2 v_from_foot;    // [focus radius]
in vec2 v_shadow_point; // in the shadow map

uniform sampler2D u_near_shadow; // little blurred, for what stands close to the ground
uniform sampler2D u_far_shadow;  // much blurred, for what is high above it
uniform float u_reach; // [focus radius]

out vec4 out_colour;

const vec3 shadow_factor = vec3(0.610, 0.622, 0.675); // of the colours that are shown

float covered(vec2 at) {
    vec2 inside = smoothstep(0.0, 0.06, at) * smoothstep(1.0, 0.94, at);
    vec2 far = texture(u_far_shadow, at).rg;
    vec2 near = texture(u_near_shadow, at).rg;
    float height = far.y / max(far.x, 1e-3);
    float softness = smoothstep(0.05, 0.9, height);
    return mix(near.x, far.x, softness) * mix(1.0, 0.7, softness) * inside.x * inside.y;
}

void main() {
    float away = dot(v_from_foot, v_from_foot); // [radius^2]
    float fade = 1.0 - smoothstep(0.12, 1.0, away / (u_reach * u_reach));
    float pool = 0.05 / (1.0 + 0.5 * away); // light lies around the character
    vec3 factor = mix(vec3(1.0), shadow_factor, covered(v_shadow_point)) * (1.0 + pool);
    out_colour = vec4(background_shown() * mix(vec3(1.0), factor, fade), 1.0);
}
