#include "app/scene/member_reader.h"

#include <cmath>
#include <limits>

namespace limber::app {
namespace {

double as_double(const Json& json, bool& is_number) {
    is_number = true;
    if (const auto* whole = std::get_if<std::int64_t>(&json.content)) {
        return static_cast<double>(*whole);
    }
    if (const auto* whole = std::get_if<std::uint64_t>(&json.content)) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&json.content)) {
        return *real;
    }
    is_number = false;
    return 0.0;
}

} // namespace

void Findings::refuse(std::string sentence) {
    if (fault.empty()) {
        fault = std::move(sentence);
    }
}

MemberReader::MemberReader(const Json& object, std::string path, Findings& findings)
    : object_(object.object()), path_(std::move(path)), findings_(&findings) {
    if (object_) {
        taken_.resize(object_->size());
    } else {
        findings.refuse((path_.empty() ? std::string("the file") : path_) + " must be an object in braces");
    }
}

MemberReader::~MemberReader() {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        if (!taken_[i]) {
            findings_->warnings.push_back("unknown member " + path_of((*object_)[i].first) + " is ignored");
        }
    }
}

const Json* MemberReader::take(std::string_view name) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        if (!taken_[i] && (*object_)[i].first == name) {
            taken_[i] = true;
            return &(*object_)[i].second;
        }
    }
    return nullptr;
}

bool MemberReader::has(std::string_view name) const {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        if ((*object_)[i].first == name) {
            return true;
        }
    }
    return false;
}

std::string MemberReader::path_of(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
}

bool MemberReader::read(std::string_view name, bool& value) {
    const Json* json = take(name);
    if (!json) {
        return false;
    }
    const auto* truth = std::get_if<bool>(&json->content);
    if (!truth) {
        findings_->refuse(path_of(name) + " must be true or false");
        return false;
    }
    value = *truth;
    return true;
}

bool MemberReader::read(std::string_view name, Index& value) {
    const Json* json = take(name);
    std::int64_t whole = 0;
    if (!json || !read_integer(*json, path_of(name), whole, *findings_)) {
        return false;
    }
    value = static_cast<Index>(whole);
    return true;
}

bool MemberReader::read(std::string_view name, int& value) {
    Index whole = 0;
    if (!read(name, whole)) {
        return false;
    }
    if (whole < std::numeric_limits<int>::min() || whole > std::numeric_limits<int>::max()) {
        findings_->refuse(path_of(name) + " is too large");
        return false;
    }
    value = static_cast<int>(whole);
    return true;
}

bool MemberReader::read(std::string_view name, std::uint64_t& value) {
    const Json* json = take(name);
    if (!json) {
        return false;
    }
    if (const auto* large = std::get_if<std::uint64_t>(&json->content)) {
        value = *large;
        return true;
    }
    std::int64_t whole = -1;
    if (!read_integer(*json, path_of(name), whole, *findings_)) {
        return false;
    }
    if (whole < 0) {
        findings_->refuse(path_of(name) + " must not be negative");
        return false;
    }
    value = static_cast<std::uint64_t>(whole);
    return true;
}

bool MemberReader::read(std::string_view name, double& value) {
    const Json* json = take(name);
    return json && read_number(*json, path_of(name), value, *findings_);
}

bool MemberReader::read(std::string_view name, std::string& value) {
    const Json* json = take(name);
    if (!json) {
        return false;
    }
    if (!json->string()) {
        findings_->refuse(path_of(name) + " must be a text in quotes");
        return false;
    }
    value = *json->string();
    return true;
}

bool MemberReader::read(std::string_view name, Vec3& value) {
    const Json* json = take(name);
    return json && read_numbers(*json, path_of(name), value.data(), 3, *findings_);
}

bool MemberReader::read(std::string_view name, Affine& value) {
    const Json* json = take(name);
    if (!json) {
        return false;
    }
    Affine map;
    const auto* rows = json->array();
    bool sound = rows && rows->size() == 3;
    for (std::size_t i = 0; sound && i < 3; ++i) {
        double row[4];
        sound = read_numbers((*rows)[i], path_of(name), row, 4, *findings_);
        map.row(static_cast<Index>(i)) << row[0], row[1], row[2], row[3];
    }
    if (!sound) {
        findings_->refuse(path_of(name) + " must be 3 rows of 4 numbers");
        return false;
    }
    value = map;
    return true;
}

bool read_number(const Json& json, const std::string& path, double& value, Findings& findings) {
    bool is_number = false;
    const double number = as_double(json, is_number);
    if (!is_number || !std::isfinite(number)) {
        findings.refuse(path + " must be a number");
        return false;
    }
    value = number;
    return true;
}

bool read_integer(const Json& json, const std::string& path, std::int64_t& value, Findings& findings) {
    double number = 0.0;
    if (const auto* whole = std::get_if<std::int64_t>(&json.content)) {
        value = *whole;
        return true;
    }
    if (!read_number(json, path, number, findings)) {
        return false;
    }
    if (number != std::floor(number) || std::abs(number) > 9e15) {
        findings.refuse(path + " must be a whole number");
        return false;
    }
    value = static_cast<std::int64_t>(number);
    return true;
}

bool read_numbers(const Json& json, const std::string& path, double* values, std::size_t count, Findings& findings) {
    const auto* array = json.array();
    if (!array || array->size() != count) {
        findings.refuse(path + " must be a list of " + std::to_string(count) + " numbers");
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!read_number((*array)[i], path + "[" + std::to_string(i) + "]", values[i], findings)) {
            return false;
        }
    }
    return true;
}

void expect_format(MemberReader& members, std::string_view format) {
    std::string found;
    int version = 0;
    members.read("format", found);
    members.read("version", version);
    if (found != format) {
        members.findings().refuse("\"format\" must be \"" + std::string(format) + "\"");
    } else if (version != 1) {
        members.findings().refuse("\"version\" must be 1, the only one that this program knows");
    }
}

} // namespace limber::app
