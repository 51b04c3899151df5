// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A JSON file, read value by value. The first value that is missing or has the wrong type is stored as the document's
/// fault, with its path; everything read after that is empty or zero. Readers therefore need no branch for each value
/// and check the fault once, at the end.
namespace limber {

class JsonNode;

class JsonDocument {
public:
    /// Fails with bad_input: the errors of parse_json.
    static Result<JsonDocument> parsed(std::string_view bytes, std::string_view where);
    /// Fails with bad_input: the errors of file_bytes and parse_json.
    static Result<JsonDocument> read(const std::filesystem::path& path);

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

    JsonNode root() const;
    const std::optional<Error>& fault() const;
    /// Harmless irregularities, each with the file's name.
    const std::vector<std::string>& warnings() const;

private:
    friend class JsonNode;
    struct Content;
    explicit JsonDocument(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/// One value of a document, which must outlive it.
class JsonNode {
public:
    bool has(std::string_view name) const;
    bool is_text(std::string_view text) const;

    /// Of an object; sets a fault when there is no such member.
    JsonNode member(std::string_view name) const;
    JsonNode operator[](std::size_t index) const;
    /// Of a list.
    std::size_t size() const;
    double number() const; // finite
    int integer() const;
    std::int64_t whole(std::int64_t low, std::int64_t high) const;
    std::uint64_t natural(std::uint64_t high) const;
    bool boolean() const;
    std::string text() const;

    const Json& value() const {
        return *value_;
    }
    /// The path of this value within the file, "regions[2].young"; empty for the root.
    std::string path() const;

    /// Stores "PATH MESSAGE" as the document's fault, unless it already has one. The message continues the path: "must
    /// be a number".
    void refuse(const std::string& message) const;
    /// Stores a warning that this value is unknown. After warnings_max of them no more are stored.
    void ignore() const;
    /// Whether the document has no fault yet.
    bool is_sound() const;

private:
    friend class JsonDocument;
    friend class MemberReader;
    JsonNode(JsonDocument::Content& document, const Json* value) : document_(&document), value_(value) {}
    JsonDocument::Content* document_;
    const Json* value_;
};

} // namespace limber
