// SPDX-License-Identifier: MIT
#define KERNEL_NAMESPACE baseline
#define KERNEL_BYTES 16
#include "engine/stepper/kernel.inl"
