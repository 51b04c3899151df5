// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_build/cached_build.h"
#include "app/cli/arguments.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Reads and builds the characters that a command works on, with progress on stderr.
namespace limber::app {

/// Exit code of a fault on the command line.
inline constexpr int option_fault_code = 2;

/// Returns nullopt with `--no-cache`, and on systems without a place for a cache.
std::optional<Cache> user_cache(const Arguments& arguments);

/// Builds the character for its numbers, with the user's cache. `read`: characters that were read before, whose meshes
/// are not made again. Fails as `build_character`, and with bad_input for rods and shells unless they are replayed or
/// behave.
Result<CharacterPtr> prepared(const Arguments& arguments, const CharacterDescription& scene,
                              const std::vector<CharacterPtr>& read = {});

/// The character of a command's file, with the overrides.
struct DescribedCharacter : Repaired<CharacterDescription> {
    std::vector<CharacterPtr> read; // to apply them
};

/// If the options ask for switches between loads, and none of the characters has several to switch between.
std::optional<Error> missing_loads(const Arguments& arguments, const std::vector<CharacterPtr>& characters);

/// The error, with what to do where it names options of bodies without an inside that the command does not have.
Error with_other_commands(Error error, const Arguments& arguments);

/// The error, with the kind that `limber compare` prepares, unless it is of a file that all kinds have.
Error with_compared_kind(Error error, const Arguments& arguments);

/// Reads the one character of the command's file, applies the overrides and calls the command with it. Prints what
/// fails. Returns the exit code.
using CharacterCommand = std::function<int(const Arguments&, const DescribedCharacter&)>;
int run_with_character(const Arguments& arguments, const CharacterCommand& command);

/// Warnings about the scene's file and about its character.
std::vector<std::string> all_warnings(const Repaired<CharacterDescription>& scene, const Character& character);

} // namespace limber::app
