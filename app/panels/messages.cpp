#include "app/panels/messages.h"

#include <limits>
#include <utility>

namespace limber::app {
namespace {

constexpr std::size_t messages_max = 4;
constexpr double seconds_at_least = 5.0; // until it is noticed
constexpr double seconds_a_letter = 0.1;
constexpr double patience_of_warnings = 3.0;

} // namespace

double Message::lifetime() const {
    if (kind == Kind::error) {
        return std::numeric_limits<double>::infinity();
    }
    const double read = seconds_at_least + seconds_a_letter * static_cast<double>(text.size());
    return kind == Kind::warning ? patience_of_warnings * read : read;
}

void Messages::say(Message message) {
    if (!list_.empty() && list_.back().text == message.text) {
        list_.pop_back();
    }
    list_.push_back(std::move(message));
    while (list_.size() > messages_max) {
        list_.pop_front();
    }
}

void Messages::is_over(Message::Topic topic) {
    std::erase_if(list_, [topic](const Message& message) { return message.topic == topic; });
}

void Messages::dismiss(std::size_t index) {
    if (index < list_.size()) {
        list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

void Messages::pass(double seconds) {
    for (Message& message : list_) {
        message.seconds += seconds;
    }
    std::erase_if(list_, [](const Message& message) { return message.seconds > message.lifetime(); });
}

} // namespace limber::app
