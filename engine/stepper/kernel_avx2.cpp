// SPDX-License-Identifier: MIT
#define KERNEL_NAMESPACE avx2
#define KERNEL_BYTES 32
#include "engine/stepper/kernel.inl"
