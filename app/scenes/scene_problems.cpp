// SPDX-License-Identifier: MIT
#include "app/scenes/scene_problems.h"

#include "app/character/clip_stride.h"
#include "app/character/playing_clip.h"
#include "app/character_build/character_loading.h"
#include "app/character_build/character_surroundings.h"
#include "app/document/plausible_unit.h"
#include "app/scenes/lying_skeleton.h"
#include "engine/mesh/filled_gaps.h"
#include "engine/mesh/lost_volume.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <utility>

namespace limber::app {
namespace {

constexpr std::array problem_names{"tangled_tets",    "degenerate_tets", "separate_parts",  "odd_unit",
                                   "large_time_step", "few_modes",       "unmeshed_parts",  "filled_gaps",
                                   "lost_volume",     "strange_clip",    "inverted_motion", "inverted_rig",
                                   "lying_rig"};

constexpr double overlap_max = 1e-3;       // of the enclosed volume
constexpr double overlap_round_off = 1e-9; // likewise
constexpr double sliver_share_max = 0.02;  // of all tets
constexpr double size_low = 0.01;          // [m] of a character
constexpr double size_high = 20.0;         // [m]
constexpr double resolved_max = 1.0;       // frequency times time step that backward Euler does not damp away
constexpr double resolved_well = 0.3;      // that shows the wobble
constexpr double frames_per_second = 60.0;
constexpr double steps_a_frame_max = 16.0; // beyond, a softer material is suggested
constexpr double bdf2_gain = 2.0;          // its damping is of a higher order
constexpr double parts_a_mode_max = 2.0;
constexpr double stiffening = 4.0; // times as stiff
constexpr double finer = 3.0;      // times as many vertices
constexpr Index vertices_suggested_max = 200'000;
constexpr Index vertices_suggested_min = 200;
constexpr double slide_max = 0.05;       // of the hips' height, by a standing foot in a step
constexpr double slide_growth_max = 3.0; // beside that of the capture
constexpr double matched_share_min = 1.0 / 3.0;

std::string readable(double value) {
    std::ostringstream text;
    text.precision(3);
    if (value >= 1000.0 && value < 1e9) {
        text << std::llround(value); // without an exponent
    } else {
        text << value;
    }
    return text.str();
}

struct Model {
    int number = 0;
    const ModelDescription& description;
    const Character& character;
};

Problem problem_of(const Model& model, ProblemKind kind, const std::string& text, std::optional<Remedy> remedy) {
    return {kind, model.number, model.description.name + text, std::move(remedy)};
}

// As many vertices as the present tets have. A surface would be filled with the same tets again, so it gets more, or
// fewer where more would be too many.
Index vertices_of_new_tets(const Model& model) {
    const Index now = is_filled_surface(model.description)
                          ? model.description.target_vertices + model.description.target_vertices / 2
                          : model.character.vertex_count();
    const Index wanted = std::clamp(now, vertices_suggested_min, vertices_suggested_max);
    const bool is_same = is_filled_surface(model.description) && wanted <= model.description.target_vertices;
    return is_same ? wanted / 2 : wanted;
}

// With two significant digits.
std::string roughly(Index count) {
    Index unit = 1;
    while (count / unit >= 100) {
        unit *= 10;
    }
    return std::to_string((count + unit / 2) / unit * unit);
}

// New tets inside the surface. `bad`: what is replaced; each problem has a button of its own.
std::optional<Remedy> better_tets(const Model& model, const std::string& bad) {
    if (!can_tetrahedralise()) {
        return std::nullopt;
    }
    const auto source = is_filled_surface(model.description) ? std::nullopt : std::optional(TetSource::refilled);
    return Remedy{"Replace the " + bad + " tets", "Change tets", {}, {vertices_of_new_tets(model), source}};
}

// What is lost with the present tets, after the end of a sentence.
std::string loss_of_subspace(const Model& model) {
    return is_bound_to_tets(model.description)
               ? " Other tets have skinning modes, as the file of its subspace belongs to the present ones."
               : "";
}

std::string what_to_do(const Model& model, const std::optional<Remedy>& remedy) {
    if (!remedy) {
        return ": export it with better tets.";
    }
    return ". New tets get about " + roughly(vertices_of_new_tets(model)) + " vertices." + loss_of_subspace(model);
}

// Of the enclosed volume.
double overlap_of(const MeshQuality& quality) {
    return std::abs(quality.volume / quality.enclosed_volume - 1.0);
}

bool has_too_many_slivers(const Character& it) {
    return static_cast<double>(it.quality.sliver_count) > sliver_share_max * static_cast<double>(it.mesh.tet_count());
}

void add_tet_problems(const Model& model, std::vector<Problem>& problems) {
    const Character& it = model.character;
    if (overlap_of(it.quality) > overlap_max) {
        const auto remedy = better_tets(model, "tangled");
        problems.push_back(
            problem_of(model, ProblemKind::tangled_tets,
                       " has tetrahedra that overlap, as some are inside out" + what_to_do(model, remedy), remedy));
    }
    if (has_too_many_slivers(it)) {
        const auto remedy = better_tets(model, "flat");
        problems.push_back(problem_of(model, ProblemKind::degenerate_tets,
                                      " has " + std::to_string(it.quality.sliver_count) +
                                          " almost flat tetrahedra of " + std::to_string(it.mesh.tet_count()) +
                                          ", which make its motion stiff" + what_to_do(model, remedy),
                                      remedy));
    }
}

// Per part: whether a pin holds it.
std::vector<bool> held_parts(const Character& character, const Components& parts) {
    std::vector<bool> held(static_cast<std::size_t>(parts.count), false);
    for (Index t = 0; t < character.mesh.tet_count() && character.pinned.size() > 0; ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            if (character.pinned(character.mesh.T(t, corner)) > 0.5) {
                held[static_cast<std::size_t>(parts.of_tet[static_cast<std::size_t>(t)])] = true;
            }
        }
    }
    return held;
}

// Pins every part that nothing holds.
PaintedRegion with_parts_pinned(const PaintedRegion& pins, const Character& character) {
    const Components parts = connected_components(character.mesh.T, character.vertex_count());
    const std::vector<bool> held = held_parts(character, parts);
    std::vector<bool> is_loose(static_cast<std::size_t>(character.vertex_count()), false);
    for (Index t = 0; t < character.mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            is_loose[static_cast<std::size_t>(character.mesh.T(t, corner))] =
                !held[static_cast<std::size_t>(parts.of_tet[static_cast<std::size_t>(t)])];
        }
    }
    const std::vector<int>& surface = character.boundary_vertices;
    PaintLevels levels = pins.levels();
    levels.resize(surface.size(), 0);
    for (std::size_t i = 0; i < surface.size(); ++i) {
        levels[i] = is_loose[static_cast<std::size_t>(surface[i])] ? 255 : levels[i];
    }
    return PaintedRegion(std::move(levels));
}

