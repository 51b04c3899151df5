// SPDX-License-Identifier: MIT
#define LIMBER_COMPILED_TEMPLATE template
#include "engine/linalg/compiled_solvers.h"
