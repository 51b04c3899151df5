#version 410 core
#include "common/view.glsl"
#include "common/colour.glsl"
#include "common/paint.glsl"
#include "common/tet_faces.glsl"

uniform samplerBuffer u_looks;    // see skinned_mesh.vert; then, for paint_scalar, the values of four vertices a texel
uniform samplerBuffer u_vertices; // thirteen texels a vertex, SkinVertex in app/geometry/skin_geometry.h
uniform int u_shows_stress;       // 1: of the strain, which is shown otherwise
uniform float u_strongest;        // value with the strongest colour [-, Pa]

out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour; // linear
out float v_value;      // of the strongest colour, of paint_scalar
flat out float v_share; // likewise, of paint_strain and paint_stress
flat out uint v_label;
flat out float v_tint;
flat out int v_paint;
flat out int v_wires;
flat out int v_inside;
flat out vec3 v_corner_a;
flat out vec3 v_corner_b;
flat out vec3 v_corner_c;

// Equivalent strain sqrt(2/3 dev E : dev E) with E = (F'F - I) / 2; SurfaceStrain in app/comparison.
float strain_of(int tet) {
    ivec4 corners = ivec4(texelFetch(u_tets, tet));
    vec3 x = skin_position(corners.x);
    mat3 edges = mat3(skin_position(corners.y) - x, skin_position(corners.z) - x, skin_position(corners.w) - x);
    mat3 inverse = transpose(mat3(tet_texel(tet, 0).xyz, tet_texel(tet, 1).xyz, tet_texel(tet, 2).xyz));
    mat3 F = edges * inverse;
    mat3 E = 0.5 * (transpose(F) * F - mat3(1.0));
    E -= mat3((E[0][0] + E[1][1] + E[2][2]) / 3.0);
    return sqrt(2.0 / 3.0 * (dot(E[0], E[0]) + dot(E[1], E[1]) + dot(E[2], E[2])));
}

vec3 vertex_colour(int vertex, vec3 otherwise) {
    int at = 13 * vertex + 9;
    vec3 own = vec3(texelFetch(u_vertices, at).r, texelFetch(u_vertices, at + 1).r, texelFetch(u_vertices, at + 2).r);
    return mix(otherwise, own, texelFetch(u_vertices, at + 3).r);
}

void main() {
    ShownFace face = face_of(gl_VertexID / 3);
    if (!face.is_shown) {
        gl_Position = nowhere;
        return;
    }
    int vertex = face.vertices[gl_VertexID % 3];
    v_corner_a = skin_position(face.vertices.x);
    v_corner_b = skin_position(face.vertices.y);
    v_corner_c = skin_position(face.vertices.z);
    vec3 flat_normal = cross(v_corner_b - v_corner_a, v_corner_c - v_corner_a);
    v_position = skin_position(vertex);
    v_normal = face.is_inside ? flat_normal / max(length(flat_normal), 1e-30) : skin_normal(vertex);
    v_inside = face.is_inside ? 1 : 0;

    vec4 look = texelFetch(u_looks, 0);
    vec4 paint = texelFetch(u_looks, 1);
    v_paint = int(paint.x);
    v_tint = paint.y;
    v_wires = int(paint.z);
    v_colour = to_linear(vertex_colour(vertex, look.rgb));
    vec4 material = tet_texel(face.tet, 3);
    v_label = uint(material.y);
    v_value = v_paint == paint_scalar ? texelFetch(u_looks, 2 + vertex / 4)[vertex % 4] / u_strongest : 0.0;
    v_share = strain_of(face.tet) * (u_shows_stress > 0 ? 3.0 * material.x : 1.0) / u_strongest;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