// A rig or a handle without pins holds each part in its mean.
void add_part_problem(const Model& model, const CharacterPtr& character, std::vector<Problem>& problems) {
    if (character->quality.component_count < 2 || character->is_held) {
        return;
    }
    const Components parts = connected_components(character->mesh.T, character->vertex_count());
    const std::vector<bool> held = held_parts(*character, parts);
    if (std::ranges::all_of(held, [](bool is_held) { return is_held; })) {
        return;
    }
    const bool hangs = model.description.rig_kind != RigKind::none;
    std::optional<Remedy> remedy;
    if (hangs) {
        remedy = Remedy{"Pin the loose parts", "Paint pins", [character, number = model.number](Document& document) {
                            ModelDescription& description = document.scene.models.at(number);
                            description.pins = with_parts_pinned(description.pins, *character);
                        }};
    } else {
        remedy = Remedy{"Keep the largest part", "Change tets", {}, {std::nullopt, TetSource::largest_part}};
    }
    const std::string outcome = hangs ? ", and nothing holds those that are not pinned."
                                      : ", so that it falls apart." + loss_of_subspace(model);
    problems.push_back(problem_of(model, ProblemKind::separate_parts,
                                  " consists of " + std::to_string(parts.count) + " parts that do not touch" + outcome,
                                  std::move(remedy)));
}

