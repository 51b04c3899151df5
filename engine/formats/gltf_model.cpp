// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_model.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_outline.h"
#include "engine/formats/gltf_start.h"
#include "engine/mesh/scanner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace limber {
namespace {

constexpr std::size_t numbers_max = 200'000'000; // 1.6 GB: more than any character needs

struct Unreadable {
    const char* extension;
    const char* remedy;
};
constexpr std::array unreadable_extensions{
    Unreadable{"KHR_draco_mesh_compression", "is compressed by Draco; export it without compression"},
    Unreadable{"EXT_meshopt_compression", "is compressed by meshopt; export it without compression"},
    Unreadable{"KHR_meshopt_compression", "is compressed by meshopt; export it without compression"},
    Unreadable{"KHR_texture_basisu", "has textures in KTX2; export them as PNG or JPEG"},
};

// Extensions that change nothing of what is read here.
bool is_harmless(const std::string& extension) {
    return extension == "KHR_mesh_quantization" || extension == "KHR_texture_transform" ||
           extension == "KHR_lights_punctual" || extension == "EXT_texture_webp" ||
           extension.starts_with("KHR_materials_") || extension.starts_with("VRM");
}

std::string printable(std::string_view text, std::size_t length_max) {
    std::string line;
    for (const char c : text.substr(0, std::min(text.find('\n'), length_max))) {
        line += c >= ' ' && c <= '~' ? c : '?';
    }
    return line;
}

std::optional<Error> fault_in_extensions(const tinygltf::Model& model, std::string_view where) {
    for (const std::string& extension : model.extensionsRequired) {
        for (const Unreadable& one : unreadable_extensions) {
            if (extension == one.extension) {
                return Error{ErrorKind::bad_input, one.remedy, std::string(where)};
            }
        }
        if (!is_harmless(extension)) {
            return Error{ErrorKind::bad_input,
                         "requires the extension " + printable(extension, 80) +
                             ", which is not read; export it without",
                         std::string(where)};
        }
    }
    return std::nullopt;
}

// The first chunk of a binary file, as much of it as there is.
std::string_view json_of(std::string_view bytes) {
    constexpr std::size_t header = 20;
    if (!is_binary_gltf(bytes)) {
        return bytes;
    }
    if (bytes.size() < header) {
        return {};
    }
    return bytes.substr(header, number_in_binary_gltf(bytes, 12));
}

// How many bytes the character at the front has; 0: it is no UTF-8.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned int first = byte(0);
    const std::size_t count = first < 0x80   ? 1
                              : first < 0xC2 ? 0
                              : first < 0xE0 ? 2
                              : first < 0xF0 ? 3
                              : first < 0xF5 ? 4
                                             : 0;
    for (std::size_t i = 1; i < count; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    return count;
}

// The place of the first byte that belongs to no character in UTF-8; the size: none.
std::size_t first_foreign_byte(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t count = character_bytes(text.substr(at));
        if (count == 0) {
            return at;
        }
        at += count;
    }
    return at;
}

// The text in the same quotation marks before the byte, or behind it where nothing is before it.
std::string surroundings_of(std::string_view json, std::size_t at) {
    constexpr std::size_t length_max = 24;
    const std::string_view before = json.substr(0, at);
    const std::size_t from = before.rfind('"') + 1; // npos + 1 is 0
    const std::string_view start = before.substr(std::max(from, at - std::min(at, length_max)));
    const std::string_view behind = json.substr(at + 1, length_max);
    return printable(std::string(start.empty() ? behind.substr(0, behind.find('"')) : start), length_max);
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// tinygltf rejects files of meshopt, whose fallback buffers have no content.
std::string reason_of(std::string_view bytes, const std::string& error) {
    if (const auto fault = fault_in_gltf_start(bytes, bytes.size())) {
        return *fault;
    }
    if (bytes.find("_meshopt_compression\"") != std::string_view::npos) {
        return unreadable_extensions[1].remedy;
    }
    const std::string_view json = json_of(bytes);
    if (is_blank(json)) {
        return "is damaged, because it ends before its content begins; export it again";
    }
    if (const std::size_t at = first_foreign_byte(json); at < json.size()) {
        return "has names that are not in UTF-8, the first one beside " + in_quotes(surroundings_of(json, at)) +
               "; export it again with names in UTF-8";
    }
    if (const auto parsed = parse_json_outline(json, "JSON"); !parsed) {
        return "is damaged, because it is no valid JSON (" + parsed.error().where + "); export it again";
    }
    const bool is_ours = error.find("json.exception") == std::string::npos;
    const std::string reason = is_ours ? printable(error, 120) : "";
    return "is no valid glTF 2.0" + (reason.empty() ? "" : " (" + reason + ")") + "; export it again";
}

bool file_exists(const std::string& path, void*) {
    return regular_file_size(path).has_value();
}

bool read_whole_file(std::vector<unsigned char>* out, std::string* error, const std::string& path, void*) {
    const auto bytes = file_bytes(path);
    if (!bytes) {
        *error += sentence(bytes.error());
        return false;
    }
    out->assign(bytes.value().begin(), bytes.value().end());
    return true;
}

// Pictures stay as they are in the file. tinygltf does not check where those in buffers lie: see GltfModel::picture.
bool keep_picture(tinygltf::Image* image, int, std::string*, std::string*, int, int, const unsigned char* bytes,
                  int size, void*) {
    if (image->bufferView < 0 && size > 0) {
        image->image.assign(bytes, bytes + size);
    }
    return true;
}

std::size_t bytes_of_component(int type) {
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
        return 4;
    default:
        return 0;
    }
}

