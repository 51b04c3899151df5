#version 410 core
#include "common/studio.glsl"

out vec4 out_colour;

void main() {
    out_colour = vec4(to_shown(background()), 1.0);
}
