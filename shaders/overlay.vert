#version 410 core
#include "common/view.glsl"

// A line with round or straight ends, or a disc (both ends the same), as a rectangle on the screen.
layout(location = 0) in vec3 in_from;
layout(location = 1) in vec3 in_to;
layout(location = 2) in vec4 in_colour;
layout(location = 3) in vec3 in_shape; // width [pixel], 1 for round ends, hollow share of a disc

out vec2 v_from; // [pixel of the framebuffer]
out vec2 v_to;
out vec4 v_colour;
out vec3 v_shape;

vec2 on_screen(vec4 clip) {
    return u_picture.xy + u_picture.zw * (0.5 + 0.5 * clip.xy / clip.w);
}

const float nearest = 1e-4; // lines are clipped here in front of the eye

void main() {
    vec4 from = u_clip_from_world * vec4(in_from, 1.0);
    vec4 to = u_clip_from_world * vec4(in_to, 1.0);
    if (from.w < nearest && to.w < nearest) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (from.w < nearest) {
        from = mix(from, to, (nearest - from.w) / (to.w - from.w));
    }
    if (to.w < nearest) {
        to = mix(to, from, (nearest - to.w) / (from.w - to.w));
    }
    v_from = on_screen(from);
    v_to = on_screen(to);
    v_colour = in_colour;
    v_shape = vec3(in_shape.x * u_scale.x, in_shape.yz);

    vec2 span = v_to - v_from;
    vec2 along = length(span) > 1e-3 ? normalize(span) : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float reach = 0.5 * v_shape.x + 1.0;
    float past = in_shape.y > 0.5 ? reach : 0.0;
    bool far_end = (gl_VertexID & 1) == 1;
    float side = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;
    vec2 at = (far_end ? v_to + past * along : v_from - past * along) + side * reach * across;
    gl_Position = vec4(2.0 * (at - u_picture.xy) / u_picture.zw - 1.0, 0.0, 1.0);
}
