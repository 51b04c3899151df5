#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// A JSON file, read value by value. The first value that is missing or has the wrong shape is kept
/// as the document's fault, with its path; everything read after that is empty or zero, so that
/// readers can be written without a branch a value and look at the fault once, at the end.
namespace limber {

class JsonNode;

class JsonDocument {
public:
    /// Fails with bad_input, naming line and column.
    static Result<JsonDocument> parsed(std::string_view bytes, std::string_view where);

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

    JsonNode root() const;
    const std::optional<Error>& fault() const;

private:
    friend class JsonNode;
    struct Content;
    explicit JsonDocument(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/// One value of a document, which must outlive it.
class JsonNode {
public:
    bool has(const char* name) const;
    bool is_text(std::string_view text) const;

    JsonNode member(const char* name) const;
    JsonNode operator[](std::size_t index) const;
    /// Of a list.
    std::size_t size() const;
    double number() const; // finite
    int integer() const;
    bool boolean() const;
    std::string text() const;
    /// A list of lists of numbers, all as long as the first.
    Matrix matrix() const;
    /// 3 x 4, or 4 x 3 transposed, or 4 x 4 either way round.
    Affine affine() const;

    /// Keeps the message as the document's fault, unless it has one already.
    void refuse(std::string message) const;

private:
    friend class JsonDocument;
    JsonNode(JsonDocument::Content& document, const void* value) : document_(&document), value_(value) {}
    JsonDocument::Content* document_;
    const void* value_; // the library's type, known to the .cpp alone
};

} // namespace limber
