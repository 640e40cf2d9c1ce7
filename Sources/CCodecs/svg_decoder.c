#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "decoding.h"
#include "rsvg_library.h"

/*
 * Draws an SVG by librsvg (its documentation, "RsvgHandle") on a surface of cairo. The file is read whole. librsvg
 * gets no base address, so it resolves no address of a file or a server. It can't be interrupted: the deadline is looked
 * at before and after the drawing.
 */

enum {
  DPI = 96,
  /* A file is read in steps of this size, because its own size may change. */
  STEP = 1 << 16,
};

static const shim_damage damages[] = {{0}};

/* Bytes that grow up to SHIM_SVG_MOST_BYTES. */
typedef struct {
  uint8_t *bytes;
  size_t count, room;
} growing;

typedef struct {
  shim_decoder head;
  growing file;
  shim_cairo_surface *surface;
  /* The drawn columns of one row, as red, green, blue and perhaps alpha. */
  uint8_t *samples;
  int32_t row;
} svg_decoder;

static shim_decoder *create(void) { return calloc(1, sizeof(svg_decoder)); }

static void destroy(shim_decoder *head) {
  svg_decoder *decoder = (svg_decoder *)head;
  if (decoder->surface) shim_svg()->cairo.destroy_surface(decoder->surface);
  free(decoder->file.bytes);
  free(decoder->samples);
  free(decoder);
}

/* Makes room for STEP more bytes; 0 if there is none. */
static int make_room(growing *data) {
  if (data->room - data->count >= STEP) return 1;
  const size_t room = data->room ? 2 * data->room : STEP;
  uint8_t *bytes = realloc(data->bytes, room);
  if (!bytes) return 0;
  data->bytes = bytes;
  data->room = room;
  return 1;
}

static shim_status too_long(svg_decoder *decoder) {
  return shim_failure(&decoder->head, SHIM_FAILED, "it has more than 16 MiB of text");
}

static shim_status read_file(svg_decoder *decoder) {
  growing *file = &decoder->file;
  for (;;) {
    if (!make_room(file)) return SHIM_NO_MEMORY;
    const ssize_t count = shim_input_fill(&decoder->head.input, file->bytes + file->count, STEP);
    if (count < 0) return shim_unread(&decoder->head);
    if (count == 0) return SHIM_OK;
    file->count += (size_t)count;
    if (file->count > SHIM_SVG_MOST_BYTES) return too_long(decoder);
  }
}

/* Inflates data of gzip (RFC 1952) up to its end. */
static shim_status inflate_into(svg_decoder *decoder, z_stream *stream, growing *text) {
  int code = Z_OK;
  while (code == Z_OK) {
    if (!make_room(text)) return SHIM_NO_MEMORY;
    stream->next_out = text->bytes + text->count;
    stream->avail_out = STEP;
    code = inflate(stream, Z_NO_FLUSH);
    text->count += STEP - stream->avail_out;
    if (text->count > SHIM_SVG_MOST_BYTES) return too_long(decoder);
  }
  if (code == Z_STREAM_END) return SHIM_OK;
  if (code == Z_MEM_ERROR) return SHIM_NO_MEMORY;
  return shim_failure(&decoder->head, SHIM_FAILED, "its gzip data is damaged");
}

/* Replaces a compressed file by its text. */
static shim_status decompress(svg_decoder *decoder) {
  growing *file = &decoder->file;
  if (file->count < 2 || file->bytes[0] != 0x1F || file->bytes[1] != 0x8B) return SHIM_OK;
  z_stream stream = {.next_in = file->bytes, .avail_in = (uInt)file->count};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return SHIM_NO_MEMORY;
  growing text = {0};
  const shim_status status = inflate_into(decoder, &stream, &text);
  inflateEnd(&stream);
  free(file->bytes);
  *file = text;
  return status;
}

/* Fails with the library's message, and frees it. Messages about XML end with a line feed. */
static shim_status refused(svg_decoder *decoder, shim_glib_error *error) {
  const shim_status status =
    shim_failure(&decoder->head, SHIM_FAILED, error && error->message ? error->message : "");
  char *const end = strrchr(decoder->head.message, '\n');
  if (end && end[1] == 0) *end = 0;
  if (error) shim_svg()->glib.clear_error(&error);
  return status;
}

