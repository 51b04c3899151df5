#pragma once

#include "app/commands/character_commands.h"
#include "app/commands/document_commands.h"
#include "app/commands/file_commands.h"
#include "app/commands/gait_commands.h"
#include "app/commands/message_commands.h"
#include "app/commands/playback_commands.h"

#include <variant>
#include <vector>

/// Commands are what controllers return: edits of the document, and requests to services. They are small values that
/// are carried out in order. Each feature has a header; this is the one list of all of them.
namespace limber::app {

using Command = std::variant<ShowMessage, RemoveMessages,                          //
                             EditDocument, EditCharacter, SelectCharacter,         //
                             RebuildCharacter,                                     //
                             RestartSimulation, SetPlaying, StepSimulation,        //
                             RewindSimulation, ReplayTimeline, SetSimulationSpeed, //
                             ReleaseGaitKeys, FadeToGait,                          //
                             WriteFile>;

using Commands = std::vector<Command>;

} // namespace limber::app
