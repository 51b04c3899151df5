// SPDX-License-Identifier: MIT
#include "app/character_build/character_examples.h"

#include "app/character/file_tet_values.h"
#include "engine/actuation/example_poses.h"
#include "engine/body/body_step.h"
#include "engine/linalg/rigid_alignment.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double least_share_of_largest = 1e-3;   // of the strain of the largest example
constexpr double least_distance_from_rest = 1e-5; // of the body's size

Error other_vertices(const Character& character, const std::filesystem::path& file, Index count) {
    return {ErrorKind::bad_input,
            "has " + std::to_string(count) + " vertices, and the body " + std::to_string(character.vertex_count()) +
                ", of which " + std::to_string(character.boundary_vertices.size()) +
                " are on its surface: an example pose has the same vertices in the same order",
            file.string()};
}

// Moves the surface's vertices and finds where the body's vertices then are.
Result<Points> carried_by(const SurfaceMesh& surface, const Points& moved, const TetMesh& mesh) {
    const auto d = transferred_field(surface, moved - surface.V, mesh, SurfaceFit::known);
    return d ? Result<Points>(Points(mesh.X + d.value())) : d.error();
}

Result<Points> carried_by_boundary(const Character& character, const Points& moved, const TetMesh& mesh) {
    Points all = mesh.X;
    for (std::size_t i = 0; i < character.boundary_vertices.size(); ++i) {
        all.row(character.boundary_vertices[i]) = moved.row(static_cast<Index>(i));
    }
    return carried_by({mesh.X, character.boundary}, all, mesh);
}

Result<Points> shape_of_surface(const Character& character, const std::filesystem::path& file, const TetMesh& mesh) {
    const auto read = read_surface(file);
    if (!read) {
        return read.error();
    }
    const Points& moved = read.value().value.V;
    if (is_surface_file(character.description.mesh)) {
        const auto rest = read_surface(character.description.mesh);
        if (rest && rest.value().value.V.rows() == moved.rows()) {
            return carried_by(rest.value().value, moved, mesh);
        }
    }
    if (moved.rows() == mesh.vertex_count()) {
        return moved;
    }
    if (moved.rows() == static_cast<Index>(character.boundary_vertices.size())) {
        return carried_by_boundary(character, moved, mesh);
    }
    return other_vertices(character, file, moved.rows());
}

Result<Points> shape_of_tets(const Character& character, const std::filesystem::path& file, const TetMesh& mesh) {
    const auto read = read_tet_mesh(file);
    if (!read) {
        return read.error();
    }
    const Points& moved = read.value().value.X;
    if (character.file_tets && moved.rows() == character.file_tets->mesh().vertex_count()) {
        const Points d = moved - character.file_tets->mesh().X;
        return Points(mesh.X + character.file_tets->vertices_of(mesh).carried(d));
    }
    return moved.rows() == mesh.vertex_count() ? Result<Points>(moved) : other_vertices(character, file, moved.rows());
}

// Files of rods have polylines, those of shells triangles, both with the vertices of the body's file.
Result<Points> shape_of_thin_body(const Character& character, const std::filesystem::path& file) {
    if (character.description.rod_radius > 0.0) {
        auto read = read_curve(file);
        if (!read) {
            return read.error();
        }
        const Points& V = read.value().value.V;
        return V.rows() == character.vertex_count() ? Result<Points>(V) : other_vertices(character, file, V.rows());
    }
    auto read = read_surface(file);
    if (!read) {
        return read.error();
    }
    const Points& V = read.value().value.V;
    return V.rows() == character.vertex_count() ? Result<Points>(V) : other_vertices(character, file, V.rows());
}

// Of the vertices of a flat file, half of those of the slab that it became.
Points on_both_faces_of(const Character& character, const Points& flat) {
    const Points& slab = character.file_positions;
    const Points middle = 0.5 * (slab.topRows(flat.rows()) + slab.bottomRows(flat.rows()));
    return slab + (flat - middle).replicate(2, 1);
}

// n x 3 in the unit and along the axes of the character's file.
Result<Points> shape_in_unit_of_file(const Character& character, const ExamplePose& example) {
    const TetMesh mesh{character.file_positions, character.mesh.T};
    if (!example.kept.is_there()) {
        if (character.thin) {
            return shape_of_thin_body(character, example.file);
        }
        if (is_tet_mesh_file(example.file)) {
            return shape_of_tets(character, example.file, mesh);
        }
        if (is_surface_file(example.file)) {
            return shape_of_surface(character, example.file, mesh);
        }
        return Error{ErrorKind::bad_input,
                     "is no mesh that can be an example pose: tets come as .msh, .mesh, .node/.ele or .vtk, surfaces "
                     "as .obj, .stl or .ply",
                     example.file.string()};
    }
    if (character.model.is_planar && 2 * example.kept.positions().rows() == character.vertex_count()) {
        return on_both_faces_of(character, example.kept.positions());
    }
    if (example.kept.positions().rows() != character.vertex_count()) {
        return Error{ErrorKind::bad_input,
                     "the example pose \"" + example.name + "\" was kept of a body with " +
                         std::to_string(example.kept.positions().rows()) + " vertices, and this one has " +
                         std::to_string(character.vertex_count()) + ": keep it again or remove it",
                     "muscles.examples"};
    }
    return example.kept.positions();
}

