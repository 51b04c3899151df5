// Light is summed in linear colour and shown in sRGB, approximated by a power of 2.2 both ways.
vec3 to_linear(vec3 shown) {
    return pow(shown, vec3(2.2));
}

vec3 to_shown(vec3 linear) {
    return pow(max(linear, vec3(0.0)), vec3(1.0 / 2.2));
}
