#pragma once

namespace limber::app {

/// The rooms in their order: from which of them on must a character be rebuilt? What stands below the
/// earliest stage that an edit touched is kept.
enum class Stage { mesh, operators, rig, subspace, clusters, model, muscles, surroundings, state, nothing };

} // namespace limber::app
