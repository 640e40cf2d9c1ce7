#define _GNU_SOURCE

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

#include <CKernel.h>

#include "codec.h"

/* The Little CMS functions in use, without the prefix of their names. */
#define FUNCTIONS(FUNCTION)                                                                     \
  FUNCTION(GetEncodedCMMversion) FUNCTION(CreateContext) FUNCTION(DeleteContext)                \
  FUNCTION(OpenProfileFromMemTHR) FUNCTION(CloseProfile) FUNCTION(GetColorSpace)                \
  FUNCTION(CreateLab4ProfileTHR)                                                                \
  FUNCTION(CreateTransformTHR) FUNCTION(DeleteTransform) FUNCTION(DoTransform)
#define POINTER(name) __typeof__(cms##name) *name;
#define SYMBOL(name) {"cms" #name, offsetof(__typeof__(lcms), name)},

static struct { FUNCTIONS(POINTER) } lcms;
static const kernel_symbol symbols[] = {FUNCTIONS(SYMBOL)};

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = KERNEL_LOAD("liblcms2.so.2", symbols, &lcms);
  tzset(); /* it reads the date, and that opens a file the first time */
}

int shim_lcms_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int shim_lcms_version(void) { return is_loaded ? lcms.GetEncodedCMMversion() : 0; }

/* Bytes that Little CMS uses on this thread, and their limit; no limit if `most` is 0. */
static _Thread_local size_t used, most;

static void *take_more(void *memory, cmsUInt32Number size) {
  const size_t had = memory ? malloc_usable_size(memory) : 0;
  if (most > 0 && used - had + size > most) return NULL;
  void *larger = realloc(memory, size);
  if (larger) used += malloc_usable_size(larger) - had;
  return larger;
}

static void *take(cmsContext context, cmsUInt32Number size) {
  (void)context;
  return take_more(NULL, size);
}

static void *resize(cmsContext context, void *memory, cmsUInt32Number size) {
  (void)context;
  return take_more(memory, size);
}

static void give(cmsContext context, void *memory) {
  (void)context;
  if (memory) used -= malloc_usable_size(memory);
  free(memory);
}

static const cmsPluginMemHandler memory = {
    .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2000, .Type = cmsPluginMemHandlerSig},
    .MallocPtr = take,
    .FreePtr = give,
    .ReallocPtr = resize,
};

struct shim_transform {
  cmsContext context;
  cmsHTRANSFORM transform;
};

static cmsColorSpaceSignature space_of(shim_color color) {
  switch (color) {
  case SHIM_GREY: return cmsSigGrayData;
  case SHIM_CMYK: return cmsSigCmykData;
  case SHIM_LAB: return cmsSigLabData;
  default: return cmsSigRgbData;
  }
}

static cmsUInt32Number layout_of(shim_color color, int32_t sample_bytes) {
  cmsUInt32Number bytes = BYTES_SH((cmsUInt32Number)sample_bytes);
  switch (color) {
  case SHIM_GREY: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | bytes;
  case SHIM_CMYK: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | bytes;
  case SHIM_LAB: return COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | bytes;
  default: return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | bytes;
  }
}

static cmsHPROFILE open_profile(cmsContext context, const shim_color_space *space) {
  if (space->color == SHIM_LAB) return lcms.CreateLab4ProfileTHR(context, NULL);
  cmsHPROFILE profile = lcms.OpenProfileFromMemTHR(context, space->profile, (cmsUInt32Number)space->size);
  if (!profile || lcms.GetColorSpace(profile) == space_of(space->color)) return profile;
  lcms.CloseProfile(profile);
  return NULL;
}

/* Little CMS's tables for speed are exact enough only for 8 bits of grey and RGB. */
static cmsUInt32Number flags_of(shim_color from, int32_t sample_bytes) {
  return from == SHIM_CMYK || from == SHIM_LAB || sample_bytes == 2 ? cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE : cmsFLAGS_NOCACHE;
}

shim_transform *shim_transform_create(const shim_color_space *from, const shim_color_space *to, shim_intent intent,
                                      int32_t sample_bytes, size_t most_bytes) {
  if (!shim_lcms_load()) return NULL;
  shim_transform *transform = calloc(1, sizeof *transform);
  if (!transform) return NULL;
  used = 0;
  most = most_bytes;
  transform->context = lcms.CreateContext((void *)(uintptr_t)&memory, NULL);
  cmsHPROFILE source = transform->context ? open_profile(transform->context, from) : NULL;
  cmsHPROFILE target = source ? open_profile(transform->context, to) : NULL;
  if (target) {
    transform->transform =
        lcms.CreateTransformTHR(transform->context, source, layout_of(from->color, sample_bytes), target,
                              layout_of(to->color, sample_bytes), (cmsUInt32Number)intent,
                              flags_of(from->color, sample_bytes));
  }
  if (target) lcms.CloseProfile(target);
  if (source) lcms.CloseProfile(source);
  most = 0;
  if (transform->transform) return transform;
  shim_transform_destroy(transform);
  return NULL;
}

void shim_transform_run(const shim_transform *transform, const void *from, void *to, int32_t count) {
  lcms.DoTransform(transform->transform, from, to, (cmsUInt32Number)count);
}

void shim_transform_destroy(shim_transform *transform) {
  if (transform->transform) lcms.DeleteTransform(transform->transform);
  if (transform->context) lcms.DeleteContext(transform->context);
  free(transform);
}
