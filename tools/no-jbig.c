/* Stands for libjbig, which libtiff names, in releases: libjbig is under the GPL, which would then hold for the whole
   program. Decoding a TIFF with JBIG fails by these functions, and libtiff reports the text. No encoder is called. */
#include <stddef.h>

void jbg_dec_init(void *state) { (void)state; }
int jbg_dec_in(void *state, unsigned char *data, size_t size, size_t *count) {
  (void)state, (void)data, (void)size, (void)count;
  return 1;
}
unsigned char *jbg_dec_getimage(const void *state, int plane) {
  (void)state, (void)plane;
  return NULL;
}
unsigned long jbg_dec_getsize(const void *state) {
  (void)state;
  return 0;
}
void jbg_dec_free(void *state) { (void)state; }
int jbg_newlen(unsigned char *data, size_t size) {
  (void)data, (void)size;
  return 1;
}
const char *jbg_strerror(int error) {
  (void)error;
  return "this program has no decoder for JBIG";
}
void jbg_enc_init(void) {}
void jbg_enc_out(void) {}
void jbg_enc_free(void) {}
