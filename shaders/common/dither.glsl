// Noise of at most half a step of eight bits, so that soft gradients show no bands.
float dither() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return (noise - 0.5) / 255.0;
}
