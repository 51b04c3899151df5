// SPDX-License-Identifier: MIT
#pragma once

#include "tests/oracle/textbook_step.h"

#include <vector>

/// One step in contact by Uzawa's method: local-global iterations under given contact forces, and then a small change
/// of each force towards its law, in turn, thousands of times. No coupling of contacts, no projection, no momentum. For
/// bodies without a volume term.
namespace limber::oracle {

struct TextbookContact {
    Vector row; // n: the point
    Vec3 normal = Vec3::Zero();
    Vec3 anchor = Vec3::Zero(); // where it would be if it stuck
    double lowest = 0.0;        // of normal . point
    double friction = 0.0;
};

struct TextbookTouch {
    Vector u;                 // 3n
    std::vector<Vec3> forces; // one a contact [N]
    double change = 0.0;      // [N] of the last round
};

TextbookTouch textbook_contact_minimum(const TextbookBody& body, TextbookControls controls, const TextbookState& before,
                                       const std::vector<TextbookContact>& contacts, int rounds);

} // namespace limber::oracle
