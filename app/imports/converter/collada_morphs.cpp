// SPDX-License-Identifier: MIT
#include "app/imports/converter/collada_morphs.h"

#include <map>
#include <string_view>

namespace limber::converter {
namespace {

// Of the first start tag of an element from `from` on; empty: there is no such attribute.
std::string attribute(std::string_view text, std::size_t from, std::string_view name) {
    const std::string_view tag = text.substr(from, text.find('>', from) - from);
    for (const char quote : {'"', '\''}) {
        const std::string start = " " + std::string(name) + "=" + quote;
        if (const std::size_t at = tag.find(start); at != std::string_view::npos) {
            const std::size_t value = at + start.size();
            return std::string(tag.substr(value, tag.find(quote, value) - value));
        }
    }
    return {};
}

// Where a start tag of this name begins.
std::size_t find_tag(std::string_view text, const std::string& name, std::size_t from) {
    std::size_t at = text.find("<" + name, from);
    while (at != std::string_view::npos && text.find_first_of(" \t\r\n>", at) != at + 1 + name.size()) {
        at = text.find("<" + name, at + 1);
    }
    return at;
}

// Removes them. Returns for each its reference and that of the mesh that it morphs: "#body-morph", "#body".
std::map<std::string, std::string> remove_morphs(std::string& text) {
    const std::string end_tag = "</controller>";
    std::map<std::string, std::string> mesh_of;
    for (std::size_t at = find_tag(text, "controller", 0); at != std::string::npos;) {
        const std::size_t end = text.find(end_tag, at);
        const std::size_t morph = find_tag(text, "morph", at);
        if (end == std::string::npos || morph == std::string::npos) {
            break;
        }
        if (morph < end) {
            mesh_of["#" + attribute(text, at, "id")] = attribute(text, morph, "source");
            text.erase(at, end + end_tag.size() - at);
        } else {
            ++at;
        }
        at = find_tag(text, "controller", at);
    }
    return mesh_of;
}

// Replaces references to the morphs in an attribute of all elements of a name.
void refer_to_meshes(const std::map<std::string, std::string>& mesh_of, const std::string& element,
                     const std::string& name, std::string& text) {
    for (std::size_t at = find_tag(text, element, 0); at != std::string::npos; at = find_tag(text, element, at + 1)) {
        const std::string source = attribute(text, at, name);
        if (const auto morph = mesh_of.find(source); morph != mesh_of.end()) {
            text.replace(text.find(source, at), source.size(), morph->second);
        }
    }
}

} // namespace

std::string without_morphs(std::string collada) {
    const std::map<std::string, std::string> mesh_of = remove_morphs(collada);
    refer_to_meshes(mesh_of, "skin", "source", collada);
    refer_to_meshes(mesh_of, "instance_controller", "url", collada);
    return collada;
}

} // namespace limber::converter