/*
 * The size in pixels that the file gives. If it gives no width or no height, the proportions of the view box count.
 * 0 if it has neither.
 */
static int natural_size(const shim_svg_libraries *library, shim_rsvg_handle *handle, double *width, double *height) {
  if (library->rsvg.size_in_pixels(handle, width, height)) return 1;
  int has_width = 0, has_height = 0, has_box = 0;
  shim_rsvg_length across = {0}, down = {0};
  shim_rsvg_rectangle box = {0};
  library->rsvg.dimensions(handle, &has_width, &across, &has_height, &down, &has_box, &box);
  if (!has_box || !(box.width > 0) || !(box.height > 0)) return 0;
  /* PX, EM, EX, IN, CM, MM, PT and PC of RsvgUnit, in pixels. Em and ex aren't taken without both sides. */
  static const double units[] = {0, 1, 0, 0, DPI, DPI / 2.54, DPI / 25.4, DPI / 72.0, DPI / 6.0};
  const int kinds = sizeof units / sizeof *units;
  const double given_width = has_width && across.unit > 0 && across.unit < kinds ? across.length * units[across.unit] : 0;
  const double given_height = has_height && down.unit > 0 && down.unit < kinds ? down.length * units[down.unit] : 0;
  *width = given_width > 0 ? given_width : given_height > 0 ? given_height * box.width / box.height : box.width;
  *height = given_height > 0 ? given_height : given_width > 0 ? given_width * box.height / box.width : box.height;
  return 1;
}

/* True if a side of this length is planned with `pixels` pixels: it is rounded up. */
static int is_planned(double side, int32_t pixels) {
  const double tolerance = 1e-6;
  return side <= pixels + tolerance && side > pixels - 1;
}

/* Draws the request's box, so that the natural size fills the stored size. */
static shim_status draw_on(svg_decoder *decoder, shim_rsvg_handle *handle, shim_cairo *cairo) {
  const shim_svg_libraries *library = shim_svg();
  const shim_decode_request *request = &decoder->head.request;
  shim_rsvg_rectangle natural = {0};
  if (!natural_size(library, handle, &natural.width, &natural.height) || !is_planned(natural.width, request->width) ||
      !is_planned(natural.height, request->height)) {
    return shim_failure(&decoder->head, SHIM_FAILED, "librsvg finds another size than its root element has");
  }
  /* Products of whole numbers are exact. So a box is drawn at exactly the scale and the place of the whole picture. */
  const double width = request->region_width, height = request->region_height;
  library->cairo.translate(cairo, -request->box_x * width / request->box_width,
                           -request->box_y * height / request->box_height);
  library->cairo.scale(cairo, request->width * width / request->box_width / natural.width,
                       request->height * height / request->box_height / natural.height);
  shim_glib_error *error = NULL;
  if (!library->rsvg.render(handle, cairo, &natural, &error)) return refused(decoder, error);
  library->cairo.flush(decoder->surface);
  const int status = library->cairo.status(cairo);
  if (status == SHIM_CAIRO_NO_MEMORY) return SHIM_NO_MEMORY;
  return status == SHIM_CAIRO_SUCCESS ? SHIM_OK : shim_failure(&decoder->head, SHIM_FAILED, "cairo can't draw it");
}

static shim_status draw(svg_decoder *decoder) {
  const shim_svg_libraries *library = shim_svg();
  const shim_decode_request *request = &decoder->head.request;
  decoder->surface = library->cairo.create_surface(SHIM_CAIRO_ARGB32, request->region_width, request->region_height);
  if (library->cairo.surface_status(decoder->surface) != SHIM_CAIRO_SUCCESS) return SHIM_NO_MEMORY;
  shim_glib_error *error = NULL;
  shim_rsvg_handle *handle = library->rsvg.from_data(decoder->file.bytes, decoder->file.count, &error);
  if (!handle) return refused(decoder, error);
  free(decoder->file.bytes);
  decoder->file = (growing){0};
  library->rsvg.set_dpi(handle, DPI);
  shim_cairo *cairo = library->cairo.create(decoder->surface);
  const shim_status status = draw_on(decoder, handle, cairo);
  library->cairo.destroy(cairo);
  library->gobject.unref(handle);
  return status;
}

