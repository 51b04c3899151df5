#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

/// Undo and redo of a value. It is shown the value every frame and makes an entry when the value has
/// changed and come to rest, so that a drag is one entry however many frames it took.
namespace limber::app {

template <typename T>
class History {
public:
    explicit History(T start, std::size_t depth = 200) : settled_(std::move(start)), depth_(depth) {}

    /// at_rest: no slider, handle or gizmo is held. A value that holds NaN makes no entry.
    void observe(const T& value, bool at_rest) {
        if (!at_rest || value == settled_) {
            return;
        }
        if (const bool holds_nan = !(value == value); holds_nan) { // it equals nothing, and would make an entry a frame
            return;
        }
        timeline_.push_back(std::move(settled_));
        if (timeline_.size() > depth_) {
            timeline_.pop_front();
        }
        future_.clear();
        settled_ = value;
    }

    std::optional<T> undone() {
        return moved(timeline_, future_);
    }
    std::optional<T> redone() {
        return moved(future_, timeline_);
    }
    bool can_undo() const {
        return !timeline_.empty();
    }
    /// To go back to.
    std::size_t count() const {
        return timeline_.size();
    }
    bool can_redo() const {
        return !future_.empty();
    }

    /// What the newest entries asked for came to nothing, and the value is what it was before them: they
    /// are no steps to go back to.
    void withdraw(T value) {
        settled_ = std::move(value);
        while (!timeline_.empty() && timeline_.back() == settled_) {
            timeline_.pop_back();
        }
    }

    /// The newest value that is so, the settled one before those that it came from; null: none was.
    template <typename Predicate>
    const T* newest(Predicate is_so) const {
        if (is_so(settled_)) {
            return &settled_;
        }
        const auto found = std::find_if(timeline_.rbegin(), timeline_.rend(), is_so);
        return found == timeline_.rend() ? nullptr : &*found;
    }

    /// A new beginning: what came before cannot be undone.
    void forget(T start) {
        timeline_.clear();
        future_.clear();
        settled_ = std::move(start);
    }

private:
    std::optional<T> moved(std::deque<T>& from, std::deque<T>& to) {
        if (from.empty()) {
            return std::nullopt;
        }
        to.push_back(std::move(settled_));
        settled_ = std::move(from.back());
        from.pop_back();
        return settled_;
    }

    T settled_;
    std::deque<T> timeline_, future_;
    std::size_t depth_;
};

} // namespace limber::app
