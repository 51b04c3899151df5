// SPDX-License-Identifier: MIT
#include "engine/loads/load_file.h"

#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace limber {
namespace {

constexpr double length_max = 1e6; // [m]
constexpr double amount_max = 1e12;
constexpr std::size_t loads_max = 256;
constexpr std::size_t fields_max = 256;
constexpr std::size_t points_max = 4096;

std::string kinds_in_words() {
    std::string words = "must be ";
    for (std::size_t k = 0; k < load_kind_names.size(); ++k) {
        const char* before = k == 0 ? "" : k + 1 < load_kind_names.size() ? ", " : " or ";
        words += std::string(before) + "\"" + load_kind_names[k] + "\"";
    }
    return words;
}

LoadKind kind_in(MemberReader& members) {
    std::string kind;
    members.read("kind", kind);
    const auto found = std::ranges::find(load_kind_names, kind);
    if (found == load_kind_names.end()) {
        members.object().member("kind").refuse(kinds_in_words());
        return LoadKind::everywhere;
    }
    return static_cast<LoadKind>(found - load_kind_names.begin());
}

void read_region(MemberReader& members, Load& load) {
    LoadRegion region;
    const bool is_given = members.read("centre", region.centre);
    members.read("radius", region.radius);
    const bool has_decay = members.read("decay", region.decay);
    const bool is_sound = region.centre.allFinite() && region.centre.cwiseAbs().maxCoeff() <= length_max &&
                          region.radius >= 0.0 && region.radius <= length_max && region.decay >= 0.0 &&
                          region.decay <= amount_max;
    if (!is_sound) {
        members.object().refuse("must have a centre and a radius below 1e6, and a decay between 0 and 1e12");
    }
    if (is_given) {
        load.region = region;
    } else if (has_decay) {
        load.decay = region.decay;
    }
}

Json::array_t points_json(std::span<const Vec3> points) {
    Json::array_t json;
    for (const Vec3& point : points) {
        json.emplace_back(to_json(point));
    }
    return json;
}

// Not more than points_max values of a list.
template <typename Value, typename Reader>
std::vector<Value> list_in(MemberReader& members, const char* name, Reader read_one) {
    std::vector<Value> values;
    read_list(members, name, [&](const JsonNode& node) {
        if (values.size() >= points_max) {
            node.refuse("is one too many: a load has at most 4096");
        } else if (node.is_sound()) {
            values.push_back(read_one(node));
        }
    });
    return values;
}

Vec3 point_in(const JsonNode& node) {
    Vec3 point = Vec3::Zero();
    read_value(node, point);
    return point;
}

std::array<Vec3, 2> spring_in(const JsonNode& pair) {
    if (pair.size() != 2) {
        pair.refuse("must be a pair of points");
        return {Vec3::Zero(), Vec3::Zero()};
    }
    return {point_in(pair[0]), point_in(pair[1])};
}

} // namespace

Load load_in(MemberReader& members) {
    Load load;
    const JsonNode& node = members.object();
    load.kind = kind_in(members);
    members.read("name", load.name);
    read_region(members, load);
    members.read("field", load.field);
    members.read("from", load.from);
    members.read("to", load.to);
    members.read("sections", load.sections);
    members.read("tangents", load.tangents);
    members.read("amount", load.amount);
    load.points = list_in<Vec3>(members, "points", point_in);
    load.springs = list_in<std::array<Vec3, 2>>(members, "springs", spring_in);
    load.mean = list_in<double>(members, "mean", [](const JsonNode& number) { return number.number(); });
    load.stiffness = list_in<double>(members, "stiffness", [](const JsonNode& number) { return number.number(); });
    if (std::ranges::any_of(load.stiffness, [](double one) { return !(one >= 0.0 && one <= amount_max); })) {
        node.member("stiffness").refuse("must be between 0 and 1e12");
        load.stiffness.clear();
    }
    if (!(load.amount >= 0.0 && load.amount <= amount_max)) {
        node.member("amount").refuse("must be between 0 and 1e12");
        load.amount = 0.0;
    }
    if (!(load.tangents >= 0.0 && load.tangents <= amount_max)) {
        node.member("tangents").refuse("must be between 0 and 1e12");
        load.tangents = 0.0;
    }
    if (load.sections < 1 || load.sections > muscle_sections_max) {
        node.member("sections").refuse("must be between 1 and 64");
        load.sections = 1;
    }
    return load;
}