void add_unit_problem(const Model& model, std::vector<Problem>& problems) {
    const double size = bounding_box(model.character.mesh.X).diagonal();
    if (size >= size_low && size <= size_high) {
        return;
    }
    const double units = bounding_box(model.character.file_positions).diagonal();
    const double unit = plausible_unit(units);
    problems.push_back(problem_of(model, ProblemKind::odd_unit,
                                  " is " + readable(size) +
                                      " m from corner to corner: one unit of its file is probably not " +
                                      readable(model.description.metres_per_unit) + " m.",
                                  Remedy{"Make it " + readable(units * unit) + " m", "Change unit",
                                         [unit, number = model.number,
                                          settled = model.character.description.metres_per_unit](Document& document) {
                                             change_unit(document.scene.models.at(number), unit, settled);
                                         }}));
}

// The rest pose, and where the clip that is chosen begins: a clip may stand a lying rest pose up.
std::vector<Pose> first_poses(const Character& character) {
    std::vector<Pose> poses{rest_pose(character.rig.skeleton)};
    const Clip* const clip = playing_clip(character, character.description.active_clip);
    if (clip && !clip->keys.empty()) {
        poses.push_back(clip->keys.front());
    }
    return poses;
}

// Of the floor of a model under the lowest of its characters, if the body is turned by R where each is placed [m].
double floor_under_turned(const Scene& scene, int model, const Character& character, const Mat3& R) {
    Affine turned = identity_affine();
    turned.leftCols<3>() = R;
    double lowest = std::numeric_limits<double>::infinity();
    for (const CharacterInstance& instance : scene.instances) {
        if (instance.model == model) {
            lowest = std::min(lowest, floor_height_under(character, compose(instance.home, turned)));
        }
    }
    return lowest;
}

// Gravity stays as it is in the world. `turn` turns it with the body, so that it changes in the body's own axes. A
// floor at a height of its own would cut through the turned body or leave it in the air.
Remedy remedy_of_lying(const Model& model, const CharacterPtr& character, const StandingTurn& stand) {
    const CharacterDescription& built = character->description;
    const Eigen::AngleAxisd both(Mat3(stand.rotation * rotation_of(built.turn)));
    const Vec3 gravity = rotation_of(built.turn) * built.step.gravity; // in the world
    return {"Stand it up", "Turn character",
            [both, gravity, stand, character, number = model.number](Document& document) {
                ModelDescription& description = document.scene.models.at(number);
                if (description.contact.floor_height) {
                    description.contact.floor_height =
                        floor_under_turned(document.scene, number, *character, stand.rotation);
                }
                const Mat3 back = both.toRotationMatrix().transpose();
                const Mat3 turned = both.toRotationMatrix() * rotation_of(description.turn).transpose();
                turn(description.loads, turned);
                turn(description.muscles.fibres, turned);
                description.turn = {both.axis(), both.angle() * 180.0 / std::numbers::pi};
                description.step.gravity = back * gravity;
                description.front = back * stand.front;
            }};
}

void add_lying_problem(const Model& model, const CharacterPtr& character, std::vector<Problem>& problems) {
    if (model.description.rig_kind != RigKind::file) {
        return;
    }
    const CharacterDescription& built = model.character.description;
    const auto stand = turn_to_stand(model.character.rig.skeleton, first_poses(model.character), up_of(built));
    if (stand) {
        problems.push_back(problem_of(model, ProblemKind::lying_rig,
                                      stand->is_on_its_head
                                          ? " stands on its head: by the names of its bones, its feet are above its "
                                            "hips, and its head is below them."
                                          : " lies: by the names of its bones, its head is beside its hips and not "
                                            "above them, as if its file had another upright axis.",
                                      remedy_of_lying(model, character, *stand)));
    }
}

