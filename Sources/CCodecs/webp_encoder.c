#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>
#include <webp/mux.h>

#include "encoding.h"
#include "webp_animation.h"

/* The metadata of a file, in the order in which it is kept here. */
enum { PROFILE, EXIF, XMP, METADATA };

typedef struct {
  shim_encoder head;
  WebPConfig config;
  WebPPicture picture;
  /* The rows received so far. */
  int32_t row;
  /* Some rows, interleaved. */
  uint8_t *rows;
  size_t rows_bytes;
  WebPData metadata[METADATA];
  int has_metadata;
  /* Used if the request has frames; the number of them so far. */
  shim_webp_animation animation;
  int32_t frames;
} webp_encoder;

static void destroy(shim_encoder *head) {
  webp_encoder *encoder = (webp_encoder *)head;
  WebPPictureFree(&encoder->picture);
  for (int kind = 0; kind < METADATA; kind++) WebPDataClear(&encoder->metadata[kind]);
  shim_webp_animation_free(&encoder->animation);
  free(encoder->rows);
  free(encoder);
}

static shim_encoder *create(void) {
  webp_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  if (WebPPictureInit(&encoder->picture) && WebPConfigInit(&encoder->config)) return &encoder->head;
  free(encoder);
  return NULL;
}

/* Reports libwebp's error for a picture. */
static shim_status trouble(webp_encoder *encoder, WebPEncodingError error) {
  switch (error) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BAD_WRITE: return SHIM_NO_MEMORY;
  case VP8_ENC_ERROR_BAD_DIMENSION: return shim_encoder_failed(&encoder->head, "WebP has no pictures of this size");
  case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
  case VP8_ENC_ERROR_PARTITION_OVERFLOW:
  case VP8_ENC_ERROR_FILE_TOO_BIG: return shim_encoder_failed(&encoder->head, "its data is longer than WebP can have");
  case VP8_ENC_ERROR_USER_ABORT: return SHIM_TIMEOUT;
  default: return shim_encoder_failed(&encoder->head, "libwebp doesn't take it");
  }
}

/* Takes the bytes that libwebp has made. */
static int put_bytes(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  webp_encoder *encoder = picture->custom_ptr;
  return shim_output_add(&encoder->head.output, bytes, count);
}

/* True if libwebp shall go on. */
static int goes_on(int percent, const WebPPicture *picture) {
  (void)percent;
  return !shim_encoder_is_late(picture->custom_ptr);
}

static shim_status start(shim_encoder *head) {
  /* For lossless pictures, quality is the effort of the search for better codes. */
  static const float search[] = {0, 20, 25, 50, 75, 90, 100};
  enum { HARDEST = sizeof search / sizeof *search - 1 };
  webp_encoder *encoder = (webp_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_RGB || request->sample_bytes != 1) return shim_encoder_failed(&encoder->head, "WebP has RGB of 8 bits alone");
  if (request->width > WEBP_MAX_DIMENSION || request->height > WEBP_MAX_DIMENSION) {
    return trouble(encoder, VP8_ENC_ERROR_BAD_DIMENSION);
  }
  const int effort = request->effort < 0 ? 0 : request->effort > HARDEST ? HARDEST : request->effort;
  encoder->config.method = effort;
  encoder->config.lossless = request->lossless;
  encoder->config.exact = request->lossless;
  encoder->config.quality = request->lossless ? search[effort] : (float)request->quality;
  if (!WebPValidateConfig(&encoder->config)) return shim_encoder_failed(&encoder->head, "libwebp doesn't take these options");
  WebPPicture *picture = &encoder->picture;
  picture->use_argb = request->lossless || request->frames > 0;
  picture->colorspace = request->has_alpha ? WEBP_YUV420A : WEBP_YUV420;
  picture->width = request->width;
  picture->height = request->height;
  picture->writer = put_bytes;
  picture->custom_ptr = encoder;
  picture->progress_hook = goes_on;
  return WebPPictureAlloc(picture) ? SHIM_OK : trouble(encoder, picture->error_code);
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  webp_encoder *encoder = (webp_encoder *)head;
  if (kind != SHIM_ICC && kind != SHIM_EXIF && kind != SHIM_XMP) return SHIM_REFUSED;
  const WebPData data = {bytes, count};
  WebPData *own = &encoder->metadata[kind == SHIM_ICC ? PROFILE : kind == SHIM_EXIF ? EXIF : XMP];
  WebPDataClear(own);
  encoder->has_metadata = 1;
  return WebPDataCopy(&data, own) ? SHIM_OK : SHIM_NO_MEMORY;
}

