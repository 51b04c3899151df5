// The deformed vertices of all instances of a mesh from skinning.vert: two texels for each vertex, one instance after the
// other.
layout(location = 2) in float in_instance; // the instance that this pass draws

uniform samplerBuffer u_skin;
uniform int u_vertex_count;

int skin_texel() {
    return 2 * (int(in_instance) * u_vertex_count + gl_VertexID);
}

vec3 skin_position() {
    return texelFetch(u_skin, skin_texel()).xyz;
}

vec3 skin_normal() {
    return texelFetch(u_skin, skin_texel() + 1).xyz;
}
