// SPDX-License-Identifier: MIT
#include "app/commands/messages.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t messages_max = 3;
constexpr double seconds_at_least = 5.0; // [s] until the message is noticed
constexpr double seconds_a_letter = 0.1;
constexpr double patience_of_warnings = 3.0;

bool waits_for_an_answer(const Message& message) {
    return message.offer == Message::Offer::set_free || message.offer == Message::Offer::hang_pin_or_fall ||
           message.offer == Message::Offer::soften || message.offer == Message::Offer::recover ||
           message.offer == Message::Offer::save_search;
}

// The oldest message of the least severe kind. What waits for an answer comes last.
auto least_important(const std::deque<Message>& list) {
    const auto importance = [](const Message& message) {
        return std::pair(waits_for_an_answer(message), message.kind);
    };
    return std::ranges::min_element(list.rbegin(), list.rend(), {}, importance).base() - 1;
}

} // namespace

double Message::lifetime() const {
    if (kind == Kind::error || waits_for_an_answer(*this)) {
        return std::numeric_limits<double>::infinity();
    }
    const double read = seconds_at_least + seconds_a_letter * static_cast<double>(text.size());
    return kind == Kind::warning ? patience_of_warnings * read : read;
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
    list_.push_front(std::move(message));
    while (list_.size() > messages_max) {
        list_.erase(least_important(list_));
    }
}

void Messages::is_over(Message::Topic topic) {
    std::erase_if(list_, [topic](const Message& message) { return message.topic == topic; });
}

void Messages::dismiss(const std::string& text) {
    std::erase_if(list_, [&](const Message& message) { return message.text == text; });
}

void Messages::pass(double seconds) {
    for (Message& message : list_) {
        message.seconds += seconds;
    }
    std::erase_if(list_, [](const Message& message) { return message.seconds > message.lifetime(); });
}

} // namespace limber::app
