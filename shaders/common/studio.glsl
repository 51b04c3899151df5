// The room behind the character: a soft vertical gradient. It fills most of the picture, so it is written in the
// colours that are shown, and what brightens or darkens it as factors of those: (c f)^(1/2.2) is
// c^(1/2.2) f^(1/2.2), and no power is left to be taken at each pixel.
#include "common/view.glsl"
#include "common/dither.glsl"

const vec3 studio_top = vec3(0.728, 0.775, 0.812);
const vec3 studio_horizon = vec3(0.912, 0.907, 0.898);
const vec3 studio_bottom = vec3(0.842, 0.834, 0.824);

vec3 background_shown() {
    float height = (gl_FragCoord.y - u_picture.y) / u_picture.w;
    vec3 above = mix(studio_horizon, studio_top, smoothstep(0.38, 1.05, height));
    return mix(studio_bottom, above, smoothstep(-0.05, 0.50, height)) + dither();
}
