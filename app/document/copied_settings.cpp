// SPDX-License-Identifier: MIT
#include "app/document/copied_settings.h"

namespace limber::app {
namespace {

bool can_be_made_anywhere(const ModelDescription& description) {
    return description.subspace_file.empty() && description.subspace != SubspaceKind::pod;
}

// Of rods, shells and bodies in their plane, which neither have another subspace nor Newton's method.
bool has_one_subspace(const ModelDescription& description) {
    return is_thin(description) || is_planar(description);
}

void paste_controls(const CharacterControls& from, CharacterControls& to) {
    to.young = from.young;
    to.poisson = from.poisson;
    to.density = from.density;
    to.damping = from.damping;
    to.iterations = from.iterations;
    to.tolerance = from.tolerance;
    to.solver = from.solver;
}

} // namespace

CopiedPaint paint_of(const ModelDescription& description) {
    return {description.material.parts,  description.pins,           description.leak.painted, description.loads,
            description.painted_weights, description.contact.painted};
}

bool have_same_tets(const ModelDescription& one, const ModelDescription& other) {
    return one.mesh == other.mesh && one.tets == other.tets;
}

void paste(const CopiedSettings& settings, const CopiedPaint& paint, int id, Scene& scene) {
    CharacterInstance* instance = scene.instance(id);
    if (!instance) {
        return;
    }
    const ModelDescription& from = settings.description;
    ModelDescription& to = scene.models.at(instance->model);
    paste_controls(settings.controls, instance->controls);
    to.material.poisson = settings.controls.poisson;
    to.material.parts = paint.parts;
    // Its own regions would multiply the stiffness that it takes over.
    const MaterialDescription labelled = have_same_tets(from, to) ? from.material : MaterialDescription();
    to.material.labels = labelled.labels;
    to.material.regions = labelled.regions;
    to.contact.painted = paint.contact;
    to.pins = to.rig_kind == RigKind::none ? PaintedRegion() : paint.pins;
    to.leak = {from.leak.amount, from.leak.depth, paint.leak};
    const bool keeps_subspace = has_one_subspace(to) || has_one_subspace(from);
    if (!keeps_subspace && can_be_made_anywhere(from) && can_be_made_anywhere(to)) {
        to.subspace = from.subspace;
        to.loads = paint.loads;
        to.painted_weights = paint.weights;
        to.switches_loads = from.switches_loads;
        drop_unused_switch(to);
    }
    to.modes = from.modes;
    to.clusters = from.clusters;
    to.feature_exponent = from.feature_exponent;
    if (!keeps_subspace) {
        to.newton = from.newton;
    }
}

} // namespace limber::app
