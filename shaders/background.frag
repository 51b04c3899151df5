#version 410 core
#include "common/background.glsl"

out vec4 out_colour;

void main() {
    out_colour = vec4(background_shown(), 1.0);
}
