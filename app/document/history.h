// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

/// Undo and redo of a value. The history keeps settled values: while something is dragged, nothing is recorded, so
/// that a drag is one entry however many frames it took.
namespace limber::app {

template <typename T>
class History {
public:
    /// A settled value.
    struct Entry {
        T value;
        std::uint64_t revision = 0;
        int selected = 0; // id of the character that was selected
        std::string name; // of the edit that leads from this value to the next newer one; empty: the newest
        int series = 0;   // of that edit; see amend
    };

    explicit History(T start, std::size_t depth = 200) : settled_{std::move(start), 0, 0, {}, 0}, depth_(depth) {}

    /// Records the value, which differs from the settled one by an edit of that name.
    void record(T value, std::uint64_t revision, int selected, std::string name, int series = 0) {
        settled_.name = std::move(name);
        settled_.series = series;
        undo_.push_back(std::move(settled_));
        if (undo_.size() > depth_) {
            undo_.pop_front();
        }
        redo_.clear();
        settled_ = {std::move(value), revision, selected, {}, 0};
    }

    /// Edits of one series, such as the improving results of a search, are one entry: a further edit changes all values
    /// since that entry, so that other edits between them can still be undone one by one. `change` returns the value's
    /// new revision. Returns false if there is no entry of the series.
    template <typename Change>
    bool amend(int series, Change change) {
        auto newer = std::find_if(undo_.begin(), undo_.end(), [series](const Entry& e) { return e.series == series; });
        if (series == 0 || newer == undo_.end()) {
            return false;
        }
        while (++newer != undo_.end()) {
            newer->revision = change(newer->value);
        }
        settled_.revision = change(settled_.value);
        for (Entry& undone : redo_) {
            undone.revision = change(undone.value);
        }
        return true;
    }

    /// Moves to the value before; null: there is none. Valid until the next call.
    const Entry* undo() {
        return moved(undo_, redo_);
    }
    const Entry* redo() {
        return moved(redo_, undo_);
    }
    bool can_undo() const {
        return !undo_.empty();
    }
    bool can_redo() const {
        return !redo_.empty();
    }
    /// Names of the edits that `undo` and `redo` would take back and repeat; empty: none.
    std::string undo_name() const {
        return undo_.empty() ? "" : undo_.back().name;
    }
    std::string redo_name() const {
        return redo_.empty() ? "" : settled_.name;
    }
    /// Number of values that `undo` can return to.
    std::size_t count() const {
        return undo_.size();
    }

    const Entry& settled() const {
        return settled_;
    }
    /// The selection is not undone; an entry remembers the latest one.
    void select(int id) {
        settled_.selected = id;
    }

    /// Revises the newest values for which `is_wrong` holds, down to the first one for which it does not, and what was
    /// undone; edits that no longer have an effect are removed. `change` returns the value's new revision.
    template <typename Predicate, typename Change>
    void revise(Predicate is_wrong, Change change) {
        const auto revised = [&](Entry& entry) {
            if (!is_wrong(entry.value)) {
                return false;
            }
            entry.revision = change(entry.value);
            return true;
        };
        for (Entry& undone : redo_) {
            revised(undone);
        }
        bool goes_on = revised(settled_);
        for (auto entry = undo_.rbegin(); goes_on && entry != undo_.rend(); ++entry) {
            goes_on = revised(*entry);
        }
        remove_edits_without_effect();
    }

    /// The newest value for which the predicate holds, searched from the settled one backwards; null: none.
    template <typename Predicate>
    const T* newest(Predicate predicate) const {
        if (predicate(settled_.value)) {
            return &settled_.value;
        }
        const auto found =
            std::find_if(undo_.rbegin(), undo_.rend(), [&](const Entry& entry) { return predicate(entry.value); });
        return found == undo_.rend() ? nullptr : &found->value;
    }

    /// Clears the history and starts with this value.
    void reset(T start, std::uint64_t revision, int selected) {
        undo_.clear();
        redo_.clear();
        settled_ = {std::move(start), revision, selected, {}, 0};
    }

private:
    // Of equal neighbours the older one stays, with the edit that follows the newer one.
    void remove_edits_without_effect() {
        std::deque<Entry> all = std::move(undo_);
        undo_.clear();
        all.push_back(std::move(settled_));
        for (Entry& entry : all) {
            if (!undo_.empty() && undo_.back().value == entry.value) {
                undo_.back().name = std::move(entry.name);
                undo_.back().series = entry.series;
            } else {
                undo_.push_back(std::move(entry));
            }
        }
        settled_ = std::move(undo_.back());
        undo_.pop_back();
    }

    const Entry* moved(std::deque<Entry>& from, std::deque<Entry>& to) {
        if (from.empty()) {
            return nullptr;
        }
        to.push_back(std::move(settled_));
        settled_ = std::move(from.back());
        from.pop_back();
        return &settled_;
    }

    Entry settled_;
    std::deque<Entry> undo_, redo_;
    std::size_t depth_;
};

} // namespace limber::app
