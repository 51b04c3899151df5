#version 410 core

out vec2 v_point; // [0, 1] over the target

// One triangle that covers the target at the largest depth.
void main() {
    vec2 corner = vec2(float((gl_VertexID & 1) << 2), float((gl_VertexID & 2) << 1)) - 1.0;
    v_point = 0.5 * corner + 0.5;
    gl_Position = vec4(corner, 1.0, 1.0);
}
