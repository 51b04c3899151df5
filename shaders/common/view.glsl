// The uniforms of a view. Mirrors ViewBlock in app/rendering/view_block.h.
layout(std140) uniform ViewBlock {
    mat4 u_clip_from_world;
    mat4 u_shadow_from_world; // to [0, 1] on all three axes
    vec4 u_eye;               // xyz [m]
    vec4 u_up;                // xyz the ground's unit normal, w its height along it [m]
    vec4 u_key;               // xyz unit, towards the key light
    vec4 u_focus;             // xyz centre, w radius [m]
    vec4 u_picture;           // xy lower left corner, zw size [pixel]
    vec4 u_scale;             // x framebuffer pixels for one pixel of an overlay's width
};
