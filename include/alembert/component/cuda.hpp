// All of the component cuda. Batches on NVIDIA devices.
#pragma once

#include "alembert/gpu_batch.hpp"
