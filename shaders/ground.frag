#version 410 core
#include "common/background.glsl"

// The floor has the colours of the background, slightly brighter in the light and darker in shadow, so it has no visible
// edge.
in vec2 v_from_foot;    // [focus radius]
in vec2 v_place;        // in the world [cell]
in vec2 v_shadow_point; // in the shadow map

uniform sampler2D u_near_shadow; // slightly blurred, for occluders close to the ground
uniform sampler2D u_far_shadow;  // strongly blurred, for occluders high above it
uniform float u_reach;           // [focus radius]
uniform float u_cell;            // [m]; 0: no pattern
uniform float u_strength;        // in [0, 1]

out vec4 out_colour;

const vec3 shadow_factor = vec3(0.610, 0.622, 0.675); // in display space

float covered(vec2 at) {
    vec2 inside = smoothstep(0.0, 0.06, at) * smoothstep(1.0, 0.94, at);
    vec2 far = texture(u_far_shadow, at).rg;
    vec2 near = texture(u_near_shadow, at).rg;
    float height = far.y / max(far.x, 1e-3);
    float softness = smoothstep(0.05, 0.9, height);
    return mix(near.x, far.x, softness) * mix(1.0, 0.7, softness) * inside.x * inside.y;
}

// The mean of a square wave of period two, 1 and -1, over a footprint: its integral is a triangle wave.
vec2 mean_wave(vec2 at, vec2 footprint) {
    vec2 before = abs(fract(0.5 * (at - 0.5 * footprint)) - 0.5);
    vec2 after = abs(fract(0.5 * (at + 0.5 * footprint)) - 0.5);
    return 2.0 * (before - after) / footprint;
}

// A checker, 1 and -1, which fades to 0 for cells smaller than a pixel.
float checker(vec2 at, vec2 footprint) {
    vec2 wave = mean_wave(at, footprint);
    return wave.x * wave.y * (1.0 - smoothstep(0.35, 0.9, max(footprint.x, footprint.y)));
}

// Small cells in large ones, fixed in world space, which show the character's motion: close views show the small cells,
// distant views only the large ones.
float pattern() {
    vec2 footprint = max(fwidth(v_place), vec2(1e-3));
    return 0.019 * checker(v_place, footprint) + 0.009 * checker(v_place / 4.0, footprint / 4.0);
}

void main() {
    float away = dot(v_from_foot, v_from_foot); // [radius^2]
    float fade = 1.0 - smoothstep(0.12, 1.0, away / (u_reach * u_reach));
    float pool = 0.05 / (1.0 + 0.5 * away); // a pool of light around the character
    float tone = 1.0 + pool + (u_cell > 0.0 ? pattern() : 0.0);
    vec3 factor = mix(vec3(1.0), shadow_factor, covered(v_shadow_point)) * tone;
    out_colour = vec4(background_shown() * mix(vec3(1.0), factor, fade * u_strength), 1.0);
}
