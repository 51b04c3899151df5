// SPDX-License-Identifier: MIT
#define LIMBER_COMPILED_TEST_TEMPLATE template
#include "tests/oracle/compiled_solvers.h"
