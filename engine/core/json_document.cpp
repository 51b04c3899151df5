// SPDX-License-Identifier: MIT
#include "engine/core/json_document.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr std::size_t warnings_max = 16;
constexpr double whole_max = 9e15; // above this, consecutive doubles may differ by two

constexpr std::int64_t signed_max = std::numeric_limits<std::int64_t>::max();

const Json null_value;

// Whether this is an integer that fits.
bool is_signed(const Json& json) {
    return json.is_number_integer() &&
           (!json.is_number_unsigned() || json.get<std::uint64_t>() <= static_cast<std::uint64_t>(signed_max));
}

const Json& child(const Json& json, std::size_t i) {
    return json.is_array() ? json[i]
                           : json.get_ref<const Json::object_t&>().begin()[static_cast<std::ptrdiff_t>(i)].second;
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
        if (!step.value->is_structured() || step.next == step.value->size()) {
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
        const auto* object = steps[i].value->get_ptr<const Json::object_t*>();
        path += object ? (path.empty() ? "" : ".") + (object->begin() + static_cast<std::ptrdiff_t>(taken))->first
                       : "[" + std::to_string(taken) + "]";
    }
    return path;
}

// Whether an earlier member has the same name.
bool is_repeated(const Json& root, const Json* target) {
    const std::vector<Step> steps = steps_to(root, target);
    const Step parent = steps.size() > 1 ? steps[steps.size() - 2] : Step{&root, 0};
    const auto* members = parent.value->get_ptr<const Json::object_t*>();
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
    return value_->contains(name);
}

bool JsonNode::is_text(std::string_view text) const {
    return value_->is_string() && value_->get_ref<const std::string&>() == text;
}

JsonNode JsonNode::member(std::string_view name) const {
    const Json* found = find_member(*value_, name);
    if (!found) {
        refuse("lacks the member \"" + std::string(name) + "\"");
    }
    return JsonNode(*document_, found ? found : &null_value);
}

JsonNode JsonNode::operator[](std::size_t index) const {
    return JsonNode(*document_, value_->is_array() && index < value_->size() ? &(*value_)[index] : &null_value);
}

std::size_t JsonNode::size() const {
    if (!value_->is_array()) {
        refuse("must be a list");
    }
    return is_sound() ? value_->size() : 0;
}

double JsonNode::number() const {
    const double result = value_->is_number() ? value_->get<double>() : std::nan("");
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
    if (is_signed(*value_)) {
        result = value_->get<std::int64_t>();
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
    const bool is_unsigned = value_->is_number_unsigned();
    const std::uint64_t result =
        is_unsigned ? value_->get<std::uint64_t>() : static_cast<std::uint64_t>(whole(0, signed_max));
    if (result > high) {
        refuse("is too large");
        return 0;
    }
    return result;
}

bool JsonNode::boolean() const {
    if (!value_->is_boolean()) {
        refuse("must be true or false");
        return false;
    }
    return value_->get<bool>();
}

std::string JsonNode::text() const {
    if (!value_->is_string()) {
        refuse("must be a text in quotes");
        return "";
    }
    return value_->get<std::string>();
}

} // namespace limber
