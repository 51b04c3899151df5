#version 410 core
#include "common/view.glsl"
#include "common/skin.glsl"

void main() {
    vec4 at = u_shadow_from_world * vec4(skin_position(), 1.0);
    gl_Position = vec4(2.0 * at.xyz - 1.0, 1.0);
}
