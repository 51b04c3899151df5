// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/editor.h"

/// Changes of the selected character in tests.
namespace limber::testing {

template <typename Change>
void change_description(app::Editor& editor, Change change) {
    editor.drag([&](app::Document& document) { change(document.scene.models.at(editor.instance()->model)); });
}

template <typename Change>
void change_controls(app::Editor& editor, Change change) {
    editor.drag([&](app::Document& document) { change(document.scene.instance(editor.selected())->controls); });
}

} // namespace limber::testing
