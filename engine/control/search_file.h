#pragma once

#include "engine/control/gait_search.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>

/// A search that was interrupted, as a file: JSON, every number to its last bit, with what it is for
/// (search_terms.h), so that who opens the file knows what to go on with.
namespace limber {

/// Replaces the file as a whole, so that an interruption in the middle leaves the one before. `key` says which
/// search it belongs to.
Result<Done> write_search(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms,
                          const std::filesystem::path& path);

/// What stands in the file.
std::string search_text(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms);

/// From what stands in the file, which is named for the sentences alone. Fails with bad_input: not such a file, of
/// another search, or of another size.
Result<GaitSearchState> search_from(std::string_view bytes, const std::filesystem::path& path, std::uint64_t key,
                                    Index dimension);
/// What the search in the file is for; the muscles are its character's. Fails with bad_input: not such a file, or one
/// that does not say it.
Result<GaitSearchTerms> search_terms_from(std::string_view bytes, const std::filesystem::path& path);

} // namespace limber
