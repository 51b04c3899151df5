// SPDX-License-Identifier: MIT
#include "app/controllers/export_message.h"

#include <cctype>
#include <string>

namespace limber::app {

ShowMessage message_about_export(const Error& error) {
    std::string text = sentence(error) + ".";
    const bool is_about_a_file = !error.where.empty();
    if (!is_about_a_file) {
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    }
    const bool is_of_the_motion = error.kind == ErrorKind::bad_input && !is_about_a_file;
    return {
        {Message::Kind::error, text, is_of_the_motion ? Message::Topic::refused_export : Message::Topic::exporting}};
}

} // namespace limber::app
