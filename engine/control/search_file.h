#pragma once

#include "engine/control/gait_search.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string_view>

/// A search that was interrupted, as a file: JSON, every number to its last bit.
namespace limber {

/// Replaces the file as a whole, so that an interruption in the middle leaves the one before. `key` says which
/// search it belongs to.
Result<Done> write_search(const GaitSearchState& state, std::uint64_t key, const std::filesystem::path& path);

/// From what stands in the file, which is named for the sentences alone. Fails with bad_input: not such a file, of
/// another search, or of another size.
Result<GaitSearchState> search_from(std::string_view bytes, const std::filesystem::path& path, std::uint64_t key,
                                    Index dimension);
Result<GaitSearchState> read_search(const std::filesystem::path& path, std::uint64_t key, Index dimension);

} // namespace limber