Json load_json(const Load& load) {
    const Load none;
    Json::object_t json{{"kind", load_kind_names[static_cast<std::size_t>(load.kind)]}};
    const auto add = [&](const char* name, const auto& value, const auto& of_none) {
        if (value != of_none) {
            json.emplace_back(name, value);
        }
    };
    add("name", load.name, none.name);
    if (load.region) {
        json.emplace_back("centre", to_json(load.region->centre));
        json.emplace_back("radius", load.region->radius);
        json.emplace_back("decay", load.region->decay);
    } else {
        add("decay", load.decay, none.decay);
    }
    add("field", load.field, none.field);
    add("from", load.from, none.from);
    add("to", load.to, none.to);
    add("sections", std::int64_t{load.sections}, std::int64_t{none.sections});
    add("tangents", load.tangents, none.tangents);
    add("amount", load.amount, none.amount);
    if (!load.points.empty()) {
        json.emplace_back("points", points_json(load.points));
    }
    if (!load.springs.empty()) {
        Json::array_t springs;
        for (const auto& spring : load.springs) {
            springs.emplace_back(points_json(spring));
        }
        json.emplace_back("springs", std::move(springs));
    }
    if (!load.stiffness.empty()) {
        json.emplace_back("stiffness", Json::array_t(load.stiffness.begin(), load.stiffness.end()));
    }
    if (!load.mean.empty()) {
        json.emplace_back("mean", Json::array_t(load.mean.begin(), load.mean.end()));
    }
    return json;
}

namespace {

NamedField field_in(const JsonNode& node, Index vertex_count) {
    MemberReader members(node);
    NamedField field;
    members.read("name", field.name);
    const JsonNode values = node.member("values");
    members.take("values");
    if (values.size() != static_cast<std::size_t>(vertex_count)) {
        values.refuse("must be " + std::to_string(vertex_count) + " numbers, one for each vertex");
        return field;
    }
    field.share.resize(vertex_count);
    for (Index i = 0; i < vertex_count; ++i) {
        field.share(i) = values[static_cast<std::size_t>(i)].number();
    }
    return field;
}

/// Loads that act together: a component of a mixture, or all of a file without one.
struct FileComponent {
    std::string name;
    double share = 1.0;
    std::vector<Load> loads = {};
};

struct FileContents {
    std::vector<FileComponent> components;
    std::vector<NamedField> fields; // the last of the file first
    std::vector<std::string> warnings = {};
};

std::vector<Load> loads_in(MemberReader& members) {
    std::vector<Load> loads;
    read_list(members, "loads", [&](const JsonNode& node) {
        if (loads.size() >= loads_max) {
            node.refuse("is one load too many: a file has at most 256");
        } else if (node.is_sound()) {
            MemberReader load_members(node);
            loads.push_back(load_in(load_members));
        }
    });
    return loads;
}

FileComponent component_in(const JsonNode& node, const std::vector<FileComponent>& earlier) {
    MemberReader members(node);
    FileComponent component{std::to_string(earlier.size() + 1)};
    members.read("name", component.name);
    members.read("share", component.share);
    component.loads = loads_in(members);
    if (!(component.share >= 1.0 / amount_max && component.share <= amount_max)) {
        node.member("share").refuse("must be between 1e-12 and 1e12");
    }
    const bool is_known = std::ranges::find(earlier, component.name, &FileComponent::name) != earlier.end();
    if (component.name.empty() || component.name.find('#') != std::string::npos || is_known) {
        node.refuse("must have a name without \"#\" that no other component has");
    }
    return component;
}

std::vector<FileComponent> components_in(MemberReader& members) {
    std::vector<FileComponent> components;
    read_list(members, "mixture", [&](const JsonNode& node) {
        if (components.size() >= mixture_components_max) {
            node.refuse("is one component too many: a mixture has at most 16");
        } else if (node.is_sound()) {
            components.push_back(component_in(node, components));
        }
    });
    std::vector<Load> loads = loads_in(members);
    if (components.empty()) {
        components.push_back({"1", 1.0, std::move(loads)});
    } else if (!loads.empty()) {
        members.object().refuse("has \"loads\" beside a \"mixture\": put them into each component that they belong to");
    }
    return components;
}

// In the same sentence: a member with a mistyped name may be what is missing.
Error with_warnings(Error error, const std::vector<std::string>& warnings) {
    const std::string before = error.where + ": ";
    for (const std::string& warning : warnings) {
        error.message += "; " + (warning.starts_with(before) ? warning.substr(before.size()) : warning);
    }
    return error;
}

Result<FileContents> contents_of(const JsonDocument& document, Index vertex_count) {
    FileContents contents;
    bool is_of_loads = false;
    {
        MemberReader members(document.root());
        members.expect_format("limber-loads");
        is_of_loads = !document.fault();
        read_list(members, "fields", [&](const JsonNode& node) {
            if (contents.fields.size() >= fields_max) {
                node.refuse("is one field too many: a file has at most 256");
            } else if (node.is_sound()) {
                contents.fields.insert(contents.fields.begin(), field_in(node, vertex_count));
            }
        });
        contents.components = components_in(members);
    }
    contents.warnings = document.warnings();
    if (document.fault()) { // of a file of another format all members are unknown
        return is_of_loads ? with_warnings(*document.fault(), contents.warnings) : *document.fault();
    }
    return contents;
}

void add_warnings_of(const std::vector<Load>& loads, const std::string& where, const LoadedBody& body,
                     std::vector<std::string>& warnings) {
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (const auto warning = warning_of(loads[i], body)) {
            warnings.push_back(where + ": " + name_of_load(loads[i].name, i) + " " + *warning);
        }
    }
}

