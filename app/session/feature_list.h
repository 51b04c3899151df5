// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

/// A list of features by their types: each is constructed from the options if it can be, and found by its type.
namespace limber::app {

/// One feature of a list.
template <typename Feature>
class FeatureHolder {
public:
    template <typename Options>
    explicit FeatureHolder(const Options& options) : feature(made(options)) {}

    Feature feature;

private:
    template <typename Options>
    static Feature made(const Options& options) {
        if constexpr (std::is_constructible_v<Feature, const Options&>) {
            return Feature(options);
        } else {
            return Feature();
        }
    }
};

template <typename Options, typename... Feature>
class FeatureList : private FeatureHolder<Feature>... {
public:
    explicit FeatureList(const Options& options) : FeatureHolder<Feature>(options)... {}

    template <typename One>
    One& get() {
        return FeatureHolder<One>::feature;
    }
    template <typename One>
    const One& get() const {
        return FeatureHolder<One>::feature;
    }
    /// Calls `visit` with each feature, in the order of the list.
    template <typename Visitor>
    void each(Visitor visit) {
        (visit(get<Feature>()), ...);
    }
    template <typename Visitor>
    void each(Visitor visit) const {
        (visit(get<Feature>()), ...);
    }
};

} // namespace limber::app