std::size_t components_of(int type) {
    switch (type) {
    case TINYGLTF_TYPE_SCALAR:
        return 1;
    case TINYGLTF_TYPE_VEC2:
        return 2;
    case TINYGLTF_TYPE_VEC3:
        return 3;
    case TINYGLTF_TYPE_VEC4:
        return 4;
    case TINYGLTF_TYPE_MAT4:
        return 16;
    default:
        return 0; // other matrices are not used by anything that is read
    }
}

template <typename T>
double component_at(const unsigned char* bytes, bool is_normalised) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    const auto number = static_cast<double>(value);
    if constexpr (std::is_integral_v<T>) {
        return is_normalised ? std::max(-1.0, number / static_cast<double>(std::numeric_limits<T>::max())) : number;
    }
    return number;
}

double component_at(const unsigned char* bytes, int type, bool is_normalised) {
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
        return component_at<std::int8_t>(bytes, is_normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return component_at<std::uint8_t>(bytes, is_normalised);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
        return component_at<std::int16_t>(bytes, is_normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return component_at<std::uint16_t>(bytes, is_normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return component_at<std::uint32_t>(bytes, is_normalised);
    default:
        return component_at<float>(bytes, false);
    }
}

} // namespace

Result<tinygltf::Model> gltf_model(std::string_view bytes, const std::string& folder, std::string_view where) {
    if (bytes.size() > std::numeric_limits<unsigned int>::max()) {
        return Error{ErrorKind::bad_input, "is larger than the 4 GB that glTF can have", std::string(where)};
    }
    tinygltf::TinyGLTF reader;
    reader.SetImageLoader(&keep_picture, nullptr);
    tinygltf::FsCallbacks files{};
    files.FileExists = folder.empty() ? +[](const std::string&, void*) { return false; } : &file_exists;
    files.ExpandFilePath = [](const std::string& path, void*) {
        return path;
    };
    files.ReadWholeFile = &read_whole_file;
    reader.SetFsCallbacks(files);
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const auto size = static_cast<unsigned int>(bytes.size());
    const bool is_binary = is_binary_gltf(bytes);
    const bool is_read =
        is_binary ? reader.LoadBinaryFromMemory(&model, &error, &warning,
                                                reinterpret_cast<const unsigned char*>(bytes.data()), size, folder)
                  : reader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, folder);
    if (auto fault = fault_in_extensions(model, where)) {
        return *fault;
    }
    if (!is_read) {
        return Error{ErrorKind::bad_input, reason_of(bytes, error), std::string(where)};
    }
    return model;
}

struct GltfModel::Layout {
    const unsigned char* bytes = nullptr;
    std::size_t count = 0;
    std::size_t stride = 0;
    std::size_t components = 0;
    int component_type = 0;
};

void GltfModel::refuse(std::string message, std::string where) {
    if (!fault_) {
        fault_ = Error{ErrorKind::bad_input, std::move(message), std::move(where)};
    }
}

bool GltfModel::holds(int index, std::size_t count, const std::string& what, const std::string& where) {
    if (index < 0 || static_cast<std::size_t>(index) >= count) {
        refuse("names " + what + " " + std::to_string(index) + " of " + std::to_string(count) + "; export it again",
               where);
    }
    return is_sound();
}

std::optional<GltfModel::Layout> GltfModel::layout(int view_index, std::size_t offset, std::size_t count,
                                                   int component_type, std::size_t components,
                                                   const std::string& where) {
    if (!holds(view_index, model_.bufferViews.size(), "buffer view", where)) {
        return std::nullopt;
    }
    const tinygltf::BufferView& view = model_.bufferViews[static_cast<std::size_t>(view_index)];
    if (!holds(view.buffer, model_.buffers.size(), "buffer", where)) {
        return std::nullopt;
    }
    const auto& data = model_.buffers[static_cast<std::size_t>(view.buffer)].data;
    const std::size_t element = bytes_of_component(component_type) * components;
    const std::size_t stride = view.byteStride == 0 ? element : view.byteStride;
    const bool is_inside = view.byteOffset <= data.size() && view.byteLength <= data.size() - view.byteOffset &&
                           offset <= view.byteLength && element <= view.byteLength - offset && stride >= element &&
                           (count - 1) <= (view.byteLength - offset - element) / stride;
    if (!is_inside) {
        refuse("reaches beyond the end of its buffer; export it again", where);
        return std::nullopt;
    }
    return Layout{data.data() + view.byteOffset + offset, count, stride, components, component_type};
}

