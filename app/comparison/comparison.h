// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/fewer_columns.h"
#include "app/comparison/parameter_overrides.h"
#include "app/comparison/reduced_body.h"
#include "app/motion/scene_motion.h"
#include "engine/operators/elastic_energy.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Subspaces of one character under the same controls, side by side, judged by full space.
namespace limber::app {

/// How a body switched between the subspaces for its loads (body_stepper.h).
struct ComparedSwitches {
    std::vector<std::string> components;
    std::vector<std::size_t> acting = {}; // component, one a frame
    /// The largest share, in the mass, that a switch lost; 0 without one.
    SubspaceSwitch::Errors lost_max = {};
};

/// The number of frames whose component was not that of the frame before.
std::size_t switch_count(const ComparedSwitches& switches);

/// Of a body that is stepped by Newton's method (character_build/newton_character.h).
struct ComparedCubature {
    ElasticEnergy energy = ElasticEnergy::corotational;
    Index points = 0;
    double training_error = 0.0; // engine/cubature/cubature.h
    double seconds = 0.0;        // wall time of the training and the choice
};

/// nullopt: the character is not stepped by Newton's method.
std::optional<ComparedCubature> compared_cubature(const Character& character);

/// Errors are distances from full space, as a share of the diagonal of the body's box; their means over vertices are
/// weighted by mass.
struct ComparedKind {
    std::string kind; // a subspace's name, "rig" (no secondary motion at all), or "full"
    /// Weights of a skinning subspace, displacements of a linear one, of the first of those between which it switches;
    /// of full: its vertices.
    Index modes = 0;
    Index modes_asked = 0; // each with twelve displacements of a linear subspace; 0: of rig and full
    Index coordinates = 0; // that a step solves for; 0: nothing is stepped
    std::optional<FewerColumns> fewer = {};
    ParameterOverrides parameters = {};    // that are not those of the first scene
    std::vector<double> error;             // one a frame: the root of the mean square over the vertices
    double error_max = 0.0;                // of any vertex in any frame
    std::vector<double> one_step_error;    // one a frame, of a step that starts from the state of full space
    std::vector<double> energy;            // one a frame [J]: the elastic energy of the positions in full space
    std::vector<Index> inverted_tets;      // one a frame
    std::vector<double> step_microseconds; // one a frame; empty: nothing is stepped
    /// One a frame: of all vertices from the coordinates, in double precision on one thread; empty: nothing is stepped,
    /// or the vertices are the coordinates.
    std::vector<double> positions_microseconds;
    std::optional<ComparedSwitches> switches = std::nullopt; // nullopt: one subspace
    std::optional<ComparedCubature> cubature = std::nullopt; // nullopt: local-global iterations
};

struct ComparisonOptions {
    std::uint64_t frames = 240;
    std::vector<ParameterOverrides> parameters = {}; // of the scenes, which are built with them; missing ones: none
    struct Pod {
        Index displacements = 0;
        ParameterOverrides parameters = {};
    };
    std::vector<Pod> pods = {}; // the best linear subspaces for this very motion (pod_modes.h)
    /// Whose clusters and material pods have, whatever stands beside them; null: that of the first scene.
    CharacterPtr character_of_pods = nullptr;
    bool with_rig = false;
    std::optional<ElasticEnergy> energy = {}; // of full space; nullopt: that of the first scene
    Threads threads = {};                     // of full space
    /// Gets the positions in full space (n x 3 [m]) and the rig's maps after each frame; an error ends the comparison.
    /// Null: they are not wanted.
    std::function<Result<Done>(const Points&, const AffineStack&)> on_full_space = {};
};

/// Steps scenes of one character, the same but for its subspace, and beside them `pods` and full space. Returns first
/// the scenes' subspaces in their order, then `pods`, then the rig, if it is wanted, and full space last.
/// Fails with bad_input and not_converged, and names the kind, and with cancelled. Preconditions: at least one scene;
/// the first, whose controls all follow, has no parameters of its own; no body in a plane.
Result<std::vector<ComparedKind>> compare(std::vector<SceneMotion>& scenes, const ComparisonOptions& options,
                                          Progress* progress = nullptr);

/// The error of a compared kind, which it then names: "skinning-unconstrained: ..."; unchanged if it was cancelled.
Error error_of_kind(Error error, const std::string& kind);

/// The root of the mean square over the frames.
double root_mean_square(const std::vector<double>& error);

/// The most in a frame; 0 without frames.
Index most_inverted_tets(const ComparedKind& kind);

/// One row a frame: its number, then the error, the energy and the inverted tets of each kind.
std::string comparison_csv(const std::vector<ComparedKind>& kinds);

} // namespace limber::app
