#include "engine/rig/json_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {
namespace {

using Json = nlohmann::json;

const Json nothing;

const Json& json(const void* value) {
    return *static_cast<const Json*>(value);
}

/// The way from the root to one value, found by looking for it: paths are needed only in refusals,
/// and reading stays free of them. Not recursive, because files may be nested as deep as they like.
std::string path_to(const Json& root, const Json* target) {
    struct Step {
        const Json* value;
        Json::const_iterator child;
    };
    std::vector<Step> way = {{&root, root.begin()}};
    while (!way.empty() && way.back().value != target) {
        Step& step = way.back();
        if (!step.value->is_structured() || step.child == step.value->end()) {
            way.pop_back();
        } else {
            const Json& child = *step.child++;
            way.push_back({&child, child.begin()});
        }
    }
    std::string path;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        const auto taken = std::prev(way[i].child);
        path += way[i].value->is_object() ? (path.empty() ? "" : ".") + taken.key()
                                          : "[" + std::to_string(taken - way[i].value->begin()) + "]";
    }
    return path;
}

/// Walks through bytes only to learn where they stop being JSON.
struct FaultFinder : nlohmann::json_sax<Json> {
    std::size_t position = 0; // bytes read
    bool null() override {
        return true;
    }
    bool boolean(bool) override {
        return true;
    }
    bool number_integer(number_integer_t) override {
        return true;
    }
    bool number_unsigned(number_unsigned_t) override {
        return true;
    }
    bool number_float(number_float_t, const string_t&) override {
        return true;
    }
    bool string(string_t&) override {
        return true;
    }
    bool binary(binary_t&) override {
        return true;
    }
    bool start_object(std::size_t) override {
        return true;
    }
    bool key(string_t&) override {
        return true;
    }
    bool end_object() override {
        return true;
    }
    bool start_array(std::size_t) override {
        return true;
    }
    bool end_array() override {
        return true;
    }
    bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
        position = at;
        return false;
    }
};

Error not_json(std::string_view bytes, std::string_view where) {
    FaultFinder finder;
    Json::sax_parse(bytes, &finder);
    const std::size_t read = std::clamp<std::size_t>(finder.position, 1, bytes.size());
    const std::string_view before = bytes.substr(0, read - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
    return Error{ErrorKind::bad_input, "this is not valid JSON; look at this place and just before it",
                 std::string(where) + ":" + std::to_string(line) + ":" + std::to_string(column)};
}

} // namespace

struct JsonDocument::Content {
    std::string where;
    Json root;
    std::optional<Error> fault;
};

Result<JsonDocument> JsonDocument::parsed(std::string_view bytes, std::string_view where) {
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return Error{ErrorKind::bad_input, "the file is empty", std::string(where)};
    }
    auto content = std::make_unique<Content>();
    content->where = where;
    content->root = Json::parse(bytes, nullptr, false);
    if (content->root.is_discarded()) {
        return not_json(bytes, where);
    }
    return JsonDocument(std::move(content));
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

void JsonNode::refuse(std::string message) const {
    if (!document_->fault) {
        const std::string path = path_to(document_->root, &json(value_));
        document_->fault =
            Error{ErrorKind::bad_input, std::move(message), document_->where + (path.empty() ? "" : ": " + path)};
    }
}

bool JsonNode::has(const char* name) const {
    return json(value_).is_object() && json(value_).contains(name);
}

bool JsonNode::is_text(std::string_view text) const {
    return json(value_).is_string() && json(value_).get_ref<const std::string&>() == text;
}

JsonNode JsonNode::member(const char* name) const {
    if (!has(name)) {
        refuse(std::string("the member \"") + name + "\" is missing");
        return JsonNode(*document_, &nothing);
    }
    return JsonNode(*document_, &*json(value_).find(name));
}

JsonNode JsonNode::operator[](std::size_t index) const {
    const bool is_there = json(value_).is_array() && index < json(value_).size();
    return JsonNode(*document_, is_there ? &json(value_)[index] : &nothing);
}

std::size_t JsonNode::size() const {
    if (!json(value_).is_array()) {
        refuse("a list is expected here");
    }
    return document_->fault ? 0 : json(value_).size();
}

double JsonNode::number() const {
    const double result = json(value_).is_number() ? json(value_).get<double>() : std::nan("");
    if (!std::isfinite(result)) {
        refuse("a number is expected here");
        return 0.0;
    }
    return result;
}

int JsonNode::integer() const {
    const double result = number();
    if (result != std::floor(result) || std::abs(result) > 2e9) {
        refuse("a whole number is expected here");
        return 0;
    }
    return static_cast<int>(result);
}

bool JsonNode::boolean() const {
    if (!json(value_).is_boolean()) {
        refuse("true or false is expected here");
        return false;
    }
    return json(value_).get<bool>();
}

std::string JsonNode::text() const {
    if (!json(value_).is_string()) {
        refuse("a text is expected here");
        return "";
    }
    return json(value_).get<std::string>();
}

Matrix JsonNode::matrix() const {
    const std::size_t row_count = size();
    const std::size_t column_count = row_count > 0 ? (*this)[0].size() : 0;
    // Before there is room for any of them: a short file with one long row would ask for a great deal of it.
    for (std::size_t i = 0; i < row_count && !document_->fault; ++i) {
        if ((*this)[i].size() != column_count) {
            (*this)[i].refuse("this row is not as long as the first");
        }
    }
    if (document_->fault) {
        return {};
    }
    Matrix result = Matrix::Zero(static_cast<Index>(row_count), static_cast<Index>(column_count));
    for (std::size_t i = 0; i < row_count && !document_->fault; ++i) {
        const JsonNode row = (*this)[i];
        for (std::size_t j = 0; j < column_count && !document_->fault; ++j) {
            result(static_cast<Index>(i), static_cast<Index>(j)) = row[j].number();
        }
    }
    return result;
}

Affine JsonNode::affine() const {
    const Matrix entries = matrix();
    if (entries.rows() == 4 && entries.cols() == 4) {
        // The translation stands on the side that is not 0 0 0 1.
        const bool is_transposed = entries.row(3).head<3>().any() && !entries.col(3).head<3>().any();
        return is_transposed ? Affine(entries.leftCols<3>().transpose()) : Affine(entries.topRows<3>());
    }
    if (entries.rows() == 4 && entries.cols() == 3) {
        return entries.transpose();
    }
    if (entries.rows() == 3 && entries.cols() == 4) {
        return entries;
    }
    refuse("a matrix of 3 rows and 4 columns is expected here");
    return identity_affine();
}

} // namespace limber
