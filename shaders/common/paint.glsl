// Colours of values and labels on a body.
const int paint_scalar = 1; // Paint in app/rendering/draw_list.h
const int paint_labels = 2;
const int paint_tinted = 3;
const int paint_strain = 4;
const int paint_stress = 5;

const vec3 outline_colour = vec3(0.03, 0.34, 0.42); // linear
const vec3 low_colour = vec3(0.16, 0.38, 0.70);
const vec3 middle_colour = vec3(0.95, 0.94, 0.92);
const vec3 high_colour = vec3(0.80, 0.23, 0.18);

vec3 diverging(float value) {
    float v = clamp(value, -1.0, 1.0);
    return mix(middle_colour, v < 0.0 ? low_colour : high_colour, sqrt(abs(v)));
}

// Successive indices get distant hues: steps of the golden ratio.
float label_hue(uint label) {
    return fract(float(label % 4096u) * 0.61803399);
}

vec3 pure_colour(float hue) {
    return clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
}

vec3 label_colour(uint label) {
    float light = 0.86 - 0.16 * float((label / 3u) % 3u) / 2.0;
    return light * mix(vec3(1.0), pure_colour(label_hue(label)), 0.45);
}

// The same as region_colour in app/view/region_paint.h: saturated, distinct from any skin colour.
vec3 region_colour(uint label) {
    return 0.82 * mix(vec3(1.0), pure_colour(0.52 + label_hue(label)), 0.85);
}

// Of a value that is not negative: from white for zero to red for one and more. The same as value_colour in
// app/view/value_colours.h.
vec3 share_colour(float share) {
    return mix(middle_colour, high_colour, clamp(share, 0.0, 1.0));
}

// The outline's colour with the lightness of the tinted colour.
vec3 selected_colour(vec3 colour) {
    return outline_colour * (dot(colour, vec3(0.21, 0.72, 0.07)) / dot(outline_colour, vec3(0.21, 0.72, 0.07)));
}
