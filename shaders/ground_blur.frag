#version 410 core

// One direction of a Gaussian blur over nine texels, with five samples: the outer four lie between two texels each.
in vec2 v_point;

uniform sampler2D u_coverage;
uniform vec2 u_step;

out vec2 out_coverage;

void main() {
    vec2 sum = 0.2270 * texture(u_coverage, v_point).rg;
    sum += 0.3162 * texture(u_coverage, v_point + 1.3846 * u_step).rg;
    sum += 0.3162 * texture(u_coverage, v_point - 1.3846 * u_step).rg;
    sum += 0.0703 * texture(u_coverage, v_point + 3.2308 * u_step).rg;
    sum += 0.0703 * texture(u_coverage, v_point - 3.2308 * u_step).rg;
    out_coverage = sum;
}
