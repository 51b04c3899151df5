// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/contract.h"
#include "engine/core/result.h"

#include <algorithm>
#include <string>

namespace limber::fuzz {

/// What every refusal of a parser is.
template <typename T>
void expect_a_sentence(const Result<T>& refused) {
    EXPECTS(refused.error().kind == ErrorKind::bad_input);
    EXPECTS(refused.error().message.size() > 10);
}

/// Of a parser that does not repeat what the file says, and knows where the fault is.
template <typename T>
void expect_a_plain_sentence(const Result<T>& refused) {
    expect_a_sentence(refused);
    const std::string& message = refused.error().message;
    EXPECTS(message.size() < 400);
    EXPECTS(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    EXPECTS(!refused.error().where.empty());
}

} // namespace limber::fuzz
