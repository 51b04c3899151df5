// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

/// Lists of command types: each feature has one, and the variant of all commands joins them.
namespace limber::app {

template <typename... C>
struct CommandList {};

namespace detail {

template <typename... Lists>
struct Joined;
template <typename... C>
struct Joined<CommandList<C...>> {
    using type = std::variant<C...>;
};
template <typename... C, typename... D, typename... More>
struct Joined<CommandList<C...>, CommandList<D...>, More...> {
    using type = typename Joined<CommandList<C..., D...>, More...>::type;
};

} // namespace detail

/// std::variant of all types in the lists.
template <typename... Lists>
using CommandVariant = typename detail::Joined<Lists...>::type;

} // namespace limber::app
