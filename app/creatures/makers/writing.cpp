// SPDX-License-Identifier: MIT
#include "app/creatures/makers/writing.h"

#include "app/creatures/makers/text.h"
#include "engine/actuation/example_poses.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "engine/operators/material.h"
#include "engine/rig/rig_file.h"

#include <algorithm>
#include <cmath>

namespace limber::makers {
namespace {

namespace fs = std::filesystem;

std::string head(const std::string& format) {
    return "{\"format\": " + json_text(format) + ", \"version\": 1";
}

std::string clip_json(const Clip& clip, const Skeleton& skeleton) {
    const auto names =
        list(skeleton.bones.size(), ", ", [&](std::size_t b) { return json_text(skeleton.bones[b].name); });
    const auto keys = list(clip.keys.size(), ",\n  ", [&](std::size_t k) {
        return list(clip.keys[k].size(), ",", [&](std::size_t b) { return matrix(clip.keys[k][b]); });
    });
    return head("limber-clip") + ",\n \"name\": " + json_text(clip.name) +
           ", \"frame_rate\": " + number(clip.frame_rate) + ", \"looping\": " + (clip.looping ? "true" : "false") +
           ",\n \"bones\": " + names + ",\n \"keys\": " + keys + "}\n";
}

std::string labels_json(const std::vector<int>& labels) {
    return head("limber-labels") +
           ",\n \"labels\": " + list(labels.size(), ",", [&](std::size_t i) { return std::to_string(labels[i]); }) +
           "}\n";
}

std::string material_json(const Figure& figure) {
    std::string text =
        "{\"young\": " + number(figure.young) + ", \"poisson\": " + number(figure.poisson) + ", \"density\": 1000";
    if (!figure.regions.empty()) {
        text +=
            ",\n    \"labels\": " + json_text("../meshes/" + figure.name + "_material.json") + ",\n    \"regions\": ";
        text += list(figure.regions.size(), ", ", [&](std::size_t r) {
            const Region& region = figure.regions[r];
            return "{\"name\": " + json_text(region.name) + ", \"young\": " + number(region.young_factor) +
                   ", \"density\": " + number(region.density_factor) + "}";
        });
    }
    return text + "}";
}

std::string clip_path(const Figure& figure, const Clip& clip) {
    return "clips/" + figure.name + "_" + clip.name + ".json";
}

std::string limbs_json(const Figure& figure, const Walk& walk) {
    if (walk.limbs.empty()) {
        return "";
    }
    const auto regions = list(walk.limbs.size(), ", ", [&](std::size_t limb) {
        return "{\"name\": " + json_text(walk.limbs[limb]) + ", \"label\": " + std::to_string(limb + 1) +
               ", \"modes\": " + std::to_string(walk.limb_muscles) + "}";
    });
    return ", \"labels\": " + json_text("../meshes/" + figure.name + "_limbs.json") + ", \"regions\": " + regions;
}

// The muscles of the walkers are vibration modes of a body with this Poisson's ratio, 1/3, with which their gaits were
// found. It does not depend on the ratio of their material.
constexpr const char* muscle_poisson_ratio = "0.3333333333333333";

// Each pocket is inflated and deflated, from 0 to 1.
std::string pockets_json(const Figure& figure, const Walk& walk) {
    const auto count = static_cast<std::size_t>(walk.pockets);
    const auto waveforms = list(count, ", ", [&](std::size_t) { return "[[0.5, " + number(walk.period) + ", 0.75]]"; });
    return "{\"pockets\": true, \"clusters\": 40, \"peak_strain\": " + number(walk.peak_strain) +
           ", \"strength\": 4,\n  \"gait\": " + head("limber-gait") +
           ", \"name\": \"inflate\", \"character\": " + json_text(figure.title) +
           ", \"ramp\": 0, \"limit\": 1, \"waveforms\": " + waveforms +
           "},\n  \"held\": " + list(count, ", ", [](std::size_t) { return std::string("0.5"); }) + "}";
}

// Of all vertices, in the size of the finished character.
Points example_positions(const Character& character, const ExampleShape& example) {
    const double size = character.figure.size;
    Points moved = character.mesh.X;
    for (Index i = 0; i < moved.rows(); ++i) {
        moved.row(i) = size * example.moved(moved.row(i).transpose() / size).transpose();
    }
    return moved;
}

std::string examples_json(const Character& character, const std::vector<ExampleShape>& examples) {
    return list(examples.size(), ",\n  ", [&](std::size_t k) {
        const Points moved = example_positions(character, examples[k]);
        const auto positions = list(static_cast<std::size_t>(moved.rows()), ",", [&](std::size_t i) {
            const auto row = static_cast<Index>(i);
            return number(moved(row, 0)) + "," + number(moved(row, 1)) + "," + number(moved(row, 2));
        });
        return "{\"name\": " + json_text(examples[k].name) + ", \"positions\": " + positions + "}";
    });
}

std::string behaviour_json(const FigureBehaviour& behaviour) {
    std::string text = "{\"kind\": " + json_text(behaviour.kind) + ", \"height\": " + number(behaviour.height) +
                       ", \"distance\": " + number(behaviour.distance) + ", \"speed\": " + number(behaviour.speed);
    if (const auto& target = behaviour.target) {
        text += ", \"target\": [" + number(target->x()) + ", " + number(target->y()) + ", " + number(target->z()) + "]";
    }
    return text + "}";
}

// The activations at which the muscles of examples are their poses.
Vector example_strains(const Character& character, const std::vector<ExampleShape>& examples) {
    const Figure& figure = character.figure;
    Material material =
        uniform_material({.young = figure.young, .poisson = figure.poisson}, character.mesh.tet_count());
    for (std::size_t t = 0; t < character.materials.size() && !figure.regions.empty(); ++t) {
        const Region& region = figure.regions[static_cast<std::size_t>(character.materials[t])];
        material.young(static_cast<Index>(t)) *= region.young_factor;
    }
    std::vector<Points> poses;
    for (const ExampleShape& example : examples) {
        poses.push_back(example_positions(character, example));
    }
    return strains_of_stretches(character.mesh, material, example_stretches(character.mesh, poses));
}

// From rest to each pose and back. Limbs turn against the body, so that each cluster of tets has its own rotation.
std::string example_gait_json(const Character& character, const Walk& walk) {
    const Vector strains = example_strains(character, walk.examples);
    const auto half = [&](std::size_t k) {
        return number(0.5 * strains(static_cast<Index>(k)));
    };
    const auto waveforms = list(walk.examples.size(), ", ", [&](std::size_t k) {
        return "[[" + half(k) + ", " + number(walk.period) + ", 0.75]]";
    });
    return ", \"clusters\": 40,\n  \"gait\": " + head("limber-gait") +
           ", \"name\": \"flex\", \"character\": " + json_text(character.figure.title) +
           ", \"ramp\": 0, \"limit\": 1, \"waveforms\": " + waveforms +
           "},\n  \"held\": " + list(walk.examples.size(), ", ", half);
}

// At the strength with which a cage hops.
std::string rest_shapes_json(const Character& character, const Walk& walk) {
    std::string text = "{\"strength\": 4";
    text += walk.cage_cells > 0 ? ", \"cage\": " + std::to_string(walk.cage_cells) : "";
    text += walk.examples.empty() ? "" : ", \"examples\": " + examples_json(character, walk.examples);
    const bool is_flexing = walk.behaviour.kind.empty() && walk.cage_cells == 0;
    text += is_flexing ? example_gait_json(character, walk) : "";
    text += walk.behaviour.kind.empty() ? "" : ", \"behaviour\": " + behaviour_json(walk.behaviour);
    return text + "}";
}

// As app/document/painted_region.h has it: a level for each vertex of the surface.
std::string painted_json(const Character& character, const std::function<double(const Vec3&)>& painted) {
    const std::vector<int> surface = boundary_vertices(character.mesh.T);
    constexpr const char* digits = "0123456789abcdef";
    std::string levels;
    for (const int v : surface) {
        const Vec3 place = character.mesh.X.row(v).transpose() / character.figure.size;
        const auto level = static_cast<std::size_t>(std::lround(255.0 * std::clamp(painted(place), 0.0, 1.0)));
        levels += {digits[level / 16], digits[level % 16]};
    }
    return "{\"vertices\": " + std::to_string(surface.size()) + ", \"levels\": " + json_text(levels) + "}";
}

std::string loads_json(const Character& character, const std::vector<LoadPlace>& loads) {
    return list(loads.size(), ",\n  ", [&](std::size_t i) {
        const LoadPlace& load = loads[i];
        return "{\"name\": " + json_text(load.name) + ", \"kind\": " + json_text(load.kind) +
               ", \"centre\": " + list(load.centre) + ", \"radius\": " + number(load.radius) +
               ", \"decay\": " + number(load.decay) +
               (load.painted ? ", \"painted\": " + painted_json(character, load.painted) : "") + "}";
    });
}

// Each contracts and relaxes, from 0 to 1.
std::string fibres_json(const Character& character, const Walk& walk) {
    const auto waveforms =
        list(walk.fibres.size(), ", ", [&](std::size_t) { return "[[0.5, " + number(walk.period) + ", 0.75]]"; });
    return "{\"fibres\": " + loads_json(character, walk.fibres) + ", \"peak_strain\": " + number(walk.peak_strain) +
           ", \"strength\": 4,\n  \"gait\": " + head("limber-gait") +
           ", \"name\": \"contract\", \"character\": " + json_text(character.figure.title) +
           ", \"ramp\": 0, \"limit\": 1, \"waveforms\": " + waveforms +
           "},\n  \"held\": " + list(walk.fibres.size(), ", ", [](std::size_t) { return std::string("0.5"); }) + "}";
}

std::string muscles_json(const Character& character, const Walk& walk) {
    if (!walk.fibres.empty()) {
        return fibres_json(character, walk);
    }
    if (walk.pockets > 0) {
        return pockets_json(character.figure, walk);
    }
    if (walk.changes_rest_shape()) {
        return rest_shapes_json(character, walk);
    }
    const Figure& figure = character.figure;
    return "{\"modes\": " + std::to_string(walk.muscles) + limbs_json(figure, walk) +
           ", \"poisson\": " + muscle_poisson_ratio + ", \"peak_strain\": " + number(walk.peak_strain) + "}";
}

// Behaviours need steps that converge.
std::string iterations_json(const Figure& figure) {
    return figure.walk && figure.walk->changes_rest_shape() ? ", \"iterations\": 30, \"tolerance\": 1e-05" : "";
}

std::string balls_json(const Walk& walk) {
    if (walk.balls.empty()) {
        return "";
    }
    return ", \"obstacles\": " + list(walk.balls.size(), ", ", [&](std::size_t i) {
               const BallObstacle& ball = walk.balls[i];
               return "{\"shape\": \"ball\", \"centre\": " + list(ball.centre) +
                      ", \"radius\": " + number(ball.radius) + ", \"friction\": " + number(ball.friction) + "}";
           });
}

// What the subspace is made for, if it is not the default.
std::string subspace_json(const Character& character) {
    const SubspaceChoice& subspace = character.figure.subspace;
    if (subspace.kind == SubspaceChoice{}.kind) {
        return "";
    }
    return ",\n \"subspace\": {\"kind\": " + json_text(subspace.kind) +
           (subspace.switches_loads ? ", \"switch_loads\": true" : "") + "}" +
           (subspace.loads.empty() ? "" : ",\n \"loads\": " + loads_json(character, subspace.loads));
}

std::string pins_json(const Character& character) {
    const auto& walk = character.figure.walk;
    if (!walk || !walk->is_pinned) {
        return "";
    }
    const auto level = [&](const Vec3& place) {
        return walk->is_pinned(place) ? 1.0 : 0.0;
    };
    return ",\n \"pins\": " + painted_json(character, level);
}

// Skeleton and clips of a rigged character, or contact and muscles of a walker. One handle holds a pinned body.
std::string support_json(const Character& character) {
    const Figure& figure = character.figure;
    if (const auto& walk = figure.walk) {
        return ",\n \"rig\": " + json_text(walk->is_pinned ? "affine handle" : "none") +
               ",\n \"front\": " + list(walk->front) +
               ",\n \"contact\": {\"floor\": " + (walk->has_floor ? "true" : "false") +
               ", \"floor_friction\": " + number(walk->friction) + ", \"points\": " + std::to_string(walk->points) +
               ", \"density\": " + json_text("../meshes/" + figure.name + "_contact.json") + balls_json(*walk) +
               "},\n \"muscles\": " + muscles_json(character, *walk);
    }
    const auto clips = list(figure.clips.size(), ", ",
                            [&](std::size_t c) { return json_text("../" + clip_path(figure, figure.clips[c])); });
    return ",\n \"rig\": " + json_text("../rigs/" + figure.name + ".json") + ",\n \"clips\": " + clips +
           ",\n \"active_clip\": " + (figure.clips.empty() ? "-1" : "0");
}

std::string newton_json(const Figure& figure) {
    return figure.newton_points > 0 ? ",\n \"newton\": {\"points\": " + std::to_string(figure.newton_points) + "}" : "";
}

std::string scene_json(const Character& character) {
    const Figure& figure = character.figure;
    const auto& colours = character.painting.palette;
    const auto palette = list(colours.size(), ", ", [&](std::size_t p) { return json_text(colours[p]); });
    return head("limber-scene") + ",\n \"name\": " + json_text(figure.title) +
           ",\n \"mesh\": " + json_text("../meshes/" + figure.name + ".msh") + support_json(character) +
           pins_json(character) + ",\n \"material\": " + material_json(figure) + subspace_json(character) +
           newton_json(figure) + ",\n \"modes\": " + std::to_string(figure.modes) +
           ",\n \"clusters\": {\"count\": " + std::to_string(figure.clusters) + "}" +
           ",\n \"step\": {\"time_step\": " + number(figure.time_step) + ", \"damping\": " + number(figure.damping) +
           ", \"gravity\": " + list(figure.gravity) + iterations_json(figure) + "}" +
           ",\n \"look\": {\"colour\": " + json_text(figure.palette.front()) +
           ", \"labels\": " + json_text("../meshes/" + figure.name + "_colours.json") + ", \"palette\": " + palette +
           "}" + ",\n \"camera\": {\"eye\": " + list(figure.view.eye) + ", \"target\": " + list(figure.view.target) +
           ", \"up\": [0, 1, 0], \"field_of_view\": " + number(figure.view.field_of_view) + "}}\n";
}

std::string rods_obj(const RodFrame& rods) {
    std::string text;
    for (const Vec3& at : rods.points) {
        text += "v " + number(at.x()) + " " + number(at.y()) + " " + number(at.z()) + "\n";
    }
    for (const std::vector<int>& line : rods.lines) {
        text += "l";
        for (const int point : line) {
            text += " " + std::to_string(point + 1);
        }
        text += "\n";
    }
    return text;
}

std::string sheet_obj(const Sheet& sheet) {
    std::string text;
    for (const Vec3& at : sheet.points) {
        text += "v " + number(at.x()) + " " + number(at.y()) + " " + number(at.z()) + "\n";
    }
    for (const auto& corners : sheet.triangles) {
        text += "f";
        for (const int corner : corners) {
            text += " " + std::to_string(corner + 1);
        }
        text += "\n";
    }
    return text;
}

std::string thin_examples_json(const std::vector<Vec3>& points, const std::vector<ExampleShape>& examples) {
    return list(examples.size(), ",\n  ", [&](std::size_t k) {
        const auto positions = list(points.size(), ",", [&](std::size_t i) {
            const Vec3 moved = examples[k].moved(points[i]);
            return number(moved.x()) + "," + number(moved.y()) + "," + number(moved.z());
        });
        const std::string group =
            examples[k].group.empty() ? std::string() : ", \"group\": " + json_text(examples[k].group);
        return "{\"name\": " + json_text(examples[k].name) + group + ", \"positions\": " + positions + "}";
    });
}

std::string thin_muscles_json(const std::vector<Vec3>& points, const ThinMuscles& muscles) {
    if (!muscles.are_there()) {
        return "";
    }
    return ",\n \"muscles\": {\"strength\": " + number(muscles.strength) +
           (muscles.cage_cells > 0 ? ", \"cage\": " + std::to_string(muscles.cage_cells) : "") +
           (muscles.vertices ? ", \"vertices\": true" : "") +
           (muscles.examples.empty() ? "" : ", \"examples\": " + thin_examples_json(points, muscles.examples)) +
           ", \"behaviour\": " + behaviour_json(muscles.behaviour) + "}";
}

// Behaviours need steps that converge.
std::string thin_iterations_json(const ThinMuscles& muscles) {
    return muscles.are_there() ? ", \"iterations\": 100, \"tolerance\": 1e-05" : "";
}

std::string thin_colours_json(const Figure& figure) {
    const auto palette = list(figure.palette.size(), ", ", [&](std::size_t p) { return json_text(figure.palette[p]); });
    return figure.painter ? ", \"labels\": " + json_text("../meshes/" + figure.name + "_colours.json") +
                                ", \"palette\": " + palette
                          : "";
}

/// What rods and sheets have in common.
struct ThinFigure {
    const std::vector<Vec3>& points;
    const ThinMuscles& muscles;
    std::string size_json;
};

// On a floor, which every point can touch.
std::string thin_scene_json(const Figure& figure, const ThinFigure& thin) {
    return head("limber-scene") + ",\n \"name\": " + json_text(figure.title) +
           ",\n \"mesh\": " + json_text("../meshes/" + figure.name + ".obj") + ",\n " + thin.size_json +
           ",\n \"rig\": \"none\"" + ",\n \"contact\": {\"floor\": true, \"floor_height\": 0" +
           (thin.muscles.are_there() ? ", \"floor_friction\": " + number(thin.muscles.friction) : "") +
           ", \"points\": " + std::to_string(thin.points.size()) + "}" + thin_muscles_json(thin.points, thin.muscles) +
           ",\n \"material\": " + material_json(figure) + ",\n \"step\": {\"time_step\": " + number(figure.time_step) +
           ", \"damping\": " + number(figure.damping) + ", \"gravity\": " + list(figure.gravity) +
           thin_iterations_json(thin.muscles) + "}" +
           ",\n \"look\": {\"colour\": " + json_text(figure.palette.front()) + thin_colours_json(figure) + "}" +
           ",\n \"camera\": {\"eye\": " + list(figure.view.eye) + ", \"target\": " + list(figure.view.target) +
           ", \"up\": [0, 1, 0], \"field_of_view\": " + number(figure.view.field_of_view) + "}}\n";
}

// Ten times higher on the soles than 0.1 m above them, so that a body stands on its feet.
double density_above(double sole, double height) {
    constexpr double fading_height = 0.1; // [m]
    return std::max(0.1, 1.0 - (height - sole) / fading_height);
}

// Relative density of the contact points, 0 to 1000.
std::vector<int> contact_density(const Figure& figure, const TetMesh& mesh) {
    const auto& density = figure.walk->contact_density;
    const double low = mesh.X.col(1).minCoeff();
    std::vector<int> labels;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const double here =
            density ? density(mesh.X.row(v).transpose() / figure.size) : density_above(low, mesh.X(v, 1));
        labels.push_back(static_cast<int>(std::lround(1000.0 * here)));
    }
    return labels;
}

struct TextFile {
    fs::path path;
    std::string text;
};

std::vector<TextFile> text_files(const Character& character) {
    const Figure& figure = character.figure;
    std::vector<TextFile> files;
    files.push_back({"meshes/" + figure.name + "_colours.json", labels_json(character.painting.labels)});
    if (!figure.regions.empty()) {
        files.push_back({"meshes/" + figure.name + "_material.json", labels_json(character.materials)});
    }
    if (figure.walk) {
        files.push_back(
            {"meshes/" + figure.name + "_contact.json", labels_json(contact_density(figure, character.mesh))});
    }
    if (figure.walk && !figure.walk->limbs.empty()) {
        files.push_back({"meshes/" + figure.name + "_limbs.json", labels_json(character.limbs)});
    }
    for (const auto& clip : figure.clips) {
        files.push_back({clip_path(figure, clip), clip_json(clip, figure.skeleton)});
    }
    files.push_back({"scenes/" + figure.name + ".json", scene_json(character)});
    return files;
}

// Keeps the frequencies, which are proportional to the root of Young's modulus and inversely proportional to the size.
void scale(Character& character, double size) {
    Figure& figure = character.figure;
    character.mesh.X *= size;
    for (Bone& limb : figure.skeleton.bones) {
        limb.rest.col(3) *= size;
        limb.length *= size;
    }
    for (Clip& clip : figure.clips) {
        for (Pose& key : clip.keys) {
            for (Affine& map : key) {
                map.col(3) *= size;
            }
        }
    }
    figure.young *= size * size;
    for (LoadPlace& load : figure.subspace.loads) {
        load.centre *= size;
        load.radius *= size;
        load.decay /= size * size;
    }
    if (figure.walk) {
        for (BallObstacle& ball : figure.walk->balls) {
            ball.centre *= size;
            ball.radius *= size;
        }
    }
    figure.view.eye *= size;
    figure.view.target *= size;
}

std::vector<TextFile> files_of_rods(const Figure& figure, const RodFrame& rods) {
    const ThinFigure thin{rods.points, rods.muscles, "\"rod_radius\": " + number(rods.radius)};
    return {{"meshes/" + figure.name + ".obj", rods_obj(rods)},
            {"scenes/" + figure.name + ".json", thin_scene_json(figure, thin)}};
}

std::vector<TextFile> files_of_sheet(const Figure& figure, const Sheet& sheet) {
    const std::string member = sheet.is_planar ? "\"plane_depth\": " : "\"shell_thickness\": ";
    const ThinFigure thin{sheet.points, sheet.muscles, member + number(sheet.thickness)};
    std::vector<TextFile> files = {{"meshes/" + figure.name + ".obj", sheet_obj(sheet)}};
    if (figure.painter) {
        std::vector<int> labels;
        for (const Vec3& at : sheet.points) {
            labels.push_back(figure.painter(at, 0));
        }
        files.push_back({"meshes/" + figure.name + "_colours.json", labels_json(labels)});
    }
    files.push_back({"scenes/" + figure.name + ".json", thin_scene_json(figure, thin)});
    return files;
}

Result<std::vector<fs::path>> write_thin(const Figure& figure, const fs::path& folder) {
    const std::vector<TextFile> files =
        figure.rods ? files_of_rods(figure, *figure.rods) : files_of_sheet(figure, *figure.sheet);
    std::vector<fs::path> written;
    for (const TextFile& file : files) {
        if (auto done = write_file(folder / file.path, file.text, false); !done) {
            return done.error();
        }
        written.push_back(file.path);
    }
    return written;
}

} // namespace

