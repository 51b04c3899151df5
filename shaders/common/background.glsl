// The background behind the character: a soft vertical gradient. It fills most of the picture, so its colours and the
// factors on them are in display space: (c f)^(1/2.2) is c^(1/2.2) f^(1/2.2), which saves a power at each pixel.
#include "common/view.glsl"
#include "common/dither.glsl"

const vec3 background_top = vec3(0.728, 0.775, 0.812);
const vec3 background_horizon = vec3(0.912, 0.907, 0.898);
const vec3 background_bottom = vec3(0.842, 0.834, 0.824);

vec3 background_shown() {
    float height = (gl_FragCoord.y - u_picture.y) / u_picture.w;
    vec3 above = mix(background_horizon, background_top, smoothstep(0.38, 1.05, height));
    return mix(background_bottom, above, smoothstep(-0.05, 0.50, height)) + dither();
}
