#pragma once

#include "assets/characters/shape.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// A character before it is meshed: parts of clay around a skeleton. Each part says which bones carry it, what it is
/// made of and how it is painted, so that mesh, weights, materials and colours come from one description.
namespace limber::assets {

struct CharacterInstance {
    Shape shape;
    std::vector<int> bones; // that carry it; the nearer, the more
    double seam = 0.06;     // width of the rounding where it joins what came before [m]
    int paint = 0;          // index into the palette
    int material = 0;       // index into the regions
    double fineness = 1.0;  // edge length of the mesh here, as a share
    int limb = -1;          // index into those that have muscles of their own; -1: none
};

/// Takes from the parts that were there before it.
struct Carving {
    Shape shape;
    double seam;
    std::size_t before; // the part of this number, which stays whole
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

/// What a figure without a skeleton moves with: a free body on a floor, that pulls itself into its vibration modes, and
/// each of its limbs into modes that are bound to it.
struct Walk {
    Index muscles = 6; // of the whole body
    std::vector<std::string> limbs;
    Index limb_muscles = 2;     // of each limb
    Index points = 30;          // that can touch
    double friction = 0.8;      // of the floor
    double peak_strain = 0.5;   // of full activation
    Vec3 front = Vec3::UnitZ(); // where it faces
};

struct Figure {
    std::string name;  // of the files
    std::string title; // for people
    std::string about; // one line for the manifest
    Index vertices = 5000;
    double edge_length = 0.0; // [m] that gives about as many vertices, once it is known; 0: the mesher tries lengths
    double size = 1.0;        // of the finished character, as a share of what its parts say

    Skeleton skeleton;
    std::vector<CharacterInstance> parts;
    std::vector<Reach> reaches;    // of the parts
    std::vector<Carving> carvings; // in their order
    /// Index into the palette for a point, given what its part says; may be empty.
    std::function<int(const Vec3&, int)> painter;
    std::vector<std::string> palette; // "#rrggbb"
    std::vector<Region> regions;      // none: all of one kind
    double core_radius = 0.0;         // flesh that is nearer to a bone than this is the last region [m]; 0: no core
    std::vector<int> boneless;        // bones without a core: what they carry is to swing
    /// Index into the regions for a point, given what its part says; may be empty.
    std::function<int(const Vec3&, int)> softener;

    std::vector<Clip> clips;
    std::optional<Walk> walk;       // without skeleton and clips
    double young = 1e5;             // [Pa]
    double poisson = 0.0;           // ratio
    double time_step = 1.0 / 120.0; // [s]: backward Euler keeps little of what swings faster than a tenth of its rate
    double damping = 0.8;           // [1/s]
    Vec3 gravity = Vec3::Zero();
    Index modes = 16;
    Index clusters = 100;
    View view;

    /// The index of the new bone. Its y axis runs from head to tail.
    int add_bone(const std::string& bone_name, int parent, const Vec3& head, const Vec3& tail);
    void add(CharacterInstance part);
    void carve(const Shape& shape, double seam);
};

/// Negative inside.
double value_at(const Figure& figure, const Vec3& x);
/// Negative inside the part that is nearest, or deepest; and which it is.
int nearest_part(const Figure& figure, const Vec3& x);

Vec3 bone_head(const Bone& bone);
Vec3 bone_tail(const Bone& bone);
double distance_to_bone(const Bone& bone, const Vec3& x);

Solid solid_of(const Figure& figure);

} // namespace limber::assets
