// The edges of a triangle as antialiased lines of constant width on the screen.
#include "common/view.glsl"

const int wires_none = 0; // Wires in app/rendering/draw_list.h
const int wires_over = 1;
const int wires_alone = 2;

const vec3 wire_colour = vec3(0.08, 0.10, 0.14); // sRGB
const float wire_strength = 0.62;
const float wire_width = 1.1; // [pixel of an overlay's width]

// Distance [pixel] of the fragment from the line through two points of the framebuffer.
float line_distance(vec2 a, vec2 b) {
    vec2 along = b - a;
    vec2 from = gl_FragCoord.xy - a;
    return abs(along.x * from.y - along.y * from.x) / max(length(along), 1e-6);
}

// The share of the fragment that the edges cover. Lines of triangles of few pixels fade, so that a fine mesh is not
// painted over.
float wire_coverage(vec3 a, vec3 b, vec3 c) {
    vec4 clip_a = u_clip_from_world * vec4(a, 1.0);
    vec4 clip_b = u_clip_from_world * vec4(b, 1.0);
    vec4 clip_c = u_clip_from_world * vec4(c, 1.0);
    if (min(clip_a.w, min(clip_b.w, clip_c.w)) <= 0.0) {
        return 0.0; // behind the eye
    }
    vec2 at_a = u_picture.xy + u_picture.zw * (0.5 + 0.5 * clip_a.xy / clip_a.w);
    vec2 at_b = u_picture.xy + u_picture.zw * (0.5 + 0.5 * clip_b.xy / clip_b.w);
    vec2 at_c = u_picture.xy + u_picture.zw * (0.5 + 0.5 * clip_c.xy / clip_c.w);
    float nearest = min(line_distance(at_a, at_b), min(line_distance(at_b, at_c), line_distance(at_c, at_a)));
    float longest = max(distance(at_a, at_b), max(distance(at_b, at_c), distance(at_c, at_a)));
    float width = wire_width * u_scale.x;
    float fade = clamp((longest / width - 1.5) / 8.0, 0.15, 1.0);
    return fade * clamp(0.5 * width + 0.5 - nearest, 0.0, 1.0);
}
