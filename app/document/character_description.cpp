// SPDX-License-Identifier: MIT
#include "app/document/character_description.h"

#include "app/document/number_limits.h"
#include "app/imports/imported_character.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tetrahedralise.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace limber::app {
namespace {

constexpr double tolerance_max = 1e100;
constexpr double degrees_max = 1e9;
constexpr double leak_depth_max = 1e6;
constexpr double feature_exponent_max = 100.0;

Error out_of_range(const std::string& member, const std::string& what) {
    return {ErrorKind::bad_input, member + " " + what, {}};
}

bool has_equal_bones(const ClipRetargeting& retargeting) {
    std::set<std::string> bones;
    return !std::ranges::all_of(retargeting.bones,
                                [&](const auto& chosen) { return bones.insert(chosen.second).second; });
}

std::optional<Error> fault_in(const std::vector<MaterialPart>& parts) {
    if (parts.size() > material_parts_max) {
        return out_of_range("material.parts", "must be at most " + std::to_string(material_parts_max));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string member = "material.parts[" + std::to_string(i) + "]";
        if (!region_factor_range.holds(parts[i].young_factor)) {
            return out_of_range(member + ".young", "must be a factor between 1e-9 and 1e9");
        }
        if (!region_factor_range.holds(parts[i].density_factor)) {
            return out_of_range(member + ".density", "must be a factor between 1e-9 and 1e9");
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const MaterialDescription& material) {
    if (!young_range.holds(material.young)) {
        return out_of_range("material.young", "must lie between 0.001 and 1e15 pascals");
    }
    if (!is_poisson(material.poisson)) {
        return out_of_range("material.poisson", std::string("must be ") + poisson_demand);
    }
    if (!density_range.holds(material.density)) {
        return out_of_range("material.density", "must lie between 1e-6 and 1e9 kilograms a cubic metre");
    }
    if (!material.labels.empty() && material.regions.empty()) {
        return out_of_range("material.regions", "must name at least one region when there are labels");
    }
    for (std::size_t i = 0; i < material.regions.size(); ++i) {
        const auto& region = material.regions[i];
        const std::string member = "material.regions[" + std::to_string(i) + "]";
        if (!region_factor_range.holds(region.young_factor)) {
            return out_of_range(member + ".young", "must be a factor between 1e-9 and 1e9");
        }
        if (!region_factor_range.holds(region.density_factor)) {
            return out_of_range(member + ".density", "must be a factor between 1e-9 and 1e9");
        }
        if (region.poisson && !is_poisson(*region.poisson)) {
            return out_of_range(member + ".poisson", std::string("must be ") + poisson_demand);
        }
    }
    return fault_in(material.parts);
}

std::optional<Error> fault_in(const StepDescription& step) {
    if (step.iterations < 1 || step.iterations > 100000) {
        return out_of_range("step.iterations", "must be between 1 and 100000");
    }
    if (!(step.tolerance >= 0 && step.tolerance <= tolerance_max)) {
        return out_of_range("step.tolerance", "must lie between 0 and 1e100");
    }
    if (!damping_range.holds(step.damping)) {
        return out_of_range("step.damping", "must lie between 0 and 1e6 a second");
    }
    if (auto fault = fault_in(step.solver)) {
        return fault;
    }
    if (!(step.gravity.array().abs() <= gravity_max).all()) {
        return out_of_range("step.gravity",
                            "must lie between -1e100 and 1e100 metres a second squared along each axis");
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const CameraDescription& camera) {
    const double reach = std::max(camera.eye.cwiseAbs().maxCoeff(), camera.target.cwiseAbs().maxCoeff());
    if (!is_position(camera.eye) || !is_position(camera.target) ||
        !((camera.eye - camera.target).norm() > 1e-5 * reach)) {
        return out_of_range("camera.eye", "must lie within 1e9 metres of the origin and apart from camera.target");
    }
    if (!is_direction(camera.up)) {
        return out_of_range("camera.up", "must be a direction");
    }
    const Vec3 ahead = (camera.target - camera.eye).normalized();
    if (!(ahead.cross(camera.up.normalized()).norm() > 1e-6)) {
        return out_of_range("camera.up", "must not point along the view, from camera.eye to camera.target");
    }
    if (!(camera.field_of_view > 0 && camera.field_of_view < 180)) {
        return out_of_range("camera.field_of_view", "must be between 0 and 180 degrees");
    }
    return std::nullopt;
}

std::optional<Error> fault_in_files(const CharacterDescription& scene) {
    if (scene.mesh.empty()) {
        return out_of_range("mesh", "must name a file");
    }
    if (scene.rig_kind == RigKind::file && scene.rig.empty()) {
        return out_of_range("rig", "must name a file");
    }
    if (scene.rig_kind == RigKind::none && !scene.pins.is_blank()) {
        return out_of_range("pins", "must be empty where \"rig\" is \"none\": a pinned body needs \"affine handle\"");
    }
    if (scene.active_clip < -1 ||
        (scene.active_clip > 0 && scene.active_clip >= static_cast<int>(scene.clips.size()))) {
        return out_of_range("active_clip", "must be -1 or count one of the clips from 0");
    }
    for (const auto& [clip, retargeting] : scene.retargeting) {
        if (!stride_range.holds(retargeting.stride)) {
            return out_of_range("retargeted_clips", "must have strides from 0.2 to 5");
        }
        if (has_equal_bones(retargeting)) {
            return out_of_range("retargeted_clips", "must let a bone follow one joint only");
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in_tets(const CharacterDescription& scene) {
    if (scene.target_vertices < target_vertices_min || scene.target_vertices > target_vertices_max) {
        return out_of_range("target_vertices", "must be between " + std::to_string(target_vertices_min) + " and " +
                                                   std::to_string(target_vertices_max));
    }
    if (scene.tets != TetSource::file && is_bound_to_tets(scene)) {
        return out_of_range("tets", "must be \"as they are\" where the subspace's file has a value for each vertex");
    }
    return std::nullopt;
}

std::optional<Error> fault_in_body(const CharacterDescription& scene) {
    const double unit = scene.metres_per_unit;
    if (unit != 0.0 && !metres_per_unit_range.holds(unit)) {
        return out_of_range("metres_per_unit", "must be 0, where it is left open, or between 1e-6 and 1e6");
    }
    if (auto fault = fault_in_tets(scene)) {
        return fault;
    }
    if (!is_direction(scene.turn.axis) || !(std::abs(scene.turn.degrees) <= degrees_max)) {
        return out_of_range("turn", "must be a direction and an angle between -1e9 and 1e9 degrees");
    }
    if (!(scene.leak.amount >= 0 && scene.leak.amount <= 1)) {
        return out_of_range("leak.amount", "must be between 0 and 1");
    }
    if (!(scene.leak.depth > 0 && scene.leak.depth <= leak_depth_max)) {
        return out_of_range("leak.depth", "must be positive and at most 1e6");
    }
    if (!is_direction(scene.front)) {
        return out_of_range("front", "must be a direction");
    }
    if (scene.modes < 1 || scene.modes > modes_max) {
        return out_of_range("modes", "must be between 1 and 1024");
    }
    if (scene.subspace == SubspaceKind::pod && scene.subspace_file.empty()) {
        return out_of_range("subspace",
                            "of the kind pod needs the file of the motion that it is made from: write one of the body "
                            "in another subspace with limber simulate --out MOTION.npy, also with --controls "
                            "RECORDING, and name it with --subspace-file");
    }
    if (scene.painted_weights.size() > painted_weights_max) {
        return out_of_range("subspace.painted", "must be at most 64 weights");
    }
    if (scene.clusters < 1) {
        return out_of_range("clusters.count", "must be at least 1");
    }
    if (!(scene.feature_exponent >= 0 && scene.feature_exponent <= feature_exponent_max)) {
        return out_of_range("clusters.feature_exponent", "must lie between 0 and 100");
    }
    return std::nullopt;
}

// What needs tets, or a rig that holds them.
std::optional<Error> fault_in_thin_body(const CharacterDescription& scene) {
    if (scene.rod_radius != 0.0 && !thin_size_range.holds(scene.rod_radius)) {
        return out_of_range("rod_radius", "must lie between 1e-6 and 10 metres, or be 0 for a body that is no rod");
    }
    if (scene.shell_thickness != 0.0 && !thin_size_range.holds(scene.shell_thickness)) {
        return out_of_range("shell_thickness",
                            "must lie between 1e-6 and 10 metres, or be 0 for a body that is no shell");
    }
    if (!is_thin(scene)) {
        return std::nullopt;
    }
    if (scene.rod_radius > 0.0 && scene.shell_thickness > 0.0) {
        return out_of_range("shell_thickness", "must be 0 where there is a rod_radius: a body is one of both");
    }
    if (scene.rig_kind != RigKind::none) {
        return out_of_range("rig", "must be \"none\" for rods and shells");
    }
    if (scene.muscles.modes > 0 || !scene.muscles.regions.empty() || scene.muscles.pockets ||
        !scene.muscles.fibres.empty() || scene.muscles.vertices) {
        return out_of_range("muscles", "must be a cage, skinning modes or example poses for rods and shells: vibration "
                                       "modes, regions, each vertex, pockets and fibres need tets");
    }
    if (scene.subspace != SubspaceKind::skinning) {
        return out_of_range("subspace", "must be \"skinning\" for rods and shells, whose vertices move freely");
    }
    if (!scene.material.labels.empty() || !scene.material.parts.empty()) {
        return out_of_range("material", "must be the same everywhere for rods and shells");
    }
    if (scene.newton) {
        return out_of_range("newton", "must be left out for rods and shells, which have no tets");
    }
    return std::nullopt;
}

// What would leave the plane, or belongs to the tets of a file.
std::optional<Error> fault_in_planar_body(const CharacterDescription& scene) {
    if (scene.plane_depth != 0.0 && !thin_size_range.holds(scene.plane_depth)) {
        return out_of_range("plane_depth",
                            "must lie between 1e-6 and 10 metres, or be 0 for a body that leaves its plane");
    }
    if (!is_planar(scene)) {
        return std::nullopt;
    }
    if (is_thin(scene)) {
        return out_of_range("plane_depth", "must be 0 for rods and shells, which move in space");
    }
    if (scene.rig_kind != RigKind::none) {
        return out_of_range("rig", "must be \"none\" for a body in its plane");
    }
    if (scene.subspace != SubspaceKind::skinning) {
        return out_of_range("subspace", "must be \"skinning\" for a body in its plane, whose vertices move freely");
    }
    const MuscleDescription& muscles = scene.muscles;
    if (muscles.modes > 0 || !muscles.regions.empty() || muscles.pockets || !muscles.fibres.empty()) {
        return out_of_range("muscles", "must be a cage, each vertex or example poses for a body in its plane");
    }
    if (!muscles.cage_file.empty()) {
        return out_of_range("muscles.cage", "must be a number of cells for a body in its plane");
    }
    if (!scene.material.labels.empty()) {
        return out_of_range("material.labels", "must be left out for a body in its plane, whose tets are made here");
    }
    if (scene.newton) {
        return out_of_range("newton", "must be left out for a body in its plane, which local-global iterations step");
    }
    return std::nullopt;
}

} // namespace

std::optional<SubspaceKind> subspace_named(std::string_view name) {
    const auto found = std::ranges::find(subspace_names, name);
    return found != subspace_names.end() ? std::optional(static_cast<SubspaceKind>(found - subspace_names.begin()))
                                         : std::nullopt;
}

std::optional<Error> fault_in(const CharacterDescription& scene) {
    if (auto fault = fault_in_files(scene)) {
        return fault;
    }
    if (auto fault = fault_in_thin_body(scene)) {
        return fault;
    }
    if (auto fault = fault_in_planar_body(scene)) {
        return fault;
    }
    if (auto fault = fault_in_body(scene)) {
        return fault;
    }
    if (auto fault = fault_in(scene.material)) {
        return fault;
    }
    if (auto fault = fault_in(scene.loads)) {
        return fault;
    }
    if (auto fault = scene.newton ? fault_in(*scene.newton) : std::nullopt) {
        return fault;
    }
    if (auto fault = fault_in(scene.muscles)) {
        return fault;
    }
    if (auto fault = fault_in(scene.step)) {
        return fault;
    }
    if (auto fault = fault_in(scene.contact)) {
        return fault;
    }
    if (auto fault = fault_in(scene.environment)) {
        return fault;
    }
    if (!scene.look.labels.empty() && scene.look.palette.empty()) {
        return out_of_range("look.palette", "must name at least one colour when there are labels");
    }
    return scene.camera ? fault_in(*scene.camera) : std::nullopt;
}

void change_unit(ModelDescription& model, double metres_per_unit, double settled) {
    const double before = model.metres_per_unit == 0.0 ? settled : model.metres_per_unit;
    scale(model.loads, metres_per_unit / before);
    scale(model.muscles.fibres, metres_per_unit / before);
    model.metres_per_unit = metres_per_unit;
}

bool have_same_clips(const ModelDescription& one, const ModelDescription& other) {
    return one.clips == other.clips && one.retargeting == other.retargeting;
}

void choose_bone(ClipRetargeting& retargeting, const std::string& joint, const std::string& bone) {
    std::erase_if(retargeting.bones,
                  [&](const auto& chosen) { return chosen.first == joint || chosen.second == bone; });
    if (!bone.empty()) {
        retargeting.bones[joint] = bone;
    }
}

ClipRetargeting retargeting_of(const ModelDescription& model, const std::filesystem::path& clip) {
    const auto found = model.retargeting.find(clip);
    return found == model.retargeting.end() ? ClipRetargeting{} : found->second;
}

void set_retargeting(ModelDescription& model, const std::filesystem::path& clip, const ClipRetargeting& retargeting) {
    if (retargeting == ClipRetargeting{}) {
        model.retargeting.erase(clip);
    } else {
        model.retargeting[clip] = retargeting;
    }
}

ElasticEnergy elastic_energy_of(const ModelDescription& description) {
    return description.newton ? description.newton->energy : ElasticEnergy::corotational;
}

bool is_thin(const ModelDescription& description) {
    return description.rod_radius > 0.0 || description.shell_thickness > 0.0;
}

bool is_planar(const ModelDescription& description) {
    return description.plane_depth > 0.0;
}

bool is_filled_surface(const ModelDescription& description) {
    return !is_thin(description) && !is_planar(description) &&
           (is_surface_file(description.mesh) || is_character_format(description.mesh) ||
            description.tets == TetSource::refilled);
}

bool has_painted_weights(const ModelDescription& description) {
    const auto has_paint = [](const PaintedWeight& weight) {
        return !weight.painted.is_blank();
    };
    return description.subspace == SubspaceKind::weights && std::ranges::any_of(description.painted_weights, has_paint);
}

bool may_switch_loads(const ModelDescription& description) {
    return depends_on_loads(description.subspace) && !is_reconstructed(description.subspace) &&
           (!description.subspace_file.empty() || description.loads.size() > 1);
}

void drop_unused_switch(ModelDescription& description) {
    description.switches_loads = description.switches_loads && may_switch_loads(description);
}

bool is_bound_to_tets(const ModelDescription& description) {
    const bool is_of_vertices =
        description.subspace == SubspaceKind::weights || description.subspace == SubspaceKind::pod;
    return is_of_vertices && !description.subspace_file.empty();
}

bool needs_other_points(const CharacterDescription& before, const ContactDescription& contact,
                        const Environment& environment) {
    const bool are_alike = before.contact.points == contact.points && before.contact.density == contact.density &&
                           before.contact.painted == contact.painted;
    return has_contact(contact, environment) && !(has_contact(before.contact, before.environment) && are_alike);
}

Index modes_allowed(Index vertex_count) {
    return std::clamp<Index>(vertex_count / 8, 64, modes_max);
}

Index modes_offered(Index vertex_count) {
    return std::clamp<Index>(vertex_count / 8, 1, modes_offered_max);
}

bool MaterialDescription::same_factors(const MaterialDescription& other) const {
    const auto same = [](const MaterialPart& a, const MaterialPart& b) {
        return a.young_factor == b.young_factor && a.density_factor == b.density_factor && a.painted == b.painted;
    };
    return labels == other.labels && regions == other.regions && std::ranges::equal(parts, other.parts, same);
}

Mat3 rotation_of(const Turn& turn) {
    if (turn.degrees == 0.0) {
        return Mat3::Identity();
    }
    return Eigen::AngleAxisd(turn.degrees * std::numbers::pi / 180.0, turn.axis.normalized()).toRotationMatrix();
}

Vec3 front_of(const ModelDescription& scene) {
    const Vec3 up = up_of(scene);
    Vec3 front = rotation_of(scene.turn) * scene.front.normalized();
    if (is_planar(scene) && std::abs(front.z()) > 0.5) {
        front = up.cross(Vec3::UnitZ()); // to the right: a body in the x-y plane has no front along z
    }
    const Vec3 level = front - front.dot(up) * up;
    return level.norm() > 1e-6 ? Vec3(level.normalized()) : front; // the front may point along `up`
}

Vec3 up_of(const ModelDescription& scene) {
    const Vec3& gravity = scene.step.gravity;
    return rotation_of(scene.turn) * (gravity.norm() > 0 ? Vec3(-gravity.normalized()) : Vec3(Vec3::UnitY()));
}

} // namespace limber::app
