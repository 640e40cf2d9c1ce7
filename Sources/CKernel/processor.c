#include "CKernel.h"

#define FEATURE(name) {name, __builtin_cpu_supports(name) != 0}

const char *kernel_processor_feature(size_t index) {
#if defined(__x86_64__)
  const struct {
    const char *name;
    int is_present;
  } features[] = {
      FEATURE("ssse3"), FEATURE("sse4.1"), FEATURE("sse4.2"), FEATURE("pclmul"),
      FEATURE("avx"),   FEATURE("avx2"),   FEATURE("bmi2"),   FEATURE("avx512bw"),
  };
  if (index >= sizeof features / sizeof *features) return NULL;
  return features[index].is_present ? features[index].name : "";
#else
  (void)index;
  return NULL;
#endif
}
