// A warm key with a soft edge, a cool fill from the other side, light from above and its bounce from the floor,
// and a rim that lifts the silhouette off the background. All in linear colour.
#include "common/view.glsl"

const vec3 key_light = vec3(1.00, 0.93, 0.83) * 0.98;
const vec3 fill_light = vec3(0.66, 0.80, 1.00) * 0.20;
const vec3 sky_light = vec3(0.78, 0.87, 1.00) * 0.40;
const vec3 floor_light = vec3(1.00, 0.90, 0.80) * 0.20;
const vec3 rim_light = vec3(0.92, 0.96, 1.00) * 0.34;
const float wrap = 0.45; // wrap of the key light around the terminator, as for skin

float wrapped(vec3 n, vec3 to_light) {
    float lit = clamp((dot(n, to_light) + wrap) / (1.0 + wrap), 0.0, 1.0);
    return lit * (0.35 + 0.65 * lit);
}

// Light that passes through skin becomes more saturated.
vec3 deepened(vec3 albedo) {
    float grey = dot(albedo, vec3(0.30, 0.55, 0.15));
    return albedo * albedo / max(grey, 0.02);
}

vec3 flesh(vec3 albedo, vec3 position, vec3 n, float key_visible) {
    vec3 up = u_up.xyz;
    vec3 to_eye = normalize(u_eye.xyz - position);
    vec3 key = u_key.xyz;
    vec3 fill = normalize(up * 0.6 - key);

    float lit = wrapped(n, key) * mix(0.12, 1.0, key_visible);
    vec3 through = mix(deepened(albedo), albedo, smoothstep(0.0, 0.55, lit));
    vec3 light = key_light * lit * through;

    float upward = dot(n, up);
    float height = max(dot(position, up) - u_up.w, 0.0) / u_focus.w;
    float open = 1.0 - 0.55 * clamp(0.35 - upward, 0.0, 1.0) * exp(-5.0 * height);
    light += albedo * open * mix(floor_light, sky_light, 0.5 + 0.5 * upward);
    light += albedo * fill_light * wrapped(n, fill);

    float facing = clamp(dot(n, to_eye), 0.0, 1.0);
    float edge = 1.0 - facing;
    light += rim_light * edge * edge * edge * (0.35 + 0.65 * albedo) * smoothstep(-0.6, 0.7, upward) * open;

    float shine = max(dot(n, normalize(key + to_eye)), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine; // to the 16th
    return light + key_light * key_visible * 0.07 * shine;
}

// Of a colour that shows a value: shaded a little, so that the shape is seen, and never lighter than in the legend.
vec3 value_light(vec3 colour, vec3 n, float key_visible) {
    float lit = wrapped(n, u_key.xyz) * mix(0.35, 1.0, key_visible);
    return colour * (0.62 + 0.26 * lit + 0.12 * (0.5 + 0.5 * dot(n, u_up.xyz)));
}

// Of faces inside a body, which lie in its shadow: almost flat.
vec3 inside_value_light(vec3 colour, vec3 n) {
    return colour * (0.90 + 0.10 * wrapped(n, u_key.xyz));
}