static void put_exact_rows(webp_encoder *encoder, int32_t rows) {
  const int channels = shim_planes(&encoder->head.request);
  const uint8_t *from = encoder->rows;
  for (int32_t y = encoder->row; y < encoder->row + rows; y++) {
    uint32_t *into = encoder->picture.argb + (size_t)y * (size_t)encoder->picture.argb_stride;
    for (int32_t x = 0; x < encoder->picture.width; x++, from += channels) {
      const uint32_t alpha = channels == 4 ? from[3] : 255;
      into[x] = alpha << 24 | (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
    }
  }
}

static void put_plane(const uint8_t *from, int from_stride, uint8_t *into, int stride, int width, int rows) {
  for (int y = 0; y < rows; y++) {
    memcpy(into + (size_t)y * (size_t)stride, from + (size_t)y * (size_t)from_stride, (size_t)width);
  }
}

/* Converts only these rows: two rows share one of chroma. */
static shim_status put_lossy_rows(webp_encoder *encoder, int32_t rows) {
  WebPPicture *whole = &encoder->picture, part;
  const int channels = shim_planes(&encoder->head.request);
  if (encoder->row % 2 || !WebPPictureInit(&part)) return SHIM_FAILED;
  part.width = whole->width;
  part.height = rows;
  part.colorspace = whole->colorspace;
  const int stride = whole->width * channels;
  const int is_done = channels == 4 ? WebPPictureImportRGBA(&part, encoder->rows, stride)
                                    : WebPPictureImportRGB(&part, encoder->rows, stride);
  if (is_done) {
    const size_t y = (size_t)encoder->row, half = y / 2;
    const int chroma_width = (whole->width + 1) / 2, chroma_rows = (rows + 1) / 2;
    put_plane(part.y, part.y_stride, whole->y + y * (size_t)whole->y_stride, whole->y_stride, whole->width, rows);
    put_plane(part.u, part.uv_stride, whole->u + half * (size_t)whole->uv_stride, whole->uv_stride, chroma_width,
              chroma_rows);
    put_plane(part.v, part.uv_stride, whole->v + half * (size_t)whole->uv_stride, whole->uv_stride, chroma_width,
              chroma_rows);
    uint8_t *alpha = whole->a ? whole->a + y * (size_t)whole->a_stride : NULL;
    if (alpha && part.a) put_plane(part.a, part.a_stride, alpha, whole->a_stride, whole->width, rows);
    /* Opaque rows have no alpha plane. */
    for (int32_t row = 0; alpha && !part.a && row < rows; row++) {
      memset(alpha + (size_t)row * (size_t)whole->a_stride, 255, (size_t)whole->width);
    }
  }
  const WebPEncodingError error = part.error_code;
  WebPPictureFree(&part);
  return is_done ? SHIM_OK : trouble(encoder, error);
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  webp_encoder *encoder = (webp_encoder *)head;
  const size_t line = (size_t)head->request.width * (size_t)shim_planes(&head->request);
  const size_t wanted = line * (size_t)rows;
  if (rows > head->request.height - encoder->row) return SHIM_FAILED;
  if (encoder->rows_bytes < wanted) {
    uint8_t *larger = realloc(encoder->rows, wanted);
    if (!larger) return SHIM_NO_MEMORY;
    encoder->rows = larger;
    encoder->rows_bytes = wanted;
  }
  for (int32_t row = 0; row < rows; row++) {
    shim_take_row(&head->request, planes, row_bytes, row, encoder->rows + (size_t)row * line);
  }
  shim_status status = SHIM_OK;
  if (encoder->picture.use_argb) put_exact_rows(encoder, rows);
  if (!encoder->picture.use_argb) status = put_lossy_rows(encoder, rows);
  encoder->row += rows;
  return status;
}

/* Adds the metadata to the finished file. */
static shim_status add_chunks(webp_encoder *encoder) {
  static const char *const names[] = {[PROFILE] = "ICCP", [EXIF] = "EXIF", [XMP] = "XMP "};
  shim_output *output = &encoder->head.output;
  const WebPData plain = {output->bytes, output->count};
  WebPData file = {NULL, 0};
  WebPMux *mux = WebPMuxCreate(&plain, 0);
  WebPMuxError error = mux ? WEBP_MUX_OK : WEBP_MUX_MEMORY_ERROR;
  for (int kind = 0; kind < METADATA && error == WEBP_MUX_OK; kind++) {
    if (encoder->metadata[kind].size > 0) error = WebPMuxSetChunk(mux, names[kind], &encoder->metadata[kind], 0);
  }
  if (error == WEBP_MUX_OK) error = WebPMuxAssemble(mux, &file);
  WebPMuxDelete(mux);
  if (error == WEBP_MUX_MEMORY_ERROR) return SHIM_NO_MEMORY;
  if (error != WEBP_MUX_OK) return shim_encoder_failed(&encoder->head, "its metadata can't be put into a WebP");
  output->count = 0;
  const int is_there = shim_output_add(output, file.bytes, file.size);
  WebPDataClear(&file);
  return is_there ? SHIM_OK : SHIM_NO_MEMORY;
}

/* Encodes the part of a frame that differs from the frame before it, and adds it to the animation. */
static shim_status end_frame(shim_encoder *head, int32_t duration) {
  enum { LONGEST = (1 << 24) - 1 };
  webp_encoder *encoder = (webp_encoder *)head;
  shim_webp_animation *animation = &encoder->animation;
  if (encoder->row != head->request.height) return shim_encoder_failed(head, "rows are missing");
  if (duration < 0 || duration > LONGEST) return shim_encoder_failed(head, "a frame is shown for longer than WebP can say");
  if (encoder->frames == 0 && !shim_webp_animation_begin(animation, head->request.width, head->request.height,
                                                         head->request.plays, &encoder->metadata[PROFILE])) {
    return SHIM_NO_MEMORY;
  }
  encoder->row = 0;
  encoder->frames++;
  const shim_webp_change change = shim_webp_animation_change(animation, &encoder->picture);
  WebPPicture part;
  if (!WebPPictureInit(&part)) return shim_encoder_failed(head, "libwebp doesn't take it");
  if (!WebPPictureView(&encoder->picture, change.x, change.y, change.width, change.height, &part)) return SHIM_NO_MEMORY;
  head->output.count = 0;
  const int is_done = WebPEncode(&encoder->config, &part);
  const WebPEncodingError error = part.error_code;
  WebPPictureFree(&part);
  if (!is_done) return trouble(encoder, error);
  const int is_added = shim_webp_animation_add(animation, &encoder->picture, change, duration, head->output.bytes,
                                               head->output.count);
  head->output.count = 0;
  return is_added ? SHIM_OK : SHIM_NO_MEMORY;
}

/* Ends an animation, whose file becomes the output. */
static shim_status finish_animation(webp_encoder *encoder) {
  shim_encoder *head = &encoder->head;
  shim_webp_animation *animation = &encoder->animation;
  if (encoder->frames != head->request.frames) return shim_encoder_failed(head, "frames are missing");
  const shim_status status = shim_webp_animation_end(animation, &encoder->metadata[EXIF], &encoder->metadata[XMP],
                                                     encoder->metadata[PROFILE].size > 0);
  if (status == SHIM_FAILED) return trouble(encoder, VP8_ENC_ERROR_FILE_TOO_BIG);
  const shim_output still = head->output;
  head->output = animation->file;
  animation->file = still;
  return status;
}

static shim_status finish(shim_encoder *head) {
  webp_encoder *encoder = (webp_encoder *)head;
  if (head->request.frames > 0) return finish_animation(encoder);
  if (encoder->row != head->request.height) return shim_encoder_failed(&encoder->head, "rows are missing");
  if (!WebPEncode(&encoder->config, &encoder->picture)) return trouble(encoder, encoder->picture.error_code);
  return encoder->has_metadata ? add_chunks(encoder) : SHIM_OK;
}

const shim_encoding shim_webp = {create, start, add_metadata, write_rows, finish, destroy, NULL, end_frame};