// Bones that move hardly any mass do not count, as those of fingers: no mode is missed there.
void add_mode_problem(const Model& model, std::vector<Problem>& problems) {
    const ModelDescription& description = model.description;
    if (description.rig_kind != RigKind::file || !has_eigenmodes(description.subspace)) {
        return;
    }
    const double parts = model.character.moving_parts;
    const Index allowed = modes_offered(model.character.vertex_count());
    const Index suggested = std::min(static_cast<Index>(std::ceil(parts)), allowed);
    if (parts <= parts_a_mode_max * static_cast<double>(description.modes) || suggested <= description.modes) {
        return;
    }
    problems.push_back(problem_of(model, ProblemKind::few_modes,
                                  " has " + std::to_string(description.modes) + " modes, and its " +
                                      std::to_string(model.character.bone_count()) +
                                      " bones divide its mass into roughly " + std::to_string(std::llround(parts)) +
                                      " equal parts, so that neighbouring parts can only wobble together.",
                                  Remedy{"Use " + std::to_string(suggested) + " modes", "Change modes",
                                         [suggested, number = model.number](Document& document) {
                                             document.scene.models.at(number).modes = suggested;
                                         }}));
}

ProblemKind kind_of_resolution(const std::string& warning) {
    const auto has = [&warning](const char* words) {
        return warning.find(words) != std::string::npos;
    };
    return has(filled_gap_words)    ? ProblemKind::filled_gaps
           : has(lost_volume_words) ? ProblemKind::lost_volume
                                    : ProblemKind::unmeshed_parts;
}

std::string purpose_of_more_vertices(ProblemKind kind) {
    return kind == ProblemKind::filled_gaps ? "gaps" : kind == ProblemKind::lost_volume ? "details" : "thin parts";
}

// The first warning about what is too small for the tets: a gap, a thin part, or details in general. Returns whether
// there is one.
bool add_resolution_problem(const Model& model, ProblemKind kind, std::vector<Problem>& problems) {
    const auto warnings = model.character.warnings_of.find(Stage::mesh);
    if (warnings == model.character.warnings_of.end()) {
        return false;
    }
    const auto is_of_kind = [kind](const std::string& warning) {
        return warning.find(more_vertices_remedy) != std::string::npos && kind_of_resolution(warning) == kind;
    };
    const auto warning = std::ranges::find_if(warnings->second, is_of_kind);
    if (warning == warnings->second.end()) {
        return false;
    }
    const Index now = model.description.target_vertices;
    const auto more = std::min(static_cast<Index>(finer * static_cast<double>(now)), vertices_suggested_max);
    std::optional<Remedy> remedy;
    if (more > now) {
        remedy = Remedy{"Use " + std::to_string(more) + " vertices for " + purpose_of_more_vertices(kind),
                        "Change tets",
                        {},
                        {more, std::nullopt}};
    }
    problems.push_back(problem_of(
        model, kind, ": " + warning->substr(0, warning->find("; " + std::string(more_vertices_remedy))) + ".",
        std::move(remedy)));
    return true;
}

bool has_few_matches(const CarriedClip& clip) {
    const auto matched = static_cast<double>(clip.matches.size());
    return matched < matched_share_min * (matched + static_cast<double>(clip.unmatched.size()));
}

bool lets_feet_slide(const CarriedClip& clip) {
    return clip.slide.mean > std::max(slide_max * clip.slide.hip_height, slide_growth_max * clip.slide.mean_of_source);
}

// About a motion that was carried over to the rig, behind its name; empty: nothing.
std::string what_is_strange_in(const CarriedClip& clip) {
    if (has_few_matches(clip)) {
        return " moves bones by only " + std::to_string(clip.matches.size()) + " of its " +
               std::to_string(clip.matches.size() + clip.unmatched.size()) +
               " joints, as the rig does not know the names of the others.";
    }
    if (lets_feet_slide(clip)) {
        const auto better = better_stride(clip);
        const std::string then = better ? "; with a stride of " + readable(*better) + " it would be " +
                                              readable(100.0 * clip.slide.mean_then) + " cm."
                                        : ".";
        return " lets standing feet slide by " + readable(100.0 * clip.slide.mean) + " cm, and by " +
               readable(100.0 * clip.slide.mean_of_source) + " cm in the capture" + then;
    }
    return {};
}

