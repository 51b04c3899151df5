#include "common/view.glsl"

uniform sampler2DShadow u_shadow;

// Four bilinear samples; the start is moved off the surface to avoid self-shadowing.
float key_visible(vec3 position, vec3 n) {
    vec3 start = position + n * (0.020 * u_focus.w);
    vec3 at = (u_shadow_from_world * vec4(start, 1.0)).xyz;
    vec2 texel = 1.6 / vec2(textureSize(u_shadow, 0));
    float sum = texture(u_shadow, vec3(at.xy + texel * vec2(-0.35, -0.95), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(0.95, -0.35), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(0.35, 0.95), at.z));
    sum += texture(u_shadow, vec3(at.xy + texel * vec2(-0.95, 0.35), at.z));
    return 0.25 * sum;
}
