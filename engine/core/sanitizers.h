// SPDX-License-Identifier: MIT
#pragma once

/// LIMBER_SANITIZED is defined in builds with the address or the thread sanitizer (g++ and clang name them
/// differently). Their runtimes replace malloc and start before main, but after the resolvers of indirect functions:
/// code that defines malloc or that is compiled with target_clones needs another form there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMBER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LIMBER_SANITIZED 1
#endif
#endif
