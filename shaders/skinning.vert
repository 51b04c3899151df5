#version 410 core

// x = sum_k w_k A_k [X 1] over bones and modes, and its derivatives along two unit tangents s and t of the rest
// surface, whose cross product is the normal of the deformed surface. See app/rendering/skin_geometry.h. The
// outputs are kept in a buffer, from which every pass of the frame draws.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_tangent_s;
layout(location = 2) in vec3 in_tangent_t;

uniform sampler2D u_weights;  // texel v * u_map_count + k: (w, dw/ds, dw/dt), in rows of 4096
uniform samplerBuffer u_maps; // three texels a map: its rows
uniform int u_map_count;
uniform vec3 u_offset; // [m]

out vec3 v_position;
out vec3 v_normal;

vec3 weight_texel(int i) {
    return texelFetch(u_weights, ivec2(i & 4095, i >> 12), 0).xyz;
}

void main() {
    vec3 X = in_position;
    vec3 s = in_tangent_s;
    vec3 t = in_tangent_t;
    vec3 x = u_offset;
    vec3 along_s = vec3(0.0);
    vec3 along_t = vec3(0.0);
    for (int k = 0; k < u_map_count; ++k) {
        vec3 w = weight_texel(gl_VertexID * u_map_count + k);
        vec4 a = texelFetch(u_maps, 3 * k);
        vec4 b = texelFetch(u_maps, 3 * k + 1);
        vec4 c = texelFetch(u_maps, 3 * k + 2);
        vec3 moved = vec3(dot(a.xyz, X) + a.w, dot(b.xyz, X) + b.w, dot(c.xyz, X) + c.w);
        x += w.x * moved;
        along_s += w.x * vec3(dot(a.xyz, s), dot(b.xyz, s), dot(c.xyz, s)) + w.y * moved;
        along_t += w.x * vec3(dot(a.xyz, t), dot(b.xyz, t), dot(c.xyz, t)) + w.z * moved;
    }
    vec3 normal = cross(along_s, along_t);
    float size = length(normal);
    v_position = x;
    v_normal = size > 0.0 ? normal / size : vec3(0.0, 1.0, 0.0); // zero where the surface has collapsed
    gl_Position = vec4(x, 1.0);
}
