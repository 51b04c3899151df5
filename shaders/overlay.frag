#version 410 core

in vec2 v_from;
in vec2 v_to;
in vec4 v_colour;
in vec3 v_shape;

out vec4 out_colour;

// Coverage falls from one to zero over the one pixel of the border.
void main() {
    vec2 span = v_to - v_from;
    float share = clamp(dot(gl_FragCoord.xy - v_from, span) / max(dot(span, span), 1e-6), 0.0, 1.0);
    float away = distance(gl_FragCoord.xy, v_from + share * span);
    float radius = 0.5 * v_shape.x;
    float inside = clamp(radius - away + 0.5, 0.0, 1.0);
    float hole = v_shape.z > 0.0 ? clamp(radius * v_shape.z - away + 0.5, 0.0, 1.0) : 0.0;
    out_colour = vec4(v_colour.rgb, v_colour.a * max(inside - hole, 0.0));
}
