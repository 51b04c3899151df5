// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <tiny_gltf.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A glTF file as tinygltf gives it, which checks little: every index and number is checked here. After the first fault
/// all reading gives empty values.
namespace limber {

class GltfModel {
public:
    explicit GltfModel(tinygltf::Model model) : model_(std::move(model)) {}

    const tinygltf::Model& model() const {
        return model_;
    }
    bool is_sound() const {
        return !fault_;
    }
    const std::optional<Error>& fault() const {
        return fault_;
    }
    /// The first one counts.
    void refuse(std::string message, std::string where);
    /// Whether `index` is one of `count`; refuses it otherwise.
    bool holds(int index, std::size_t count, const std::string& what, const std::string& where);

    /// The elements' components, one element after the other; normalised integers lie in [-1, 1]. Refuses another
    /// number of components than one of `components`, indices out of range and numbers that are not finite.
    struct Values {
        std::size_t count = 0;
        std::size_t components = 0;
        std::vector<double> numbers;

        const double* operator[](std::size_t element) const {
            return numbers.data() + element * components;
        }
    };
    Values values(int accessor, std::initializer_list<std::size_t> components, const std::string& where);
    /// The file of an image, as it is; empty where it was not found. Refuses indices out of range.
    std::vector<unsigned char> picture(int image);

private:
    struct Layout;
    std::optional<Layout> layout(int view, std::size_t offset, std::size_t count, int component_type,
                                 std::size_t components, const std::string& where);
    void read(const Layout& layout, bool is_normalised, double* numbers) const;
    void read_sparse(const tinygltf::Accessor& accessor, Values& values, const std::string& where);

    tinygltf::Model model_;
    std::optional<Error> fault_;
};

/// Reads .glb or the text of .gltf; buffers beside it are found in `folder`, none where it is empty.
Result<tinygltf::Model> gltf_model(std::string_view bytes, const std::string& folder, std::string_view where);

} // namespace limber
