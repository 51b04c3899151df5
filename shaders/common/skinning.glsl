// x = sum_k w_k A_k [X 1] over bones and modes, and its derivatives along two unit tangents s and t of the rest
// surface, whose cross product is the normal of the deformed surface. See app/rendering/skin_geometry.h.
uniform sampler2D u_weights;  // texel v * u_map_count + k: (w, dw/ds, dw/dt), in rows of 4096
uniform samplerBuffer u_maps; // three texels a map: its rows
uniform int u_map_count;
uniform vec3 u_offset; // [m]

struct Skin {
    vec3 position;
    vec3 normal; // not normalised; zero where the surface has collapsed
};

vec3 weight_texel(int i) {
    return texelFetch(u_weights, ivec2(i & 4095, i >> 12), 0).xyz;
}

Skin skin_at(int vertex, vec3 X, vec3 s, vec3 t) {
    vec3 x = u_offset;
    vec3 along_s = vec3(0.0);
    vec3 along_t = vec3(0.0);
    for (int k = 0; k < u_map_count; ++k) {
        vec3 w = weight_texel(vertex * u_map_count + k);
        vec4 a = texelFetch(u_maps, 3 * k);
        vec4 b = texelFetch(u_maps, 3 * k + 1);
        vec4 c = texelFetch(u_maps, 3 * k + 2);
        vec3 moved = vec3(dot(a.xyz, X) + a.w, dot(b.xyz, X) + b.w, dot(c.xyz, X) + c.w);
        x += w.x * moved;
        along_s += w.x * vec3(dot(a.xyz, s), dot(b.xyz, s), dot(c.xyz, s)) + w.y * moved;
        along_t += w.x * vec3(dot(a.xyz, t), dot(b.xyz, t), dot(c.xyz, t)) + w.z * moved;
    }
    return Skin(x, cross(along_s, along_t));
}

vec3 skin_position(int vertex, vec3 X) {
    vec4 a = vec4(0.0);
    vec4 b = vec4(0.0);
    vec4 c = vec4(0.0);
    for (int k = 0; k < u_map_count; ++k) {
        float w = weight_texel(vertex * u_map_count + k).x;
        a += w * texelFetch(u_maps, 3 * k);
        b += w * texelFetch(u_maps, 3 * k + 1);
        c += w * texelFetch(u_maps, 3 * k + 2);
    }
    return u_offset + vec3(dot(a.xyz, X) + a.w, dot(b.xyz, X) + b.w, dot(c.xyz, X) + c.w);
}