Points in_metres(const Character& character, const Points& in_file) {
    const CharacterDescription& scene = character.description;
    return scene.metres_per_unit * in_file * rotation_of(scene.turn).transpose();
}

Points at_rest_place(const Character& character, const Points& x) {
    const Affine placement = rigid_alignment(x, character.mesh.X, character.mass);
    return (x * placement.leftCols<3>().transpose()).rowwise() + placement.col(3).transpose();
}

// The displacements that show each parameter at 1.
Matrix displacements_from_rest(const Points& X, const std::vector<Points>& shapes,
                               const ExampleParameters& parameters) {
    Matrix D(X.size(), parameters.strains.size());
    for (Index i = 0; i < D.cols(); ++i) {
        const Points d = shapes[static_cast<std::size_t>(parameters.example_of[static_cast<std::size_t>(i)])] - X;
        D.col(i) = Eigen::Map<const Vector>(d.data(), d.size()) / parameters.strains(i);
    }
    return D;
}

// The power of ten whose multiples are a millionth of this size or finer.
double steps_per_unit(double size) {
    return std::pow(10.0, 6.0 - std::floor(std::log10(size)));
}

std::string without_muscle(const std::string& name, bool is_small) {
    return "the example pose \"" + name + "\" is " +
           (is_small ? "too small beside the others, and so is no muscle of its own: enlarge it"
                     : "a part of one before it, and so is no muscle of its own");
}

} // namespace

Result<std::vector<Points>> example_shapes(const Character& character) {
    std::vector<Points> shapes;
    for (const ExamplePose& example : character.description.muscles.examples) {
        const auto shape = shape_in_unit_of_file(character, example);
        if (!shape) {
            return shape.error();
        }
        const Points x = in_metres(character, shape.value());
        if (!x.allFinite()) {
            return Error{ErrorKind::bad_input, "the example pose \"" + example.name + "\" is not at finite positions",
                         "muscles.examples"};
        }
        shapes.push_back(at_rest_place(character, x));
        if (character.model.is_planar) {
            shapes.back().col(2) = character.mesh.X.col(2);
        }
    }
    return shapes;
}

Error example_at_rest(const std::string& name) {
    return {ErrorKind::bad_input,
            "the example pose \"" + name +
                "\" is the rest pose, at most turned and moved: change its shape or remove it",
            "muscles.examples"};
}

Result<ExampleMuscles> example_muscles(const Character& character, const Material& material) {
    const std::vector<ExamplePose>& examples = character.description.muscles.examples;
    const auto shapes = example_shapes(character);
    if (!shapes) {
        return shapes.error();
    }
    const Matrix stretches = example_stretches(character.mesh, shapes.value());
    const Vector strains = strains_of_stretches(character.mesh, material, stretches);
    for (std::size_t k = 0; k < examples.size(); ++k) {
        if (!(strains(static_cast<Index>(k)) >= least_size_of_example)) {
            return example_at_rest(examples[k].name);
        }
    }
    ExampleParameters parameters =
        example_parameters(character.mesh, material, stretches, least_share_of_largest * least_share_of_largest);
    ExampleMuscles muscles;
    muscles.D = displacements_from_rest(character.mesh.X, shapes.value(), parameters);
    muscles.stretches = std::move(parameters.stretches);
    muscles.strains = std::move(parameters.strains);
    muscles.of_muscles = std::move(parameters.example_of);
    for (std::size_t k = 0; k < examples.size(); ++k) {
        if (std::ranges::find(muscles.of_muscles, static_cast<Index>(k)) != muscles.of_muscles.end()) {
            muscles.names.push_back(examples[k].name);
        } else {
            const bool is_small = strains(static_cast<Index>(k)) <= least_share_of_largest * strains.maxCoeff();
            muscles.warnings.push_back(without_muscle(examples[k].name, is_small));
        }
    }
    return muscles;
}

KeptShape kept_shape(const Character& character, const State& state) {
    const CharacterDescription& scene = character.description;
    const Points x = at_rest_place(character, positions(character, state));
    const Points in_file = x * rotation_of(scene.turn) / scene.metres_per_unit;
    const double steps = steps_per_unit(bounding_box(character.file_positions).diagonal());
    return KeptShape(Points(((steps * in_file).array().round() / steps).matrix()));
}

bool is_example(const Character& character, const KeptShape& shape) {
    const double size = bounding_box(character.file_positions).diagonal();
    const double moved = (shape.positions() - character.file_positions).rowwise().norm().maxCoeff();
    return moved >= least_distance_from_rest * size;
}

} // namespace limber::app
