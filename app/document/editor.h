// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/document.h"
#include "app/document/history.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

/// The document that is open, the selected character and the undo history. Every change passes through `edit`, which
/// counts a revision; nothing compares whole documents every frame.
namespace limber::app {

class Editor {
public:
    const Document& document() const {
        return document_;
    }
    const Scene& scene() const {
        return document_.scene;
    }
    /// Changes the document in place: editor.edit([](Document& document) { ... }). The undo list calls the edit by that
    /// name; without one, after what differs. An edit that comes from elsewhere while something is dragged stays if the
    /// drag is cancelled, so that `change` is called for the document from before the drag, too.
    template <typename Change>
    void edit(Change change, std::string name = {}) {
        if (gesture_start_ && gesture_start_->revision != revision_) {
            change(gesture_start_->document);
            gesture_start_->revision = ++last_revision_;
        }
        const bool is_gesture_unchanged = gesture_start_ && gesture_start_->revision == revision_;
        change(document_);
        count_revision();
        if (is_gesture_unchanged) {
            gesture_start_.reset();
            mark_gesture_start();
        }
        edit_name_ = name.empty() ? std::move(edit_name_) : std::move(name);
    }

    /// An edit by what is dragged: cancel_gesture takes it back.
    template <typename Change>
    void drag(Change change, std::string name = {}) {
        change(document_);
        count_revision();
        edit_name_ = name.empty() ? std::move(edit_name_) : std::move(name);
    }

    /// An edit of a series, whose edits are one undo entry even if others come between them (History::amend). It does
    /// not belong to what is dragged meanwhile. `series`: not 0.
    void edit_in_series(const std::function<void(Document&)>& change, const std::string& name, int series);

    /// The id of the selected character; 0 in an empty scene.
    int selected() const {
        return selected_;
    }
    /// Ignores ids that the scene does not have.
    void select(int id);
    /// Null in an empty scene.
    const CharacterInstance* instance() const {
        return document_.scene.instance(selected_);
    }
    /// The description of the selected character; defaults in an empty scene.
    const ModelDescription& description() const;
    const Environment& environment() const {
        return document_.scene.environment;
    }
    const CharacterControls& controls() const;
    double handle_stiffness() const;

    CharacterDraft draft() const {
        return draft_of(document_.scene, selected_);
    }
    /// Writes the differences of the draft. A draft with a new fault (NaN, infinity, out of range) is ignored.
    void apply(const CharacterDraft& draft);

    /// A new document with an empty history. It counts as saved.
    void open(Document document, int selected);
    /// Makes one undo entry of all changes since the last one, if the document differs. To be called once nothing is
    /// held: no slider, handle or gizmo. A document that holds NaN makes no entry.
    void settle();
    /// Whether there are changes since the last undo entry.
    bool is_settled() const {
        return revision_ == settled_revision_;
    }
    /// Returns false if there is nothing to undo.
    bool undo();
    bool redo();
    const History<Document>& history() const {
        return history_;
    }
    /// No drag is under way: cancel_gesture leads back to this document.
    void mark_gesture_start() {
        if (!gesture_start_ || gesture_start_->revision != revision_) {
            gesture_start_ = GestureStart{document_, revision_};
        }
    }
    /// The document has changed since then.
    bool is_changed_by_gesture() const {
        return gesture_start_ && gesture_start_->revision != revision_;
    }
    /// Restores that document; no undo entry is made.
    void cancel_gesture();

    /// Takes an edit back that turned out to be impossible: revises the newest documents that have it. Later edits and
    /// what is dragged stay.
    void withdraw(const std::function<bool(const Document&)>& has_it, const std::function<void(Document&)>& revert);

    /// Changes since the last save, open or new; undo back to that point counts as none.
    bool is_modified() const {
        return revision_ != saved_revision_;
    }
    std::uint64_t revision() const {
        return revision_;
    }
    /// The document is in no file, though it was just opened.
    void mark_modified() {
        gesture_start_.reset();
        count_revision();
        settled_revision_ = revision_;
        saved_revision_ = 0;
        history_.reset(document_, revision_, selected_);
    }
    /// That revision is in a file now.
    void mark_saved(std::uint64_t revision) {
        saved_revision_ = revision;
    }

private:
    void count_revision() {
        revision_ = ++last_revision_;
    }
    bool return_to(const History<Document>::Entry* entry);
    /// Keeps the selection if the scene has it, and selects the other one or the first one if not.
    void select_present(int otherwise);

    struct GestureStart {
        Document document;
        std::uint64_t revision = 0;
    };

    Document document_;
    std::optional<GestureStart> gesture_start_;
    int selected_ = 0;
    History<Document> history_{Document{}};
    std::uint64_t revision_ = 0;      // of the document; an undone document has the revision that it had before
    std::uint64_t last_revision_ = 0; // no two documents have the same
    std::uint64_t settled_revision_ = 0;
    std::uint64_t saved_revision_ = 0;
    std::string edit_name_; // of the newest edit since the last undo entry; empty: none
};

} // namespace limber::app
