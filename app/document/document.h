// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/region_edits.h"
#include "app/document/scene.h"

/// The document: everything that is saved, undone and compared.
namespace limber::app {

struct Document {
    Scene scene;
    double exaggeration = 1.0; // of the secondary motion, as it is drawn
    double speed = 1.0;        // simulated seconds per second
    bool operator==(const Document&) const = default;
};

/// Values of the selected character as tools and panels edit them. The description belongs to its model, which other
/// characters may share, and the environment to the scene.
struct CharacterDraft {
    ModelDescription description;
    Environment environment;
    CharacterControls controls;
    double handle_stiffness = 0.0; // [N/m] of new handles
    std::vector<ComparedSubspace> compared = {};
    bool operator==(const CharacterDraft&) const = default;
};

/// The draft of that character; defaults if there is no such character.
CharacterDraft draft_of(const Scene& scene, int id);

/// Whether the draft may replace the values before: it holds no new fault (NaN, infinity, out of range).
bool is_valid(const CharacterDraft& draft, const CharacterDraft& before);

/// Writes a valid draft. Precondition: the scene has a character of that id.
void write_draft(Scene& scene, int id, const CharacterDraft& draft);

/// Exchanges waveforms and held activations of every character of the model but `except`, after an edit of its muscles.
void exchange_muscles(Scene& scene, int model, int except, const MuscleExchange& muscles);

/// Restores what a model is built from from an earlier scene, with the gaits that fit it. Name, look, gaits and search
/// settings stay, and so do the surroundings.
void restore_built(Scene& scene, const Scene& before, int model);

/// Restores gaits, their blends, waveforms and held activations of a model's characters from an earlier scene.
void restore_gaits(Scene& scene, const Scene& before, int model);

} // namespace limber::app
