// SPDX-License-Identifier: MIT
#include "app/document/editor.h"

#include "app/document/edit_name.h"
#include "engine/core/contract.h"

#include <utility>

namespace limber::app {

void Editor::select(int id) {
    if (document_.scene.instance(id)) {
        selected_ = id;
        if (revision_ == settled_revision_) {
            history_.select(id);
        }
    }
}

const ModelDescription& Editor::description() const {
    static const ModelDescription none;
    const CharacterInstance* selected = instance();
    return selected ? document_.scene.models.at(selected->model) : none;
}

const CharacterControls& Editor::controls() const {
    static const CharacterControls none;
    const CharacterInstance* selected = instance();
    return selected ? selected->controls : none;
}

double Editor::handle_stiffness() const {
    const CharacterInstance* selected = instance();
    return selected ? selected->handle_stiffness : 0.0;
}

void Editor::apply(const CharacterDraft& draft) {
    if (!instance()) {
        return;
    }
    const CharacterDraft before = this->draft();
    if (!(draft == before) && is_valid(draft, before)) {
        write_draft(document_.scene, selected_, draft);
        count_revision();
    }
}

void Editor::open(Document document, int selected) {
    gesture_start_.reset();
    document_ = std::move(document);
    selected_ = selected;
    count_revision();
    settled_revision_ = revision_;
    saved_revision_ = revision_;
    history_.reset(document_, revision_, selected_);
}

void Editor::settle() {
    if (is_settled()) {
        return;
    }
    const Document& before = history_.settled().value;
    const bool holds_nan = !(document_ == document_);
    if (document_ == before) {
        revision_ = history_.settled().revision;
    } else if (!holds_nan) {
        history_.record(document_, revision_, selected_,
                        edit_name_.empty() ? name_of_edit(before, document_) : edit_name_);
    }
    settled_revision_ = revision_;
    edit_name_.clear();
}

void Editor::edit_in_series(const std::function<void(Document&)>& change, const std::string& name, int series) {
    const auto revise = [&](Document& document) {
        change(document);
        return ++last_revision_;
    };
    const bool was_settled = is_settled();
    if (!history_.amend(series, revise)) {
        Document changed = history_.settled().value;
        const std::uint64_t revision = revise(changed);
        if (changed != history_.settled().value) {
            history_.record(std::move(changed), revision, selected_, name, series);
        }
    }
    if (!was_settled) {
        edit(change, edit_name_);
        return;
    }
    document_ = history_.settled().value;
    revision_ = history_.settled().revision;
    settled_revision_ = revision_;
    if (gesture_start_) {
        gesture_start_ = GestureStart{document_, revision_};
    }
}

void Editor::withdraw(const std::function<bool(const Document&)>& has_it,
                      const std::function<void(Document&)>& revert) {
    const bool was_settled = is_settled();
    const bool is_start_settled = gesture_start_ && gesture_start_->revision == settled_revision_;
    const auto revise = [&](Document& document) {
        revert(document);
        return ++last_revision_;
    };
    history_.revise(has_it, revise);
    settled_revision_ = history_.settled().revision;
    if (was_settled) {
        document_ = history_.settled().value;
        revision_ = settled_revision_;
    } else if (has_it(document_)) {
        revision_ = revise(document_);
    }
    if (is_start_settled) {
        gesture_start_ = GestureStart{history_.settled().value, settled_revision_};
    } else if (gesture_start_ && has_it(gesture_start_->document)) {
        gesture_start_->revision = revise(gesture_start_->document);
    }
    if (!was_settled && document_ == history_.settled().value) {
        revision_ = settled_revision_;
    }
}

void Editor::cancel_gesture() {
    if (is_changed_by_gesture()) {
        document_ = gesture_start_->document;
        revision_ = gesture_start_->revision;
        edit_name_.clear();
        select_present(selected_);
    }
}

bool Editor::undo() {
    return return_to(history_.undo());
}

bool Editor::redo() {
    return return_to(history_.redo());
}

bool Editor::return_to(const History<Document>::Entry* entry) {
    if (!entry) {
        return false;
    }
    gesture_start_.reset();
    const bool comes_back = !document_.scene.instance(entry->selected);
    document_ = entry->value;
    revision_ = entry->revision;
    settled_revision_ = revision_;
    edit_name_.clear();
    selected_ = comes_back ? entry->selected : selected_;
    select_present(entry->selected);
    return true;
}

void Editor::select_present(int otherwise) {
    const Scene& scene = document_.scene;
    if (!scene.instance(selected_)) {
        selected_ = scene.instance(otherwise) ? otherwise : scene.instances.empty() ? 0 : scene.instances.front().id;
    }
}

} // namespace limber::app
