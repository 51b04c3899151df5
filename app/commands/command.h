// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/action.h"
#include "app/commands/build_commands.h"
#include "app/commands/character_commands.h"
#include "app/commands/comparison_commands.h"
#include "app/commands/document_commands.h"
#include "app/commands/export_commands.h"
#include "app/commands/file_commands.h"
#include "app/commands/gait_commands.h"
#include "app/commands/gait_search_commands.h"
#include "app/commands/live_input_commands.h"
#include "app/commands/material_commands.h"
#include "app/commands/message_commands.h"
#include "app/commands/painting_commands.h"
#include "app/commands/playback_commands.h"
#include "app/commands/posing_commands.h"
#include "app/commands/problem_commands.h"
#include "app/commands/surroundings_commands.h"
#include "app/commands/throw_commands.h"
#include "app/commands/view_commands.h"
#include "app/commands/window_commands.h"

#include <algorithm>
#include <iterator>
#include <vector>

/// Commands are the return values of keys, tools, panels and controllers: edits of the document, and requests to
/// services. They are small values that are carried out in order. Each feature has a header with a list; this is the
/// list of all of them.
namespace limber::app {

using AnyCommand = CommandVariant<CommandList<Action>, //
                                  DocumentCommands,    //
                                  MessageCommands,     //
                                  ViewCommands,        //
                                  BuildCommands,       //
                                  FileCommands,        //
                                  PlaybackCommands,    //
                                  ExportCommands,      //
                                  ProblemCommands,     //
                                  CharacterCommands,   //
                                  PosingCommands,      //
                                  SurroundingsCommands,
                                  ThrowCommands,     //
                                  LiveInputCommands, //
                                  PaintingCommands,  //
                                  MaterialCommands,  //
                                  GaitCommands,      //
                                  GaitSearchCommands, ComparisonCommands, WindowCommands>;

/// One of them; std::visit and std::get_if take it as they take the variant. Copies, moves and destruction of so many
/// types are compiled once, because they would take a compiler 20 s in each source that appends a command to a list.
class Command : public AnyCommand {
public:
    using AnyCommand::AnyCommand;
    Command(const Command& other);
    Command(Command&& other) noexcept;
    Command& operator=(const Command& other);
    Command& operator=(Command&& other) noexcept;
    ~Command();
};

using Commands = std::vector<Command>;

inline void append(Commands& all, Commands more) {
    std::ranges::move(more, std::back_inserter(all));
}

} // namespace limber::app
