// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>

/// An interrupted search as a file: JSON with every number to its last bit, including its terms (search_terms.h), so
/// that it can be continued from the file alone.
namespace limber {

/// Replaces the file atomically, so that an interrupted write leaves the old one. `key` identifies the search.
Result<Done> write_search(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms,
                          const std::filesystem::path& path);

/// The content of the file.
std::string search_text(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms);

/// Reads a search from the content of a file; the path is for error messages only. Fails with bad_input: not a search
/// file, of another search, or of another dimension.
Result<GaitSearchState> search_from(std::string_view bytes, const std::filesystem::path& path, std::uint64_t key,
                                    Index dimension);
/// Reads the terms of the search in the file; the number of muscles is not stored. Fails with bad_input: not a search
/// file, or one without terms.
Result<GaitSearchTerms> search_terms_from(std::string_view bytes, const std::filesystem::path& path);

} // namespace limber
