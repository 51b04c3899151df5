// The faces of the tets that a cut shows: those with exactly one of their two tets kept. Three vertices a face.
uniform samplerBuffer u_skin;   // see common/skin.glsl
uniform usamplerBuffer u_faces; // two texels a face: its vertices and tet; 1 + the tet beyond, or 0
uniform usamplerBuffer u_tets;  // vertices of a tet
uniform samplerBuffer u_at_rest; // four texels a tet, TetAtRest in app/geometry/tet_geometry.h
uniform vec4 u_cut;             // tets with dot(xyz, centre) > w are left out

struct ShownFace {
    bool is_shown;
    bool is_inside; // shown by the cut
    int tet;        // that is kept
    ivec3 vertices; // counter-clockwise, seen from outside the kept tet
};

vec4 tet_texel(int tet, int i) {
    return texelFetch(u_at_rest, 4 * tet + i);
}

bool is_kept(int tet) {
    vec3 centre = vec3(tet_texel(tet, 0).w, tet_texel(tet, 1).w, tet_texel(tet, 2).w);
    return dot(u_cut.xyz, centre) <= u_cut.w;
}

ShownFace face_of(int face) {
    uvec4 first = texelFetch(u_faces, 2 * face);
    int beyond = int(texelFetch(u_faces, 2 * face + 1).x) - 1;
    bool keeps_tet = is_kept(int(first.w));
    bool keeps_beyond = beyond >= 0 && is_kept(beyond);
    ivec3 vertices = ivec3(first.xyz);
    return ShownFace(keeps_tet != keeps_beyond, beyond >= 0, keeps_tet ? int(first.w) : beyond,
                     keeps_tet ? vertices : vertices.xzy);
}

vec3 skin_position(int vertex) {
    return texelFetch(u_skin, 2 * vertex).xyz;
}

vec3 skin_normal(int vertex) {
    return texelFetch(u_skin, 2 * vertex + 1).xyz;
}

const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0); // all corners of a hidden face