Result<Character> build(const Figure& figure, Progress* progress) {
    if (figure.rods || figure.sheet) {
        return Character{figure, {}, {}, {}, {}, {}};
    }
    MeshingOptions options;
    options.target_vertices = figure.vertices;
    options.edge_length = figure.edge_length;
    auto meshed = tetrahedralise(solid_of(figure), options, progress);
    if (!meshed) {
        return meshed.error();
    }
    TetMesh mesh = std::move(meshed).value().value;
    Matrix weights = figure.walk ? Matrix(mesh.vertex_count(), 0) : skinning_weights(figure, mesh);
    Painting colours = painting(figure, mesh);
    auto materials = tet_materials(figure, mesh);
    auto limbs = tet_limbs(figure, mesh);
    Character character{figure,          std::move(mesh), std::move(weights), std::move(colours), std::move(materials),
                        std::move(limbs)};
    if (figure.size != 1.0) {
        scale(character, figure.size);
    }
    return character;
}

Result<std::vector<fs::path>> write(const Character& character, const fs::path& folder) {
    for (const char* subfolder : {"meshes", "rigs", "clips", "scenes"}) {
        std::error_code failure;
        fs::create_directories(folder / subfolder, failure);
    }
    if (character.figure.rods || character.figure.sheet) {
        return write_thin(character.figure, folder);
    }
    const fs::path mesh_path = fs::path("meshes") / (character.figure.name + ".msh");
    if (auto done = write_tet_mesh(character.mesh, folder / mesh_path); !done) {
        return done.error();
    }
    std::vector<fs::path> written = {mesh_path};
    if (!character.figure.walk) {
        const fs::path rig_path = fs::path("rigs") / (character.figure.name + ".json");
        if (auto done = write_rig({character.figure.skeleton, character.weights}, folder / rig_path); !done) {
            return done.error();
        }
        written.push_back(rig_path);
    }
    for (const auto& file : text_files(character)) {
        if (auto done = write_file(folder / file.path, file.text, false); !done) {
            return done.error();
        }
        written.push_back(file.path);
    }
    return written;
}

} // namespace limber::makers
