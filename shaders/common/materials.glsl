// Materials of a skin: see app/geometry/skin_materials.h.
uniform int u_has_materials;
uniform samplerBuffer u_materials; // two texels each, SkinMaterial
uniform sampler2DArray u_pictures; // repeated beyond its edges

const float edge_mirrored = 1.0; // SkinMaterial::edge_u
const float edge_held = 2.0;

float within_picture(float place, float edge) {
    if (edge == edge_mirrored) {
        place = 1.0 - abs(mod(place, 2.0) - 1.0);
    }
    // Not half a pixel beyond, where the filter would mix in the opposite edge.
    float half_pixel = 0.5 / float(textureSize(u_pictures, 0).x);
    return edge == edge_held || edge == edge_mirrored ? clamp(place, half_pixel, 1.0 - half_pixel) : place;
}

// Linear; leaves out what is not opaque enough. `place`: on the picture, and the number of the material.
vec3 material_colour(vec3 place) {
    if (u_has_materials == 0) {
        return vec3(1.0);
    }
    vec2 along = dFdx(place.xy); // before the edges, where the place jumps
    vec2 across = dFdy(place.xy);
    int material = int(place.z + 0.5);
    vec4 colour = texelFetch(u_materials, 2 * material);
    vec4 more = texelFetch(u_materials, 2 * material + 1); // layer, edges, least opacity
    if (more.x >= 0.0) {
        vec2 at = vec2(within_picture(place.x, more.y), within_picture(place.y, more.z));
        colour *= textureGrad(u_pictures, vec3(at, more.x), along, across);
    }
    if (colour.a < more.w) {
        discard;
    }
    return colour.rgb;
}
