// SPDX-License-Identifier: MIT
#include "app/commands/command.h"

#include <type_traits>

namespace limber::app {

static_assert(std::is_nothrow_move_constructible_v<AnyCommand> && std::is_nothrow_move_assignable_v<AnyCommand>);

Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

} // namespace limber::app
