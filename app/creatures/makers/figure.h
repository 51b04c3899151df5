// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/shape.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// A character before meshing: implicit solids around a skeleton. Each part has the bones that carry it, its material
/// and its colour, so that mesh, weights, materials and colours come from one description.
namespace limber::makers {

struct BodyPart {
    Shape shape;
    std::vector<int> bones;            // that carry it, weighted by distance
    double seam = 0.06;                // width of the blend with the parts before it [m]
    int paint = 0;                     // index into the palette
    int material = 0;                  // index into the regions
    double relative_edge_length = 1.0; // of the mesh in this part
    int limb = -1;                     // index into the limbs with muscles of their own; -1: none
};

/// Is subtracted from the parts before it.
struct Carving {
    Shape shape;
    double seam;
    std::size_t before; // index of the first part that it does not change
};

struct Region {
    std::string name;
    double young_factor;
    double density_factor;
};

struct View {
    Vec3 eye, target;
    double field_of_view = 35.0; // vertical [degrees]
};

/// A load that the body will meet, around a place (engine/loads/load.h).
struct LoadPlace {
    std::string name;
    std::string kind = "region"; // or "pressing", "patch", "pocket", "muscle"
    Vec3 centre;                 // [m]
    double radius = 0.1;         // [m]
    double decay = 100.0;        // beyond the radius [1/m^2]
    /// In [0, 1], of a place on the surface: fibres of a muscle are along its gradient. Empty for other kinds.
    std::function<double(const Vec3&)> painted = {};
};

/// The kind of subspace by its name in scenes, and what a kind that depends on loads is made for.
struct SubspaceChoice {
    std::string kind = "skinning";
    std::vector<LoadPlace> loads;
    bool switches_loads = false; // one for each load
};

struct BallObstacle {
    Vec3 centre;   // [m]
    double radius; // [m]
    double friction = 0.6;
};

/// A pose that the rest shape can become.
struct ExampleShape {
    std::string name;
    std::function<Vec3(const Vec3&)> moved; // from a point at rest, in the size of the parts [m]
    std::string group = {};                 // of poses that are blended convexly; empty: none
};

/// What a figure does by itself, with the numbers of scenes.
struct FigureBehaviour {
    std::string kind;                // empty: nothing
    double height = 0.2;             // [m]
    double distance = 1.0;           // [m]
    double speed = 0.5;              // [m/s]
    std::optional<Vec3> target = {}; // [m] none: the default of scenes
};

/// Contact and muscles of a figure without a skeleton: a body that is free or pinned, whose muscles are its vibration
/// modes and, for each limb, modes that are local to the limb, or its pockets, or changes of its rest shape: the shapes
/// of a cage, or example poses. The shapes of a cage are for a behaviour.
struct Walk {
    Index muscles = 6; // of the whole body
    std::vector<std::string> limbs;
    Index limb_muscles = 2; // of each limb
    Index cage_cells = 0;   // of a cage whose shapes are muscles; 0: no cage
    std::vector<ExampleShape> examples;
    FigureBehaviour behaviour;
    std::vector<LoadPlace> fibres; // muscles whose fibres contract, in a step of Newton's method
    int pockets = 0;               // closed cavities, which are inflated and deflated with this period
    double period = 4.0;           // [s], likewise of examples without a behaviour, each from rest to its pose and back
    bool has_floor = true;
    std::vector<BallObstacle> balls;
    Index points = 30; // in contact detection
    /// The relative density of these points at a place, 0 to 1; empty: ten times higher on the soles than above them.
    std::function<double(const Vec3&)> contact_density;
    /// Whether the surface at a place stays where it is; empty: nowhere.
    std::function<bool(const Vec3&)> is_pinned;
    double friction = 0.8;      // of the floor
    double peak_strain = 0.5;   // at full activation
    Vec3 front = Vec3::UnitZ(); // facing direction

    bool changes_rest_shape() const {
        return cage_cells > 0 || !examples.empty();
    }
};

/// Changes of the rest shape of rods or a sheet, and what it does with them.
struct ThinMuscles {
    Index cage_cells = 0;  // of a cage whose shapes are muscles; 0: no cage
    bool vertices = false; // of each vertex, in a plane
    std::vector<ExampleShape> examples;
    double strength = 4.0; // times the stiffness of stretching
    double friction = 0.8; // of the floor
    FigureBehaviour behaviour;

    bool are_there() const {
        return cage_cells > 0 || vertices || !examples.empty();
    }
};

/// Elastic rods of one radius along polylines, in place of parts, skeleton and walk.
struct RodFrame {
    std::vector<Vec3> points;            // [m]
    std::vector<std::vector<int>> lines; // indices into the points, in order
    double radius = 0.01;                // [m]
    std::vector<Vec3> ends;              // where it is held in its scene [m]
    ThinMuscles muscles;
};

/// An elastic shell of one thickness on triangles, likewise, or a solid so deep that moves in the plane of its
/// triangles. The figure's painter colours the points of a shell.
struct Sheet {
    std::vector<Vec3> points; // [m]
    std::vector<std::array<int, 3>> triangles;
    double thickness = 0.005; // [m]
    ThinMuscles muscles;
    bool is_planar = false;
};

struct Figure {
    std::string name;  // of the files
    std::string title; // shown in the window
    std::string about; // one line for the manifest
    Index vertices = 5000;
    double edge_length = 0.0; // that yields about `vertices` [m]; 0: the mesher searches for it
    double size = 1.0;        // scale of the finished character relative to its parts

    Skeleton skeleton;
    std::vector<BodyPart> parts;
    std::vector<BoundingBall> bounding_balls; // of the parts
    std::vector<Carving> carvings;            // in their order
    /// Maps a point and the paint of its part to an index into the palette; may be empty.
    std::function<int(const Vec3&, int)> painter;
    std::vector<std::string> palette; // "#rrggbb"
    std::vector<Region> regions;      // empty: one material
    double core_radius = 0.0;         // points closer to a bone are in the last region [m]; 0: no core
    std::vector<int> coreless_bones;  // whose parts swing
    /// Maps a point and the material of its part to an index into the regions; may be empty.
    std::function<int(const Vec3&, int)> material_at;

    std::vector<Clip> clips;
    std::optional<Walk> walk;       // of a figure without skeleton and clips
    std::optional<RodFrame> rods;   // of a figure without parts
    std::optional<Sheet> sheet;     // likewise
    double young = 1e5;             // [Pa]
    double poisson = 0.0;           // ratio
    double time_step = 1.0 / 120.0; // [s]; backward Euler damps swinging above a tenth of its rate
    double damping = 0.8;           // [1/s]
    Vec3 gravity = Vec3::Zero();
    SubspaceChoice subspace;
    Index modes = 16;
    Index clusters = 100;
    Index newton_points = 0; // of a step of Newton's method; 0: local-global iterations
    View view;

    /// Returns the index of the new bone. Its y axis runs from head to tail.
    int add_bone(const std::string& bone_name, int parent, const Vec3& head, const Vec3& tail);
    void add(BodyPart part);
    void carve(const Shape& shape, double seam);
};

/// Negative inside.
double value_at(const Figure& figure, const Vec3& x);
/// The index of the part with the smallest distance.
int nearest_part(const Figure& figure, const Vec3& x);

Vec3 bone_head(const Bone& bone);
Vec3 bone_tail(const Bone& bone);
double distance_to_bone(const Bone& bone, const Vec3& x);

Solid solid_of(const Figure& figure);

} // namespace limber::makers