void GltfModel::read(const Layout& layout, bool is_normalised, double* numbers) const {
    const std::size_t size = bytes_of_component(layout.component_type);
    for (std::size_t i = 0; i < layout.count; ++i) {
        for (std::size_t c = 0; c < layout.components; ++c) {
            *numbers++ =
                component_at(layout.bytes + i * layout.stride + c * size, layout.component_type, is_normalised);
        }
    }
}

void GltfModel::read_sparse(const tinygltf::Accessor& accessor, Values& values, const std::string& where) {
    const auto& sparse = accessor.sparse;
    if (sparse.count < 1 || sparse.indices.byteOffset < 0 || sparse.values.byteOffset < 0 ||
        static_cast<std::size_t>(sparse.count) > values.count) {
        return refuse("has sparse values of a number or place that cannot be; export it again", where);
    }
    const auto count = static_cast<std::size_t>(sparse.count);
    if (sparse.indices.componentType == TINYGLTF_COMPONENT_TYPE_FLOAT ||
        bytes_of_component(sparse.indices.componentType) == 0) {
        return refuse("has sparse indices that are no integers; export it again", where);
    }
    const auto indices = layout(sparse.indices.bufferView, static_cast<std::size_t>(sparse.indices.byteOffset), count,
                                sparse.indices.componentType, 1, where);
    const auto replaced = layout(sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset), count,
                                 accessor.componentType, values.components, where);
    if (!is_sound()) {
        return;
    }
    std::vector<double> places(count);
    std::vector<double> numbers(count * values.components);
    read(*indices, false, places.data());
    read(*replaced, accessor.normalized, numbers.data());
    for (std::size_t i = 0; i < count; ++i) {
        if (!(places[i] >= 0.0 && places[i] < static_cast<double>(values.count))) {
            return refuse("has a sparse index out of range; export it again", where);
        }
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * values.components), values.components,
                    values.numbers.begin() +
                        static_cast<std::ptrdiff_t>(static_cast<std::size_t>(places[i]) * values.components));
    }
}

GltfModel::Values GltfModel::values(int index, std::initializer_list<std::size_t> components,
                                    const std::string& where) {
    if (!is_sound() || !holds(index, model_.accessors.size(), "accessor", where)) {
        return {};
    }
    const tinygltf::Accessor& accessor = model_.accessors[static_cast<std::size_t>(index)];
    const std::string place = where + ", accessor " + std::to_string(index);
    Values values{accessor.count, components_of(accessor.type), {}};
    if (std::ranges::find(components, values.components) == components.end() ||
        bytes_of_component(accessor.componentType) == 0) {
        refuse("has values of another type than belong there; export it again", place);
        return {};
    }
    if (values.count < 1 || values.count > numbers_max / values.components) {
        refuse("has no values, or too many for any memory; export it again", place);
        return {};
    }
    if (accessor.bufferView >= 0) {
        const auto found = layout(accessor.bufferView, accessor.byteOffset, values.count, accessor.componentType,
                                  values.components, place);
        if (!found) {
            return {};
        }
        values.numbers.resize(values.count * values.components);
        read(*found, accessor.normalized, values.numbers.data());
    } else {
        constexpr std::size_t zeros_max = 10'000'000; // a small file may ask for them
        if (!accessor.sparse.isSparse || values.count > zeros_max) {
            refuse("has no values; export it again, without compression", place);
            return {};
        }
        values.numbers.assign(values.count * values.components, 0.0);
    }
    if (accessor.sparse.isSparse) {
        read_sparse(accessor, values, place);
    }
    for (const double number : values.numbers) {
        if (!std::isfinite(number)) {
            refuse("has a number that is not finite; export it again", place);
        }
    }
    return is_sound() ? values : Values{};
}

std::vector<unsigned char> GltfModel::picture(int index) {
    const std::string where = "image " + std::to_string(index);
    if (!is_sound() || !holds(index, model_.images.size(), "image", where)) {
        return {};
    }
    const tinygltf::Image& image = model_.images[static_cast<std::size_t>(index)];
    if (image.bufferView < 0) {
        return image.image;
    }
    if (!holds(image.bufferView, model_.bufferViews.size(), "buffer view", where)) {
        return {};
    }
    const std::size_t length = model_.bufferViews[static_cast<std::size_t>(image.bufferView)].byteLength;
    const auto found = length == 0
                           ? std::nullopt
                           : layout(image.bufferView, 0, length, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, 1, where);
    return found ? std::vector<unsigned char>(found->bytes, found->bytes + length) : std::vector<unsigned char>();
}

} // namespace limber
