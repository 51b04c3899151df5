// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/descent.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/step_contacts.h"

namespace limber {

inline constexpr int contact_rounds_max = 4; // of descents with newly listed surfaces

/// What `first` and `second` took together; the rest is that of the second.
inline Descent followed_by(const Descent& first, Descent second) {
    second.iterations += first.iterations;
    return second;
}

/// Third stage of a step, in whatever coordinates it has: minimises its objective. Each time a point has passed through
/// a surface, the descent continues with that surface added. BDF2 stops at the first contact instead, because the step
/// is then solved again.
///
///     descend(in_contact)   a descent from the last iterate, on the contact laws if in contact
///     find_missed(may_list) list_missed_contacts at the last iterate
template <typename Descend, typename FindMissed>
Descent minimise_with_contacts(const Prediction& prediction, const StepContacts& contacts, const Descend& descend,
                               const FindMissed& find_missed) {
    if (contacts.in_use && prediction.uses_history) {
        return {};
    }
    Descent descent = descend(contacts.in_use);
    for (int round = 0; !descent.failed && round <= contact_rounds_max; ++round) {
        const bool may_list = round < contact_rounds_max;
        if (!find_missed(may_list) || prediction.uses_history) {
            break;
        }
        descent = followed_by(descent, descend(true));
    }
    return descent;
}

} // namespace limber
