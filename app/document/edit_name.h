// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/document.h"

#include <string>

namespace limber::app {

/// The name of an edit for the undo list, from its first difference: "Move handle", "Change stiffness", ...
std::string name_of_edit(const Document& before, const Document& after);

} // namespace limber::app
