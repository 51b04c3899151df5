#version 410 core

// x = sum_k w_k A_k [X 1] over bones and modes, + sum_t A_t d_t over targets of a blendshape, and its derivatives along
// two unit tangents s and t of the rest surface, whose cross product is the normal of the deformed surface. Where
// targets come first, bones move X + sum_t s_t d_t instead. See app/geometry/skin_geometry.h. After a swap of subspaces
// the old modes fade out. The outputs are stored in a buffer, from which every pass of the frame draws.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_tangent_s;
layout(location = 2) in vec3 in_tangent_t;

uniform sampler2D u_weights;  // texel v * u_columns + k: (w, dw/ds, dw/dt), in rows of 4096; then x, y, z of targets
uniform samplerBuffer u_maps; // each instance: its offset [m], and three texels for the rows of each map; then, for each
                              // target in use, a texel with its index and its weight s_t, and three for its map
uniform int u_texels;         // for each instance
uniform int u_map_count;
uniform int u_morphed_bone_count; // the bones of a mesh whose targets come first; otherwise 0
uniform int u_columns;
uniform int u_target_count; // in use
uniform int u_first_target; // texel of an instance
uniform sampler2D u_fading_weights; // as u_weights, for the mesh with fading modes
uniform ivec3 u_fading;             // number of modes, columns for each vertex, index of the first mode

out vec3 v_position;
out vec3 v_normal;

ivec2 texel(int i) {
    return ivec2(i & 4095, i >> 12);
}

struct Surface {
    vec3 position;
    vec3 along_s;
    vec3 along_t;
};

// The map k of the surface `from`, with its weight and the weight's derivatives.
void move(inout Surface at, Surface from, int k, vec3 w) {
    int row = gl_InstanceID * u_texels + 1 + 3 * k;
    vec4 a = texelFetch(u_maps, row);
    vec4 b = texelFetch(u_maps, row + 1);
    vec4 c = texelFetch(u_maps, row + 2);
    vec3 X = from.position;
    vec3 s = from.along_s;
    vec3 t = from.along_t;
    vec3 moved = vec3(dot(a.xyz, X) + a.w, dot(b.xyz, X) + b.w, dot(c.xyz, X) + c.w);
    at.position += w.x * moved;
    at.along_s += w.x * vec3(dot(a.xyz, s), dot(b.xyz, s), dot(c.xyz, s)) + w.y * moved;
    at.along_t += w.x * vec3(dot(a.xyz, t), dot(b.xyz, t), dot(c.xyz, t)) + w.z * moved;
}

// Column a: coordinate a of (d, dd/ds, dd/dt).
void add_displacement(inout Surface at, mat3 d) {
    at.position += vec3(d[0].x, d[1].x, d[2].x);
    at.along_s += vec3(d[0].y, d[1].y, d[2].y);
    at.along_t += vec3(d[0].z, d[1].z, d[2].z);
}

// Texel of the target in use j.
int row_of_target(int j) {
    return gl_InstanceID * u_texels + u_first_target + 4 * j;
}

mat3 displacement_of_target(int j) {
    int i = gl_VertexID * u_columns + u_map_count + 3 * int(texelFetch(u_maps, row_of_target(j)).x);
    return mat3(texelFetch(u_weights, texel(i), 0).xyz, texelFetch(u_weights, texel(i + 1), 0).xyz,
                texelFetch(u_weights, texel(i + 2), 0).xyz);
}

// The target in use j, whose displacement the linear part of its map turns.
void add_target(inout Surface at, int j) {
    int row = row_of_target(j);
    mat3 map = mat3(texelFetch(u_maps, row + 1).xyz, texelFetch(u_maps, row + 2).xyz, texelFetch(u_maps, row + 3).xyz);
    add_displacement(at, displacement_of_target(j) * map); // column a: row a of the map times (d, dd/ds, dd/dt)
}

void main() {
    Surface at = Surface(texelFetch(u_maps, gl_InstanceID * u_texels).xyz, vec3(0.0), vec3(0.0));
    Surface rest = Surface(in_position, in_tangent_s, in_tangent_t);
    Surface morphed = rest;
    for (int j = 0; j < u_target_count && u_morphed_bone_count > 0; ++j) {
        add_displacement(morphed, texelFetch(u_maps, row_of_target(j)).y * displacement_of_target(j));
    }
    for (int k = 0; k < u_morphed_bone_count; ++k) {
        move(at, morphed, k, texelFetch(u_weights, texel(gl_VertexID * u_columns + k), 0).xyz);
    }
    for (int k = u_morphed_bone_count; k < u_map_count; ++k) {
        move(at, rest, k, texelFetch(u_weights, texel(gl_VertexID * u_columns + k), 0).xyz);
    }
    for (int k = 0; k < u_fading.x; ++k) {
        int i = gl_VertexID * u_fading.y + u_fading.z + k;
        move(at, rest, u_map_count + k, texelFetch(u_fading_weights, texel(i), 0).xyz);
    }
    for (int j = 0; j < u_target_count && u_morphed_bone_count == 0; ++j) {
        add_target(at, j);
    }
    vec3 normal = cross(at.along_s, at.along_t);
    float size = length(normal);
    v_position = at.position;
    v_normal = size > 0.0 ? normal / size : vec3(0.0, 1.0, 0.0); // zero for a collapsed surface
    gl_Position = vec4(at.position, 1.0);
}