Remedy remedy_of_clip(const Model& model, std::size_t clip) {
    const CarriedClip& carried = *model.character.carried_clips[clip];
    const auto stride = has_few_matches(carried) ? std::nullopt : better_stride(carried);
    if (!stride) {
        return {"Remove the clip", "Remove a clip", [clip, number = model.number](Document& document) {
                    remove_clip(document.scene, number, static_cast<int>(clip));
                }};
    }
    return {"Let the feet slide least", "Change stride",
            [stride, path = model.description.clips[clip], number = model.number](Document& document) {
                ModelDescription& description = document.scene.models.at(number);
                ClipRetargeting retargeting = retargeting_of(description, path);
                retargeting.stride = *stride;
                set_retargeting(description, path, retargeting);
            }};
}

void add_clip_problems(const Model& model, std::vector<Problem>& problems) {
    const Character& it = model.character;
    if (!have_same_clips(it.description, model.description)) {
        return;
    }
    for (std::size_t i = 0; i < it.carried_clips.size() && i < it.clips.size(); ++i) {
        const std::string strange = it.carried_clips[i] ? what_is_strange_in(*it.carried_clips[i]) : std::string();
        if (!strange.empty()) {
            problems.push_back(problem_of(model, ProblemKind::strange_clip, ": the clip " + it.clips[i].name + strange,
                                          remedy_of_clip(model, i)));
            if (has_few_matches(*it.carried_clips[i])) {
                problems.back().unmatched_clip = model.description.clips[i];
            }
        }
    }
}

double damping_gain(const CharacterControls& controls) {
    return controls.solver.integrator == Integrator::bdf2 ? bdf2_gain : 1.0;
}

void add_step_problem(const Model& model, const Document& document, std::vector<Problem>& problems) {
    const double h = document.scene.environment.time_step;
    double most = 0.0; // frequency times time step
    for (const CharacterInstance& instance : document.scene.instances) {
        if (instance.model == model.number && !instance.is_helper()) {
            const double wobble = slowest_wobble(model.character, instance.controls.young, instance.controls.density);
            most = std::max(most, wobble * h / damping_gain(instance.controls));
        }
    }
    if (!(most > resolved_max)) {
        return;
    }
    const double steps = std::ceil(most / (resolved_well * h * frames_per_second)); // a frame
    Remedy remedy;
    if (steps <= steps_a_frame_max) {
        const double shorter = 1.0 / (frames_per_second * steps);
        remedy = {"Step by " + readable(1e3 * shorter) + " ms", "Change time step", [shorter](Document& changed) {
                      changed.scene.environment.time_step = shorter;
                  }};
    } else {
        const double softer = resolved_well * resolved_well / (most * most);
        remedy = {"Soften it", "Soften character", [softer, number = model.number](Document& changed) {
                      for (CharacterInstance& instance : changed.scene.instances) {
                          if (instance.model == number) {
                              instance.controls.young = std::max(softer * instance.controls.young, young_range.low);
                          }
                      }
                  }};
    }
    problems.push_back(problem_of(
        model, ProblemKind::large_time_step,
        " is so stiff that a time step of " + readable(1e3 * h) + " ms damps its wobble away.", std::move(remedy)));
}

// The end of a sentence about new tets.
std::string words_about_overlap(double overlap, const std::string& tets) {
    if (overlap <= overlap_round_off) {
        return "none of its " + tets + "is inside out.";
    }
    const std::string share = readable(100.0 * overlap) + " % of its volume";
    return overlap > overlap_max ? "some of its " + tets + "still overlap, by " + share + "."
                                 : "some of its " + tets + "overlap, by " + share + ", which is too little to matter.";
}

// A stiffer body is pulled less far; one that is as stiff as can be takes smaller steps.
Remedy remedy_of_inversion(const Model& model, const Document& document) {
    const auto has_room = [&](const CharacterInstance& instance) {
        return instance.model == model.number && stiffening * instance.controls.young <= young_range.high;
    };
    if (std::ranges::any_of(document.scene.instances, has_room)) {
        return {"Make it " + readable(stiffening) + " times as stiff", "Stiffen character",
                [number = model.number](Document& changed) {
                    for (CharacterInstance& instance : changed.scene.instances) {
                        if (instance.model == number) {
                            instance.controls.young = std::min(stiffening * instance.controls.young, young_range.high);
                        }
                    }
                }};
    }
    const double shorter = 0.5 * document.scene.environment.time_step;
    return {"Step by " + readable(1e3 * shorter) + " ms", "Change time step", [shorter](Document& changed) {
                changed.scene.environment.time_step = shorter;
            }};
}

