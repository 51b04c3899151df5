// SPDX-License-Identifier: MIT
#define KERNEL_NAMESPACE avx512
#define KERNEL_BYTES 64
#include "engine/stepper/kernel.inl"
