// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/deformed_skin.h"
#include "app/geometry/drawn_mesh.h"
#include "app/geometry/tet_geometry.h"
#include "app/rendering/camera.h"

#include <glm/glm.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// The content of one frame as values. The renderer stores the meshes; an image is a pure function of the meshes and
/// this list. Two views side by side are two entries with two rectangles.
namespace limber::app {

/// A mesh that the renderer stores; 0 is no mesh.
struct MeshHandle {
    std::uint32_t id = 0;
    bool operator==(const MeshHandle&) const = default;
};

/// The source of a skin's colours.
enum class Paint {
    flesh,  // the mesh's own colours, or the item's colour where it has none
    scalar, // set_scalars: [-1, 1] on a diverging map, blue over white to red
    labels, // set_labels: one colour a label, flat on each face
    tinted, // both: the label's colour over the flesh, with the scalar as its strength
    strain, // of each tet, see TetDrawing
    stress, // likewise
};

/// The edges of a skin's triangles.
enum class Wires {
    none,
    over,  // lines on the shaded skin
    alone, // lines instead of the skin; those of faces that look away are pale
};

/// Draws the tets of a body instead of its skin: those that a cut keeps, in the colours of the item's paint.
struct TetDrawing {
    CutPlane cut = {};
    float strongest = 1.0F; // strain, stress [Pa] or value with the strongest colour
    float stiffness = 1.0F; // factor of the shear moduli
    /// One a vertex and not negative, for Paint::scalar; null: that paint shows the flesh.
    std::shared_ptr<const std::vector<float>> values = {};
};

/// One character in one pose.
struct DrawItem {
    MeshHandle mesh = {};
    MeshHandle fading = {}; // its modes are added to the same vertices; 0: none
    DrawnMaps maps = {};    // as many as the mesh has bones and modes, and `fading` modes
    /// Its vertices in this pose, instead of `maps`; no other item of the view has this mesh. Null: `maps` deform the
    /// mesh.
    std::shared_ptr<const DeformedSkin> deformed = {};
    glm::vec3 colour = {0.91F, 0.53F, 0.42F}; // sRGB
    Paint paint = Paint::flesh;
    Wires wires = Wires::none;
    std::optional<TetDrawing> tets = {};   // the mesh has tets, and no other item of the view has it
    glm::vec3 offset = {0.0F, 0.0F, 0.0F}; // [m], added to every position
    float opacity = 1.0F;                  // below one the character is transparent
    bool casts_shadow = true;
    bool outlined = false; // is selected
    float tint = 0.0F;     // in [0, 1]: blends towards the outline's colour before shading
};

/// A disc, drawn on top of everything at a size on the screen. Colours are sRGB and opacity.
struct OverlayPoint {
    glm::vec3 position = {0.0F, 0.0F, 0.0F};
    float diameter = 10.0F; // [pixel x pixel_scale]
    glm::vec4 colour = {1.0F, 1.0F, 1.0F, 1.0F};
    float hollow = 0.0F; // inner diameter of a ring, as a share in [0, 1)
};

/// A straight line with round ends, drawn on top of everything.
struct OverlayLine {
    glm::vec3 from = {0.0F, 0.0F, 0.0F};
    glm::vec3 to = {0.0F, 0.0F, 0.0F};
    float width = 2.0F; // [pixel x pixel_scale]
    glm::vec4 colour = {1.0F, 1.0F, 1.0F, 1.0F};
};

/// A circle in space, drawn on top of everything, as in the gizmo's rings.
struct OverlayRing {
    glm::vec3 centre = {0.0F, 0.0F, 0.0F};
    glm::vec3 normal = {0.0F, 1.0F, 0.0F};
    float radius = 1.0F; // [m]
    float width = 2.0F;  // [pixel x pixel_scale]
    glm::vec4 colour = {1.0F, 1.0F, 1.0F, 1.0F};
};

/// Later entries cover earlier ones; lines lie below rings, rings below points.
struct Overlay {
    std::vector<OverlayLine> lines = {};
    std::vector<OverlayRing> rings = {};
    std::vector<OverlayPoint> points = {};
};

/// The floor that receives the shadow and fades into the background. Its checker is fixed in the world and fades to its
/// mean colour where a cell is smaller than a pixel.
struct Ground {
    bool visible = true;
    glm::vec3 point = {0.0F, 0.0F, 0.0F};  // [m]
    glm::vec3 normal = {0.0F, 1.0F, 0.0F}; // up
    float cell = 0.0F;                     // [m] side of a checker cell; 0: none
    float strength = 1.0F;                 // in [0, 1]; 0 is the background's colour
};

/// A rectangle of the framebuffer [pixel], from its top left.
struct PixelRect {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// The sphere that the shadow map covers; the ground fades at a few times its radius.
struct Focus {
    glm::vec3 centre = {0.0F, 0.0F, 0.0F}; // [m]
    float radius = 1.0F;                   // [m]
};

/// One image in one rectangle of the framebuffer.
struct View {
    PixelRect rect = {};
    Camera camera = {};
    Ground ground = {};
    Focus focus = {};
    std::vector<DrawItem> items = {};
    Overlay overlay = {};
};

struct DrawList {
    std::vector<View> views = {};
    float pixel_scale = 1.0F; // framebuffer pixels for one pixel of width in overlays: the display's content scale
    /// The sRGB colour behind everything, without the ground; nullopt: the ground and the background's gradient.
    std::optional<glm::vec3> plain_background = {};
};

} // namespace limber::app
