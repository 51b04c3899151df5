#pragma once

#include "engine/core/json.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A JSON file, read value by value. The first value that is missing or has the wrong shape is kept
/// as the document's fault, with its path; everything read after that is empty or zero, so that
/// readers can be written without a branch a value and look at the fault once, at the end.
namespace limber {

class JsonNode;

class JsonDocument {
public:
    /// Fails with bad_input: what parse_json says.
    static Result<JsonDocument> parsed(std::string_view bytes, std::string_view where);
    /// Fails with bad_input: what file_bytes and parse_json say.
    static Result<JsonDocument> read(const std::filesystem::path& path);

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

    JsonNode root() const;
    const std::optional<Error>& fault() const;
    /// Strange but harmless, each with the file's name.
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

    /// Of an object; refuses when there is no such member.
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
    /// This value within the file, "regions[2].young"; empty for the whole of it.
    std::string path() const;

    /// Keeps "PATH MESSAGE" as the document's fault, unless it has one already: the message goes on from the path,
    /// "must be a number".
    void refuse(const std::string& message) const;
    /// Keeps a warning that nobody knows this value. After a handful of them the document keeps no more.
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
