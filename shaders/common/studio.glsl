// The room behind the character: a soft vertical gradient, in linear colour.
#include "common/view.glsl"
#include "common/colour.glsl"

const vec3 studio_top = vec3(0.520, 0.590, 0.645);
const vec3 studio_horizon = vec3(0.815, 0.805, 0.785);
const vec3 studio_bottom = vec3(0.690, 0.672, 0.650);

vec3 background() {
    float height = (gl_FragCoord.y - u_picture.y) / u_picture.w;
    vec3 above = mix(studio_horizon, studio_top, smoothstep(0.38, 1.05, height));
    return mix(studio_bottom, above, smoothstep(-0.05, 0.50, height));
}
