// SPDX-License-Identifier: MIT
#include "engine/core/json_document.h"

#include "engine/core/file_bytes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr std::size_t warnings_max = 16;
constexpr double whole_max = 9e15; // above this, consecutive doubles may differ by two

const Json null_value;

std::size_t child_count(const Json& json) {
    return json.array() ? json.array()->size() : json.object() ? json.object()->size() : 0;
}

const Json& child(const Json& json, std::size_t i) {
    return json.array() ? (*json.array())[i] : (*json.object())[i].second;
}

struct Step {
    const Json* value;
    std::size_t next; // index of the child to visit
};

/// The steps from the root to one value, found by searching: paths are needed only for errors and warnings, so readers
/// do not track them.
std::vector<Step> steps_to(const Json& root, const Json* target) {
    std::vector<Step> steps = {{&root, 0}};
    while (!steps.empty() && steps.back().value != target) {
        Step& step = steps.back();
        if (step.next == child_count(*step.value)) {
            steps.pop_back();
        } else {
            steps.push_back({&child(*step.value, step.next++), 0});
        }
    }
    return steps;
}

std::string path_to(const Json& root, const Json* target) {
    const std::vector<Step> steps = steps_to(root, target);
    std::string path;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const std::size_t taken = steps[i].next - 1;
        const Json::Object* object = steps[i].value->object();
        path += object ? (path.empty() ? "" : ".") + (*object)[taken].first : "[" + std::to_string(taken) + "]";
    }
    return path;
}

// Whether an earlier member has the same name.
bool is_repeated(const Json& root, const Json* target) {
    const std::vector<Step> steps = steps_to(root, target);
    const Step parent = steps.size() > 1 ? steps[steps.size() - 2] : Step{&root, 0};
    const Json::Object* members = parent.value->object();
    if (!members || parent.next == 0) {
        return false;
    }
    const auto here = members->begin() + static_cast<std::ptrdiff_t>(parent.next - 1);
    return std::any_of(members->begin(), here, [&](const auto& member) { return member.first == here->first; });
}

} // namespace

struct JsonDocument::Content {
    std::string where;
    Json root;
    std::optional<Error> fault;
    std::vector<std::string> warnings;
};

Result<JsonDocument> JsonDocument::parsed(std::string_view bytes, std::string_view where) {
    auto root = parse_json(bytes, where);
    if (!root) {
        return root.error();
    }
    return JsonDocument(std::make_unique<Content>(Content{std::string(where), std::move(root).value(), {}, {}}));
}

Result<JsonDocument> JsonDocument::read(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    return bytes ? parsed(bytes.value(), path.string()) : Result<JsonDocument>(bytes.error());
}

JsonDocument::JsonDocument(std::unique_ptr<Content> content) : content_(std::move(content)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

JsonNode JsonDocument::root() const {
    return JsonNode(*content_, &content_->root);
}

const std::optional<Error>& JsonDocument::fault() const {
    return content_->fault;
}

const std::vector<std::string>& JsonDocument::warnings() const {
    return content_->warnings;
}

std::string JsonNode::path() const {
    return path_to(document_->root, value_);
}

void JsonNode::refuse(const std::string& message) const {
    if (is_sound()) {
        const std::string here = path();
        document_->fault =
            Error{ErrorKind::bad_input, (here.empty() ? "the file" : here) + " " + message, document_->where};
    }
}

void JsonNode::ignore() const {
    if (document_->warnings.size() < warnings_max) {
        document_->warnings.push_back(document_->where +
                                      (is_repeated(document_->root, value_)
                                           ? ": the member " + path() + " is there more than once; the first one counts"
                                           : ": unknown member " + path() + " is ignored"));
    }
}

bool JsonNode::is_sound() const {
    return !document_->fault;
}

bool JsonNode::has(std::string_view name) const {
    return value_->member(name) != nullptr;
}

bool JsonNode::is_text(std::string_view text) const {
    return value_->string() && *value_->string() == text;
}

JsonNode JsonNode::member(std::string_view name) const {
    const Json* found = value_->member(name);
    if (!found) {
        refuse("lacks the member \"" + std::string(name) + "\"");
    }
    return JsonNode(*document_, found ? found : &null_value);
}

JsonNode JsonNode::operator[](std::size_t index) const {
    const Json::Array* list = value_->array();
    return JsonNode(*document_, list && index < list->size() ? &(*list)[index] : &null_value);
}

std::size_t JsonNode::size() const {
    if (!value_->array()) {
        refuse("must be a list");
    }
    return is_sound() ? value_->array()->size() : 0;
}

double JsonNode::number() const {
    double result = std::nan("");
    if (const auto* whole = std::get_if<std::int64_t>(&value_->content)) {
        result = static_cast<double>(*whole);
    } else if (const auto* large = std::get_if<std::uint64_t>(&value_->content)) {
        result = static_cast<double>(*large);
    } else if (const auto* real = std::get_if<double>(&value_->content)) {
        result = *real;
    }
    if (!std::isfinite(result)) {
        refuse("must be a number");
        return 0.0;
    }
    return result;
}

int JsonNode::integer() const {
    return static_cast<int>(whole(std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

std::int64_t JsonNode::whole(std::int64_t low, std::int64_t high) const {
    std::int64_t result = 0;
    if (const auto* whole = std::get_if<std::int64_t>(&value_->content)) {
        result = *whole;
    } else {
        const double real = number(); // 16.0 and 1e3 are integers too
        if (real != std::floor(real) || std::abs(real) > whole_max) {
            refuse("must be a whole number");
            return 0;
        }
        result = static_cast<std::int64_t>(real);
    }
    if (result < low || result > high) {
        refuse(result < 0 && low == 0 ? "must not be negative" : result < low ? "is too small" : "is too large");
        return 0;
    }
    return result;
}

std::uint64_t JsonNode::natural(std::uint64_t high) const {
    constexpr std::int64_t signed_max = std::numeric_limits<std::int64_t>::max();
    const auto* large = std::get_if<std::uint64_t>(&value_->content);
    const std::uint64_t result = large ? *large : static_cast<std::uint64_t>(whole(0, signed_max));
    if (result > high) {
        refuse("is too large");
        return 0;
    }
    return result;
}

bool JsonNode::boolean() const {
    const bool* truth = std::get_if<bool>(&value_->content);
    if (!truth) {
        refuse("must be true or false");
    }
    return truth && *truth;
}

std::string JsonNode::text() const {
    if (!value_->string()) {
        refuse("must be a text in quotes");
        return "";
    }
    return *value_->string();
}

} // namespace limber
