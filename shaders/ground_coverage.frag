#version 410 core

// Occlusion of the key light on the ground, seen from the light: each texel has the covered fraction, and that fraction
// times the occluder's height above the ground along the light.
in vec2 v_point;

uniform sampler2D u_depth;
uniform vec3 u_ground_depth; // the ground's depth at (x, y) of the shadow map is dot(., (x, y, 1))
uniform float u_depth_range; // [focus radius]

out vec2 out_coverage;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(u_depth, 0));
    float ground = dot(u_ground_depth, vec3(v_point, 1.0));
    vec2 sum = vec2(0.0);
    for (int y = -1; y <= 1; y += 2) {
        for (int x = -1; x <= 1; x += 2) {
            vec4 depth = textureGather(u_depth, v_point + texel * vec2(x, y));
            vec4 above = max(vec4(ground) - depth, 0.0);
            vec4 covered = step(0.0005, above) * step(depth, vec4(0.9999));
            sum += vec2(dot(covered, vec4(1.0)), dot(covered, above) * u_depth_range);
        }
    }
    out_coverage = sum / 16.0;
}
