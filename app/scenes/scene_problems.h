// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/document.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What is wrong with a scene, and what mends it. Pure functions of the document and of its models, which need not be
/// built to the end: a mesh and a rig are enough.
namespace limber::app {

enum class ProblemKind {
    tangled_tets,    // tets overlap, because some were inverted in the file
    degenerate_tets, // many are almost flat
    separate_parts,  // parts that do not touch, and that nothing holds
    odd_unit,        // no size for a character
    large_time_step, // for the stiffness
    few_modes,       // for the rig
    unmeshed_parts,  // of the surface, too thin for the tets
    filled_gaps,     // between parts of the surface, too narrow for the tets
    lost_volume,     // of the surface, whose details are small beside the tets; not beside unmeshed_parts
    strange_clip,    // a motion that hardly fits the rig
    inverted_motion, // the secondary motion turns clusters inside out
    inverted_rig,    // the pose of the rig does so by itself
    lying_rig        // its skeleton lies or stands on its head
};
/// In the report of `limber check`: "tangled_tets", ...
std::string name_of(ProblemKind kind);

/// Other tets: these take long to make, so that they are no plain edit of the document (take_tets).
struct RemedyTets {
    std::optional<Index> target_vertices = {}; // nullopt: it stays
    std::optional<TetSource> source = {};

    bool are_others() const {
        return target_vertices || source;
    }
};

struct Remedy {
    std::string label;                          // of the button
    std::string edit;                           // its name in the undo list
    std::function<void(Document&)> change = {}; // not callable: `tets` mend it
    RemedyTets tets = {};
};

struct Problem {
    ProblemKind kind = ProblemKind::tangled_tets;
    int model = 0;
    std::string sentence; // with the name of the character
    std::optional<Remedy> remedy;
    std::filesystem::path unmatched_clip = {}; // most of its joints move no bone, until some are chosen; empty: none
};

/// Whether a problem of the tets is there with other ones: "Bar has new tets with 341 vertices: none of its 1204 tets
/// is inside out." Empty for other problems.
std::string sentence_about_new_tets(ProblemKind kind, const std::string& name, const Character& now);

/// How many clusters of a model were seen turned inside out. The two sets have no cluster in common.
struct InvertedCounts {
    Index by_the_motion = 0;
    Index by_the_rig = 0; // by the pose of the rig without any secondary motion
};

/// In the order of the models, and of the kinds within a model. Models without a character are skipped. `inverted`: by
/// model.
std::vector<Problem> problems_of(const Document& document, const std::map<int, CharacterPtr>& models,
                                 const std::map<int, InvertedCounts>& inverted = {});

/// An estimate of the body's slowest wobble [rad/s]: that of a bar of its length and thickness,
///
///     w = sqrt(E / rho) t / L^2,     t = min(6 V / S, L)
///
/// with half its diagonal L, its volume V and its surface S. Of rods and shells t is their thickness.
double slowest_wobble(const Character& character, double young, double density);

} // namespace limber::app
