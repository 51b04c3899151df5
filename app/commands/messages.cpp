// SPDX-License-Identifier: MIT
#include "app/commands/messages.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace limber::app {
namespace {

constexpr std::ptrdiff_t decisions_max = 3;
constexpr std::ptrdiff_t others_max = 3;
constexpr double seconds_at_least = 5.0; // [s] until the message is noticed
constexpr double seconds_a_letter = 0.1;
constexpr double patience_of_warnings = 3.0;

double reading_seconds(const std::string& text) {
    return seconds_at_least + seconds_a_letter * static_cast<double>(text.size());
}

// An export that failed is lost work as well.
bool outlasts_scene_unread(Message::Topic topic) {
    return topic == Message::Topic::none || topic == Message::Topic::saving || topic == Message::Topic::exporting;
}

bool offers_lost_work(const Message& message) {
    return message.offer == Message::Offer::recover || message.offer == Message::Offer::save_search;
}

// Removes the least important decisions, or the least important others, until there are at most `count_max`.
void remove_surplus(std::deque<Message>& list, bool decisions, std::ptrdiff_t count_max) {
    const auto importance = [decisions](const Message& message) {
        return std::tuple(message.is_decision() != decisions, offers_lost_work(message), message.kind, message.number);
    };
    while (std::ranges::count(list, decisions, &Message::is_decision) > count_max) {
        list.erase(std::ranges::min_element(list, {}, importance));
    }
}

} // namespace

double Message::lifetime() const {
    if (kind == Kind::error || is_decision()) {
        return std::numeric_limits<double>::infinity();
    }
    const double read = reading_seconds(text);
    return kind == Kind::warning ? patience_of_warnings * read : read;
}

bool Message::is_decision() const {
    return offer == Offer::set_free || offer == Offer::hang_pin_or_fall || offer == Offer::soften ||
           offer == Offer::recover || offer == Offer::save_search;
}

bool Message::is_unread_error() const {
    return kind == Kind::error && seconds < reading_seconds(text);
}

std::string Message::words() const {
    return count > 1 ? text + " (" + std::to_string(count) + " times)" : text;
}

void Messages::say(Message message) {
    message.offer = message.topic == Message::Topic::undo ? Message::Offer::undo : message.offer;
    const auto said = std::ranges::find(list_, message.text, &Message::text);
    if (said != list_.end()) {
        message.count += message.kind == Message::Kind::error ? said->count : 0;
        list_.erase(said);
    }
    message.number = ++said_;
    list_.push_front(std::move(message));
    remove_surplus(list_, true, decisions_max);
    remove_surplus(list_, false, others_max);
    sort();
}

void Messages::is_over(Message::Topic topic) {
    std::erase_if(list_, [topic](const Message& message) { return message.topic == topic; });
}

void Messages::end_scene() {
    std::erase_if(list_, [](const Message& message) {
        const bool is_of_program = message.topic == Message::Topic::recovery ||
                                   message.topic == Message::Topic::tracking ||
                                   (outlasts_scene_unread(message.topic) && message.is_unread_error());
        return message.kind == Message::Kind::error && !is_of_program;
    });
}

void Messages::dismiss(const std::string& text) {
    std::erase_if(list_, [&](const Message& message) { return message.text == text; });
}

// Folded, the card shows the first of them and the decisions.
void Messages::pass(double seconds) {
    const bool has_unread_error = !list_.empty() && list_.front().is_unread_error();
    const auto aged = has_unread_error ? std::next(list_.begin()) : list_.end();
    std::for_each(list_.begin(), aged, [seconds](Message& message) { message.seconds += seconds; });
    std::erase_if(list_, [](const Message& message) { return message.seconds > message.lifetime(); });
    sort();
}

void Messages::sort() {
    std::ranges::sort(list_, std::greater{}, [](const Message& it) {
        return std::tuple(it.is_unread_error(), offers_lost_work(it), it.is_decision(), it.number);
    });
}

} // namespace limber::app
