// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/comparison/compared_subspace.h"
#include "app/comparison/full_space_motion.h"
#include "app/comparison/reduced_body.h"
#include "app/motion/scene_motion.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Bodies that pictures show beside a character: the same body in other subspaces or in full space, under the same
/// controls.
namespace limber::app {

/// A body of `--beside`.
struct BesideBody {
    std::string kind;
    std::string caption;
    Index modes = 0;                            // of full space: the vertices; of a linear subspace its columns
    std::unique_ptr<ReducedBody> subspace;      // null: full space
    std::unique_ptr<FullSpaceMotion> full;      // null: a subspace
    std::vector<double> step_microseconds = {}; // one a step
    std::vector<Index> inverted_tets = {};      // of full space, one a step

    /// n x 3 [m]
    Points positions() const {
        return full ? full->positions() : subspace->positions();
    }
};

/// What a picture says of the character itself, as of the bodies beside it.
std::string caption_of_subspace(const Character& character);

/// Empty for a valid name of such a body, with the parameters that `limber compare --kinds` takes, otherwise the end of
/// a sentence (option_checks.h).
std::string fault_in_beside_body(const std::string& text);

class BesideBodies {
public:
    /// Precomputes the bodies in the state of this character. Fails with bad_input (more modes than the mesh has),
    /// not_converged and cancelled.
    Result<Done> prepare(const Arguments& arguments, const MovingCharacter& leader, Progress* progress);
    /// Takes the step that the character has just taken. An error if one is not finite, or in full space not at its
    /// minimum, or was cancelled.
    std::optional<Error> step(const MovingCharacter& leader, Progress* progress);

    const std::vector<BesideBody>& bodies() const {
        return bodies_;
    }

private:
    std::vector<BesideBody> bodies_;
};

} // namespace limber::app
