// Light is added up in linear colour and shown in sRGB; 2.2 is close enough to its curve, both ways.
vec3 to_linear(vec3 shown) {
    return pow(shown, vec3(2.2));
}

// A little noise, below one step of eight bits, so that the soft gradients show no bands.
float dither() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

vec3 to_shown(vec3 linear) {
    return pow(max(linear, vec3(0.0)), vec3(1.0 / 2.2)) + dither() / 255.0;
}
