// SPDX-License-Identifier: MIT
#include "app/commands/messages.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t messages_max = 3;
constexpr double seconds_at_least = 5.0; // [s] until the message is noticed
constexpr double seconds_a_letter = 0.1;
constexpr double patience_of_warnings = 3.0;

double reading_seconds(const std::string& text) {
    return seconds_at_least + seconds_a_letter * static_cast<double>(text.size());
}

bool waits_for_an_answer(const Message& message) {
    return message.offer == Message::Offer::set_free || message.offer == Message::Offer::hang_pin_or_fall ||
           message.offer == Message::Offer::soften || message.offer == Message::Offer::recover ||
           message.offer == Message::Offer::save_search;
}

bool offers_lost_work(const Message& message) {
    return message.offer == Message::Offer::recover || message.offer == Message::Offer::save_search;
}

// The oldest message of the least severe kind. What waits for an answer comes last.
auto least_important(const std::deque<Message>& list) {
    const auto importance = [](const Message& message) {
        return std::tuple(waits_for_an_answer(message), message.kind, message.number);
    };
    return std::ranges::min_element(list, {}, importance);
}

} // namespace

double Message::lifetime() const {
    if (kind == Kind::error || waits_for_an_answer(*this)) {
        return std::numeric_limits<double>::infinity();
    }
    const double read = reading_seconds(text);
    return kind == Kind::warning ? patience_of_warnings * read : read;
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
    while (list_.size() > messages_max) {
        list_.erase(least_important(list_));
    }
    sort();
}

void Messages::is_over(Message::Topic topic) {
    std::erase_if(list_, [topic](const Message& message) { return message.topic == topic; });
}

void Messages::dismiss(const std::string& text) {
    std::erase_if(list_, [&](const Message& message) { return message.text == text; });
}

// Folded, the card shows the first message alone.
void Messages::pass(double seconds) {
    const bool has_unread_error = !list_.empty() && list_.front().is_unread_error();
    const auto aged = has_unread_error ? std::next(list_.begin()) : list_.end();
    std::for_each(list_.begin(), aged, [seconds](Message& message) { message.seconds += seconds; });
    std::erase_if(list_, [](const Message& message) { return message.seconds > message.lifetime(); });
    sort();
}

void Messages::sort() {
    std::ranges::sort(list_, std::greater{}, [](const Message& it) {
        return std::tuple(it.is_unread_error(), offers_lost_work(it), it.number);
    });
}

} // namespace limber::app
