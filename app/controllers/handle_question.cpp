// SPDX-License-Identifier: MIT
#include "app/controllers/handle_question.h"

namespace limber::app {

Message handle_question(const std::string& name) {
    return {Message::Kind::notice,
            name + " has no rig: hang it on one handle, as it does now, paint where it is pinned, or let it fall on "
                   "a floor?",
            Message::Topic::handle, Message::Offer::hang_pin_or_fall};
}

} // namespace limber::app
