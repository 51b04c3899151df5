// SPDX-License-Identifier: MIT
#include "engine/stepper/contact_listing.h"

#include "engine/model/reduced_model.h"

namespace limber {
namespace {

// `D_inverse`: of the last moves.
struct MovablePoints {
    const Controls& controls;
    const Coordinates& D_inverse;

    bool operator()(Index i) const {
        const auto diagonal = D_inverse.col(0);
        const auto phi = controls.contact.points->phi.col(i);
        return phi.cwiseAbs2().cwiseProduct(diagonal).sum() > 1e-12 * diagonal.maxCoeff();
    }
};

ContactInput contact_input(const StepInput& input, const Prediction& prediction, const Coordinates& D_inverse) {
    return {input.controls,          input.state,         prediction,
            input.model.frame.scale, placement_by_rows(), MovablePoints{input.controls, D_inverse}};
}

} // namespace

void list_near_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                        ContactScratch& contact) {
    list_near_contacts(contact_input(input, prediction, objective.D_inverse), contact.listed);
    if (contact.listed.in_use) {
        prepare_contact_system(input.model, input.controls, prediction, objective, contact);
    }
}

bool list_missed_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                          const Coordinates& Z, bool may_list, ContactScratch& contact) {
    const Coordinates& D_inverse = contact.listed.in_use ? contact.metric.D_inverse : objective.D_inverse;
    if (!list_missed_contacts(contact_input(input, prediction, D_inverse), Z, may_list, contact.listed)) {
        return false;
    }
    prepare_contact_system(input.model, input.controls, prediction, objective, contact);
    return true;
}

} // namespace limber