std::string clusters_in_words(Index count) {
    return std::to_string(count) + (count == 1 ? " cluster" : " clusters");
}

// No edit of the scene mends what the rig does by itself: neither stiffness nor smaller steps change the pose.
void add_inversion_problems(const Model& model, const Document& document, const InvertedCounts& inverted,
                            std::vector<Problem>& problems) {
    if (inverted.by_the_motion > 0) {
        problems.push_back(problem_of(model, ProblemKind::inverted_motion,
                                      " moves so far that " + clusters_in_words(inverted.by_the_motion) +
                                          (inverted.by_the_motion == 1 ? " is" : " are") +
                                          " turned inside out; a stiffer material or smaller time steps prevent it.",
                                      remedy_of_inversion(model, document)));
    }
    if (inverted.by_the_rig > 0) {
        problems.push_back(problem_of(model, ProblemKind::inverted_rig,
                                      " is folded so sharply by the pose of its rig alone that " +
                                          clusters_in_words(inverted.by_the_rig) +
                                          (inverted.by_the_rig == 1 ? " is" : " are") +
                                          " turned inside out, whatever the material: bend it less there, or smooth "
                                          "the weights of its bones in the program that made the rig.",
                                      std::nullopt));
    }
}

} // namespace

std::string name_of(ProblemKind kind) {
    return problem_names.at(static_cast<std::size_t>(kind));
}

std::string sentence_about_new_tets(ProblemKind kind, const std::string& name, const Character& now) {
    if (kind != ProblemKind::tangled_tets && kind != ProblemKind::degenerate_tets) {
        return {};
    }
    const std::string tets = std::to_string(now.mesh.tet_count()) + " tets ";
    const std::string start = name + " has new tets with " + std::to_string(now.vertex_count()) + " vertices: ";
    if (kind == ProblemKind::tangled_tets) {
        return start + words_about_overlap(overlap_of(now.quality), tets);
    }
    const Index flat = now.quality.sliver_count;
    if (flat == 0) {
        return start + "none of its " + tets + "are almost flat.";
    }
    return start + std::to_string(flat) + " of its " + tets + (flat == 1 ? "is" : "are") + " almost flat, " +
           (has_too_many_slivers(now) ? "which is still too many." : "which is too few to matter.");
}

double slowest_wobble(const Character& character, double young, double density) {
    const double L = 0.5 * bounding_box(character.mesh.X).diagonal();
    const double thickness = character.thin ? 2.0 * character.thin->radius
                                            : std::min(6.0 * character.quality.volume / character.quality.area, L);
    return std::sqrt(young / density) * thickness / (L * L);
}

std::vector<Problem> problems_of(const Document& document, const std::map<int, CharacterPtr>& models,
                                 const std::map<int, InvertedCounts>& inverted) {
    std::vector<Problem> problems;
    for (const auto& [number, description] : document.scene.models) {
        const auto found = models.find(number);
        if (found == models.end() || !found->second || document.scene.sharers(number) == 0) {
            continue;
        }
        const Model model{number, description, *found->second};
        add_tet_problems(model, problems);
        add_part_problem(model, found->second, problems);
        add_unit_problem(model, problems);
        add_lying_problem(model, found->second, problems);
        add_step_problem(model, document, problems);
        add_mode_problem(model, problems);
        if (!add_resolution_problem(model, ProblemKind::unmeshed_parts, problems)) {
            add_resolution_problem(model, ProblemKind::lost_volume, problems); // which has the same remedy
        }
        add_resolution_problem(model, ProblemKind::filled_gaps, problems);
        add_clip_problems(model, problems);
        const auto counts = inverted.find(number);
        add_inversion_problems(model, document, counts == inverted.end() ? InvertedCounts{} : counts->second, problems);
    }
    return problems;
}

} // namespace limber::app
