#include <stddef.h>

/*
 * The functions of OpenMP and Little CMS that Debian's static libraw needs. A worker process starts no threads, so
 * the loops of libraw run on one. Upright gives libraw no profile, so libraw never calls Little CMS. The functions are
 * hidden, so no other library finds them.
 */
#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
HIDDEN void GOMP_barrier(void);
HIDDEN void GOMP_critical_start(void);
HIDDEN void GOMP_critical_end(void);
HIDDEN void GOMP_critical_name_start(void **lock);
HIDDEN void GOMP_critical_name_end(void **lock);
HIDDEN _Bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk, long *first, long *last);
HIDDEN _Bool GOMP_loop_nonmonotonic_guided_next(long *first, long *last);
HIDDEN _Bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step, long chunk, long *first, long *last);
HIDDEN _Bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *last);
HIDDEN void GOMP_loop_end(void);
HIDDEN void GOMP_loop_end_nowait(void);
HIDDEN int omp_get_thread_num(void);
HIDDEN int omp_get_num_threads(void);

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  (void)threads, (void)flags;
  body(data);
}

void GOMP_barrier(void) {}
void GOMP_critical_start(void) {}
void GOMP_critical_end(void) {}
void GOMP_critical_name_start(void **lock) { (void)lock; }
void GOMP_critical_name_end(void **lock) { (void)lock; }

/* The only thread gets the whole loop at once. */
static _Bool whole(long start, long end, long step, long *first, long *last) {
  *first = start;
  *last = end;
  return step > 0 ? start < end : start > end;
}

_Bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk, long *first, long *last) {
  (void)chunk;
  return whole(start, end, step, first, last);
}

_Bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step, long chunk, long *first, long *last) {
  (void)chunk;
  return whole(start, end, step, first, last);
}

_Bool GOMP_loop_nonmonotonic_guided_next(long *first, long *last) {
  (void)first, (void)last;
  return 0;
}

_Bool GOMP_loop_nonmonotonic_dynamic_next(long *first, long *last) {
  (void)first, (void)last;
  return 0;
}

void GOMP_loop_end(void) {}
void GOMP_loop_end_nowait(void) {}
int omp_get_thread_num(void) { return 0; }
int omp_get_num_threads(void) { return 1; }

HIDDEN void *cmsOpenProfileFromFile(const char *file, const char *access);
HIDDEN void *cmsOpenProfileFromMem(const void *bytes, unsigned count);
HIDDEN void *cmsCreate_sRGBProfile(void);
HIDDEN void *cmsCreateTransform(void *from, unsigned format, void *to, unsigned target, unsigned intent, unsigned flags);
HIDDEN void cmsDoTransform(void *transform, const void *from, void *to, unsigned count);
HIDDEN void cmsDeleteTransform(void *transform);
HIDDEN int cmsCloseProfile(void *profile);

void *cmsOpenProfileFromFile(const char *file, const char *access) {
  (void)file, (void)access;
  return NULL;
}

void *cmsOpenProfileFromMem(const void *bytes, unsigned count) {
  (void)bytes, (void)count;
  return NULL;
}

void *cmsCreate_sRGBProfile(void) { return NULL; }

void *cmsCreateTransform(void *from, unsigned format, void *to, unsigned target, unsigned intent, unsigned flags) {
  (void)from, (void)format, (void)to, (void)target, (void)intent, (void)flags;
  return NULL;
}

void cmsDoTransform(void *transform, const void *from, void *to, unsigned count) {
  (void)transform, (void)from, (void)to, (void)count;
}

void cmsDeleteTransform(void *transform) { (void)transform; }

int cmsCloseProfile(void *profile) {
  (void)profile;
  return 0;
}