// Of these components, whose shares become probabilities. Names are in errors only where there are several.
Result<LoadMixture> mixture_of(const FileContents& contents, const std::string& where, LoadedBody body) {
    body.fields.insert(body.fields.begin(), contents.fields.begin(), contents.fields.end());
    const std::vector<FileComponent>& components = contents.components;
    LoadMixture mixture;
    mixture.warnings = contents.warnings;
    mixture.shares.resize(static_cast<Index>(components.size()));
    for (const FileComponent& component : components) {
        auto loads = distribution_of(component.loads, body);
        if (!loads) {
            const std::string place = components.size() > 1 ? "in the component \"" + component.name + "\" " : "";
            return with_warnings({loads.error().kind, place + loads.error().message, where}, contents.warnings);
        }
        add_warnings_of(component.loads, where, body, mixture.warnings);
        mixture.shares(static_cast<Index>(mixture.names.size())) = component.share;
        mixture.names.push_back(component.name);
        mixture.components.push_back(std::move(loads).value());
    }
    mixture.shares /= mixture.shares.sum();
    return mixture;
}

Result<LoadDistribution> loads_of(Result<LoadMixture> mixture) {
    if (!mixture) {
        return mixture.error();
    }
    LoadMixture all = std::move(mixture).value();
    return all.components.size() == 1 ? std::move(all.components.front()) : combined(all);
}

/// A file, and the name of one of its components; empty: all.
struct ComponentPath {
    std::filesystem::path file;
    std::string component;
};

bool has_slash(const std::string& component) {
    return component.find('/') != std::string::npos;
}

ComponentPath component_path(const std::filesystem::path& path) {
    const std::string text = path.generic_string();
    const std::size_t sign = text.rfind('#');
    std::error_code unknown;
    if (sign == std::string::npos || std::filesystem::exists(path, unknown)) {
        return {path, ""};
    }
    const ComponentPath named{text.substr(0, sign), text.substr(sign + 1)};
    const bool is_in_folder = has_slash(named.component) && !std::filesystem::is_regular_file(named.file, unknown);
    return is_in_folder ? ComponentPath{path, ""} : named;
}

// The one of that name alone. Fails if there is none.
Result<FileContents> with_only(const std::string& name, FileContents contents, const std::string& where) {
    std::erase_if(contents.components, [&](const FileComponent& component) { return component.name != name; });
    if (contents.components.empty()) {
        return Error{ErrorKind::bad_input, "its mixture has no component \"" + name + "\": name one that it has",
                     where};
    }
    return contents;
}

} // namespace

Result<LoadMixture> parse_mixture(std::string_view json, std::string_view where, const LoadedBody& body) {
    const auto document = JsonDocument::parsed(json, where);
    if (!document) {
        return document.error();
    }
    const auto contents = contents_of(document.value(), body.mesh.vertex_count());
    return contents ? mixture_of(contents.value(), std::string(where), body) : contents.error();
}

Result<LoadDistribution> parse_loads(std::string_view json, std::string_view where, const LoadedBody& body) {
    return loads_of(parse_mixture(json, where, body));
}

std::filesystem::path loads_file_of(const std::filesystem::path& path) {
    return component_path(path).file;
}

Result<LoadMixture> read_mixture(const std::filesystem::path& path, const LoadedBody& body) {
    const auto [file, component] = component_path(path);
    if (has_slash(component)) { // paths lose parts such as ".." on their way through a scene
        return Error{ErrorKind::bad_input,
                     "no path can name its component \"" + component +
                         "\", because of the \"/\": give the component another name in the file",
                     file.string()};
    }
    const auto document = JsonDocument::read(file);
    if (!document) {
        Error error = document.error();
        std::error_code unknown;
        if (!std::filesystem::exists(file, unknown)) {
            error.where = path.string(); // "#" may belong to the name of the missing file
        }
        return error;
    }
    auto contents = contents_of(document.value(), body.mesh.vertex_count());
    if (contents && !component.empty()) {
        contents = with_only(component, std::move(contents).value(), file.string());
    }
    return contents ? mixture_of(contents.value(), file.string(), body) : contents.error();
}

Result<LoadDistribution> read_loads(const std::filesystem::path& path, const LoadedBody& body,
                                    std::vector<std::string>* warnings) {
    auto mixture = read_mixture(path, body);
    if (mixture && warnings) {
        const std::vector<std::string>& found = mixture.value().warnings;
        warnings->insert(warnings->end(), found.begin(), found.end());
    }
    return loads_of(std::move(mixture));
}

} // namespace limber
