#pragma once

#include "app/commands/action.h"
#include "app/commands/character_commands.h"
#include "app/commands/document_commands.h"
#include "app/commands/file_commands.h"
#include "app/commands/gait_commands.h"
#include "app/commands/gait_search_commands.h"
#include "app/commands/message_commands.h"
#include "app/commands/playback_commands.h"
#include "app/commands/posing_commands.h"
#include "app/commands/view_commands.h"
#include "app/commands/window_commands.h"

#include <algorithm>
#include <iterator>
#include <variant>
#include <vector>

/// Commands are the return values of keys, tools, panels and controllers: edits of the document, and requests to
/// services. They are small values that are carried out in order. Each feature has a header; this is the list of all
/// commands.
namespace limber::app {

using Command =
    std::variant<Action,                                                                             //
                 ShowMessage, RemoveMessages, DismissMessage,                                        //
                 EditDocument, EditCharacter, SelectCharacter, CancelGesture, EndDrag, PutDownBrush, //
                 EditView, FrameCharacter, FrameAll, ClearSelection,                                 //
                 RebuildCharacter, RebuildOutdated, BuildScene, CancelBuild, DropBuild,              //
                 OpenFile, AddFile, OpenFirstOf, ReplaceDocument, OpenScene, ForgetFiles, MarkSaved, SaveDocument,
                 AnswerUnsaved, Quit, RecoverDocument,                                                         //
                 WriteFile, WriteFileAt,                                                                       //
                 RestartSimulation, SetPlaying, StepSimulation, RewindSimulation, ReplayTimeline, SetClipTime, //
                 SetSimulationSpeed, CutRecording, SaveRecording,                                              //
                 MoveObstacle, RemoveObstacle, MoveGoal, AddInstance, MakeModelUnique,                         //
                 ReleaseGaitKeys, FadeToGait, ShowChosenGait, SaveGait, AddGait, CompareGait, StopComparing,   //
                 StartGaitSearch, ResumeGaitSearch, PauseGaitSearch, StopGaitSearch, SaveGaitSearch,           //
                 OpenGaitSearch, WatchBestGait,                                                                //
                 AskForFile, FileNotChosen, FileChosen, CloseFileBrowser, SavePicture, CloseWindow>;

using Commands = std::vector<Command>;

inline void append(Commands& all, Commands more) {
    std::ranges::move(more, std::back_inserter(all));
}

} // namespace limber::app