static int is_sound(const shim_decode_request *request) {
  return request->width > 0 && request->height > 0 && request->x == 0 && request->y == 0 &&
         request->region_width > 0 && request->region_height > 0 && request->box_width > 0 &&
         request->box_height > 0 && request->color == SHIM_RGB && request->sample_bytes == 1;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  svg_decoder *decoder = (svg_decoder *)head;
  (void)layout;
  if (!shim_svg()) return shim_failure(head, SHIM_FAILED, "librsvg isn't installed");
  if (!is_sound(&head->request)) return SHIM_CHANGED;
  decoder->samples = malloc((size_t)head->request.region_width * (size_t)shim_channels(&head->request));
  if (!decoder->samples) return SHIM_NO_MEMORY;
  shim_status status = read_file(decoder);
  if (status == SHIM_OK) status = decompress(decoder);
  if (status != SHIM_OK) return status;
  if (shim_is_late(head)) return SHIM_TIMEOUT;
  if (head->request.uses_fonts) shim_fonts_begin();
  status = draw(decoder);
  if (head->request.uses_fonts) shim_fonts_end();
  return status == SHIM_OK && shim_is_late(head) ? SHIM_TIMEOUT : status;
}

/* A colour without the factor alpha, rounded to the nearest. */
static uint8_t plain(uint32_t color, uint32_t alpha) {
  const uint32_t value = (color * 255 + alpha / 2) / alpha;
  return (uint8_t)(value < 255 ? value : 255);
}

/* A pixel of ARGB32 is a number in the machine's byte order, and its colours are multiplied by alpha. */
static void put_pixels(const uint8_t *row, int32_t count, size_t channels, uint8_t *into) {
  for (int32_t x = 0; x < count; x++, into += channels) {
    uint32_t pixel;
    memcpy(&pixel, row + 4 * (size_t)x, sizeof pixel);
    const uint32_t alpha = pixel >> 24;
    for (int channel = 0; channel < 3; channel++) {
      const uint32_t color = pixel >> (16 - 8 * channel) & 255;
      into[channel] = alpha ? plain(color, alpha) : 0;
    }
    if (channels == 4) into[3] = (uint8_t)alpha;
  }
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  svg_decoder *decoder = (svg_decoder *)head;
  const shim_cairo_functions *cairo = &shim_svg()->cairo;
  const uint8_t *data = cairo->data(decoder->surface);
  const size_t stride = (size_t)cairo->stride(decoder->surface);
  if (!data || decoder->row + rows > head->request.region_height) return SHIM_CHANGED;
  for (int32_t row = 0; row < rows; row++, into += row_bytes, decoder->row++) {
    put_pixels(data + (size_t)decoder->row * stride, head->request.region_width, (size_t)shim_channels(&head->request),
               decoder->samples);
    shim_put_columns(&head->request, decoder->samples, into, plane_bytes);
  }
  return SHIM_OK;
}

/* Hashes what is left after a failure. */
static shim_status drain(shim_decoder *head, int64_t limit) {
  uint8_t buffer[4096];
  return shim_drain_rest(head, buffer, sizeof buffer, limit);
}

void shim_rsvg_rehearse(const uint8_t *file, size_t size, int uses_fonts) {
  const shim_svg_libraries *library = shim_svg();
  if (!library) return;
  enum { SIDE = 8 };
  shim_rsvg_handle *handle = library->rsvg.from_data(file, size, NULL);
  if (!handle) return;
  if (uses_fonts) shim_fonts_begin();
  shim_cairo_surface *surface = library->cairo.create_surface(SHIM_CAIRO_ARGB32, SIDE, SIDE);
  shim_cairo *cairo = library->cairo.create(surface);
  const shim_rsvg_rectangle viewport = {.width = SIDE, .height = SIDE};
  library->rsvg.render(handle, cairo, &viewport, NULL);
  library->cairo.destroy(cairo);
  library->cairo.destroy_surface(surface);
  library->gobject.unref(handle);
  if (uses_fonts) shim_fonts_end();
}

const shim_decoding shim_librsvg = {create, start, read_rows, drain, NULL, destroy, NULL, damages, 0};
