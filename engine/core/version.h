// SPDX-License-Identifier: MIT
#pragma once

/// The version of the engine and of the application, which CMake reads from here.
#define LIMBER_VERSION_MAJOR 0
#define LIMBER_VERSION_MINOR 1
#define LIMBER_VERSION_PATCH 0
#define LIMBER_VERSION "0.1.0"
/// LIMBER_VERSION_NUMBER >= 100 in a condition of the preprocessor: at least 0.1.0.
#define LIMBER_VERSION_NUMBER (LIMBER_VERSION_MAJOR * 10000 + LIMBER_VERSION_MINOR * 100 + LIMBER_VERSION_PATCH)
