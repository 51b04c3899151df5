#version 410 core

// One direction of a Gaussian blur: nine taps, one step of u_step apart.
in vec2 v_point;

uniform sampler2D u_coverage;
uniform vec2 u_step;

out vec2 out_coverage;

const float weights[5] = float[](0.2042, 0.1801, 0.1238, 0.0663, 0.0276);

void main() {
    vec2 sum = weights[0] * texture(u_coverage, v_point).rg;
    for (int i = 1; i < 5; ++i) {
        sum += weights[i] * texture(u_coverage, v_point + float(i) * u_step).rg;
        sum += weights[i] * texture(u_coverage, v_point - float(i) * u_step).rg;
    }
    out_coverage = sum;
}
