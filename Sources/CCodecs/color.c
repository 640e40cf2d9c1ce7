#define _GNU_SOURCE

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

#include "codec.h"

/* The Little CMS functions in use, with the library's names. */
static struct {
  __typeof__(cmsGetEncodedCMMversion) *version;
  __typeof__(cmsCreateContext) *create_context;
  __typeof__(cmsDeleteContext) *delete_context;
  __typeof__(cmsOpenProfileFromMemTHR) *open_profile;
  __typeof__(cmsCloseProfile) *close_profile;
  __typeof__(cmsGetColorSpace) *color_space;
  __typeof__(cmsCreateTransformTHR) *create_transform;
  __typeof__(cmsDeleteTransform) *delete_transform;
  __typeof__(cmsDoTransform) *do_transform;
} lcms;

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int find(void *library, const char *name, void *into) {
  *(void **)into = dlsym(library, name);
  return *(void **)into != NULL;
}

static void load(void) {
  void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
  is_loaded = library && find(library, "cmsGetEncodedCMMversion", &lcms.version) &&
              find(library, "cmsCreateContext", &lcms.create_context) &&
              find(library, "cmsDeleteContext", &lcms.delete_context) &&
              find(library, "cmsOpenProfileFromMemTHR", &lcms.open_profile) &&
              find(library, "cmsCloseProfile", &lcms.close_profile) &&
              find(library, "cmsGetColorSpace", &lcms.color_space) &&
              find(library, "cmsCreateTransformTHR", &lcms.create_transform) &&
              find(library, "cmsDeleteTransform", &lcms.delete_transform) &&
              find(library, "cmsDoTransform", &lcms.do_transform);
  tzset(); /* it reads the date, and that opens a file the first time */
}

int shim_lcms_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int shim_lcms_version(void) { return is_loaded ? lcms.version() : 0; }

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
  return color == SHIM_GREY ? cmsSigGrayData : color == SHIM_CMYK ? cmsSigCmykData : cmsSigRgbData;
}

static cmsUInt32Number layout_of(shim_color color, int32_t sample_bytes) {
  cmsUInt32Number bytes = BYTES_SH((cmsUInt32Number)sample_bytes);
  switch (color) {
  case SHIM_GREY: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | bytes;
  case SHIM_CMYK: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | bytes;
  default: return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | bytes;
  }
}

static cmsHPROFILE open_profile(cmsContext context, const shim_color_space *space) {
  cmsHPROFILE profile = lcms.open_profile(context, space->profile, (cmsUInt32Number)space->size);
  if (!profile || lcms.color_space(profile) == space_of(space->color)) return profile;
  lcms.close_profile(profile);
  return NULL;
}

/* Little CMS's tables for speed are exact enough only for 8 bits of grey and RGB. */
static cmsUInt32Number flags_of(shim_color from, int32_t sample_bytes) {
  return from == SHIM_CMYK || sample_bytes == 2 ? cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE : cmsFLAGS_NOCACHE;
}

shim_transform *shim_transform_create(const shim_color_space *from, const shim_color_space *to, shim_intent intent,
                                      int32_t sample_bytes, size_t most_bytes) {
  if (!shim_lcms_load()) return NULL;
  shim_transform *transform = calloc(1, sizeof *transform);
  if (!transform) return NULL;
  used = 0;
  most = most_bytes;
  transform->context = lcms.create_context((void *)(uintptr_t)&memory, NULL);
  cmsHPROFILE source = transform->context ? open_profile(transform->context, from) : NULL;
  cmsHPROFILE target = source ? open_profile(transform->context, to) : NULL;
  if (target) {
    transform->transform =
        lcms.create_transform(transform->context, source, layout_of(from->color, sample_bytes), target,
                              layout_of(to->color, sample_bytes), (cmsUInt32Number)intent,
                              flags_of(from->color, sample_bytes));
  }
  if (target) lcms.close_profile(target);
  if (source) lcms.close_profile(source);
  most = 0;
  if (transform->transform) return transform;
  shim_transform_destroy(transform);
  return NULL;
}

void shim_transform_run(const shim_transform *transform, const void *from, void *to, int32_t count) {
  lcms.do_transform(transform->transform, from, to, (cmsUInt32Number)count);
}

void shim_transform_destroy(shim_transform *transform) {
  if (transform->transform) lcms.delete_transform(transform->transform);
  if (transform->context) lcms.delete_context(transform->context);
  free(transform);
}
