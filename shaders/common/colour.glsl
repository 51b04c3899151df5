// Light is added up in linear colour and shown in sRGB; 2.2 is close enough to its curve, both ways.
vec3 to_linear(vec3 shown) {
    return pow(shown, vec3(2.2));
}

vec3 to_shown(vec3 linear) {
    return pow(max(linear, vec3(0.0)), vec3(1.0 / 2.2));
}
