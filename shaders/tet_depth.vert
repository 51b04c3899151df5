#version 410 core
#include "common/view.glsl"
#include "common/tet_faces.glsl"

void main() {
    ShownFace face = face_of(gl_VertexID / 3);
    vec4 at = u_shadow_from_world * vec4(skin_position(face.vertices[gl_VertexID % 3]), 1.0);
    gl_Position = face.is_shown ? vec4(2.0 * at.xyz - 1.0, 1.0) : nowhere;
}
