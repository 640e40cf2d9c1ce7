#include "raw_library.h"

#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <libraw/libraw.h>

namespace {

/*
 * LibRaw's view of a file. Reads beyond the end give fewer bytes, or 0 while LibRaw reads raw data: it would give up the
 * whole picture at the end. A failed read counts as the end.
 */
class stream : public LibRaw_abstract_datastream {
public:
  stream(shim_input *input, int64_t deadline) : input(input), deadline(deadline), end(shim_input_end(input)) {}

  int valid() override { return end >= 0; }
  INT64 size() override { return end; }
  INT64 tell() override { return at; }
  int eof() override { return at >= end && !has_zeros; }
  void *make_jas_stream() override { return nullptr; }

  /* LibRaw has no other use for a JPEG's data than lossy DNGs, which are never opened. */
  int jpeg_src(void *) override { return -1; }

  int seek(INT64 offset, int whence) override {
    const INT64 base = whence == SEEK_CUR ? at : whence == SEEK_END ? end : 0;
    INT64 target = 0;
    if (__builtin_add_overflow(base, offset, &target)) target = offset < 0 ? 0 : end;
    at = target < 0 ? 0 : target > end ? end : target;
    if (will_load) clear();
    return 0;
  }

  int read(void *into, size_t size, size_t count) override {
    size_t wanted = 0;
    if (size == 0 || __builtin_mul_overflow(size, count, &wanted)) return 0;
    const size_t got = fill(static_cast<uint8_t *>(into), wanted);
    if (got == wanted) return static_cast<int>(count);
    is_cut = true;
    if (!has_zeros) return static_cast<int>(got / size);
    memset(static_cast<uint8_t *>(into) + got, 0, wanted - got);
    return static_cast<int>(count);
  }

  int get_char() override {
    if (at >= window_start && at < window_start + filled) return window[at++ - window_start];
    uint8_t byte = 0;
    if (fill(&byte, 1) == 1) return byte;
    is_cut = true;
    return has_zeros ? 0 : EOF;
  }

  char *gets(char *text, int size) override {
    if (size < 1) return nullptr;
    int length = 0;
    while (length + 1 < size && at < end) {
      const int byte = get_char();
      if (byte == EOF) break;
      text[length++] = static_cast<char>(byte);
      if (byte == '\n') break;
    }
    text[length] = 0;
    return length > 0 ? text : nullptr;
  }

  /* `format` is "%d" or "%f". */
  int scanf_one(const char *format, void *value) override {
    char word[32];
    size_t length = 0;
    int byte = get_char();
    while (byte != EOF && isspace(byte)) byte = get_char();
    for (; byte != EOF && !isspace(byte) && length + 1 < sizeof word; byte = get_char()) {
      word[length++] = static_cast<char>(byte);
    }
    word[length] = 0;
    if (byte != EOF) at--;
    return sscanf(word, format, value);
  }

  bool is_late() const { return shim_now() > deadline; }

  /* Memory that LibRaw has for raw data, but leaves as it was. LibRaw seeks the data right after it has the memory. */
  LibRaw *will_load = nullptr;
  /* A read went beyond the file's end. */
  bool is_cut = false;
  /* Zeros follow the file's end. */
  bool has_zeros = false;

private:
  void clear() {
    const libraw_image_sizes_t &sizes = will_load->imgdata.sizes;
    const size_t width = at_least(sizes.raw_width, sizes.width + sizes.left_margin);
    const size_t height = at_least(sizes.raw_height, sizes.height + sizes.top_margin);
    void *samples = will_load->imgdata.rawdata.raw_image;
    will_load = nullptr;
    if (samples) memset(samples, 0, width * (height + 8) * sizeof(uint16_t));
  }

  static size_t at_least(int size, int needed) { return static_cast<size_t>(size < needed ? needed : size); }

  size_t fill(uint8_t *into, size_t wanted) {
    size_t done = 0;
    while (done < wanted && at < end) {
      if (at < window_start || at >= window_start + filled) {
        if (is_late()) throw LIBRAW_EXCEPTION_CANCELLED_BY_CALLBACK;
        const ssize_t count = shim_input_read_at(input, at, window, sizeof window);
        if (count <= 0) break;
        window_start = at;
        filled = count;
      }
      const size_t held = static_cast<size_t>(window_start + filled - at);
      const size_t count = held < wanted - done ? held : wanted - done;
      memcpy(into + done, window + (at - window_start), count);
      at += static_cast<INT64>(count);
      done += count;
    }
    return done;
  }

  shim_input *input;
  const int64_t deadline;
  /* The file's length in bytes, and the place of the next byte. */
  const INT64 end;
  INT64 at = 0;
  INT64 window_start = 0, filled = 0;
  uint8_t window[SHIM_WINDOW];
};

class developer : public LibRaw {
public:
  explicit developer(stream *source) {
    libraw_output_params_t &params = imgdata.params;
    params.raw_processing_options = LIBRAW_PROCESSING_USE_DNG_DEFAULT_CROP | LIBRAW_PROCESSING_SKIP_MAKERNOTES |
                                    LIBRAW_PROCESSING_CAMERAWB_FALLBACK_TO_DAYLIGHT;
    params.output_bps = 16;
    params.output_color = 1;
    params.gamm[0] = 1 / 2.4;
    params.gamm[1] = 12.92;
    params.use_camera_wb = 1;
    params.user_flip = 0;
    params.user_qual = 3;
    params.no_auto_bright = 1;
    params.adjust_maximum_thr = 0;
    set_progress_handler(progress, source);
    /* Without a handler LibRaw writes messages to stderr. */
    set_dataerror_handler(ignore, nullptr);
    set_memerror_handler(forget, nullptr);
  }

  /* Frees the raw data, which a developed picture doesn't need. */
  void free_raw() {
    free(imgdata.rawdata.raw_alloc);
    imgdata.rawdata.raw_alloc = nullptr;
    imgdata.rawdata.raw_image = nullptr;
    imgdata.rawdata.color4_image = nullptr;
  }

  void make_curve() { gamma_curve(imgdata.params.gamm[0], imgdata.params.gamm[1], 2, 0x10000); }

private:
  static int progress(void *source, enum LibRaw_progress, int, int) {
    return static_cast<stream *>(source)->is_late();
  }
  static void ignore(void *, const char *, int) {}
  static void forget(void *, const char *, const char *) {}
};

} // namespace

struct shim_raw {
  shim_raw(shim_input *input, int64_t deadline) : input(input), source(input, deadline), library(&source) {}

  shim_input *input;
  stream source;
  developer library;
  const char *message = "";
};

/* The status of a step that LibRaw ended with `code`. */
static shim_status status_of(shim_raw *raw, int code) {
  if (code == LIBRAW_SUCCESS) return SHIM_OK;
  raw->message = LibRaw::strerror(code);
  if (raw->input->read_errno) return SHIM_READ_ERROR;
  switch (code) {
  case LIBRAW_CANCELLED_BY_CALLBACK: return SHIM_TIMEOUT;
  case LIBRAW_UNSUFFICIENT_MEMORY:
  case LIBRAW_MEMPOOL_OVERFLOW: return SHIM_NO_MEMORY;
  case LIBRAW_DATA_ERROR:
  case LIBRAW_IO_ERROR: return SHIM_CORRUPT;
  default: return SHIM_FAILED;
  }
}

/* Calls a step, and turns each C++ exception into a status. */
template <typename Step> static shim_status run(shim_raw *raw, Step step) {
  try {
    return step();
  } catch (const std::bad_alloc &) {
    return SHIM_NO_MEMORY;
  } catch (LibRaw_exceptions exception) {
    return status_of(raw, exception == LIBRAW_EXCEPTION_CANCELLED_BY_CALLBACK ? LIBRAW_CANCELLED_BY_CALLBACK
                                                                              : LIBRAW_DATA_ERROR);
  } catch (...) {
    raw->message = "LibRaw failed";
    return SHIM_FAILED;
  }
}

shim_raw *shim_raw_create(shim_input *input, int64_t deadline) {
  try {
    return new shim_raw(input, deadline);
  } catch (...) {
    return nullptr;
  }
}

shim_status shim_raw_open(shim_raw *raw, int32_t width, int32_t height) {
  return run(raw, [&] {
    const shim_status status = status_of(raw, raw->library.open_datastream(&raw->source));
    if (status != SHIM_OK) return status;
    const libraw_data_t &data = raw->library.imgdata;
    const bool is_bayer = data.idata.filters >= 1000 || data.idata.filters == 0;
    if (data.sizes.width != width || data.sizes.height != height || data.idata.colors != 3 || !is_bayer ||
        data.idata.dng_version == 0) {
      return SHIM_CHANGED;
    }
    return SHIM_OK;
  });
}

shim_status shim_raw_develop(shim_raw *raw, int is_half, shim_raw_state *state) {
  return run(raw, [&] {
    raw->library.imgdata.params.half_size = is_half;
    raw->source.is_cut = false;
    raw->source.has_zeros = true;
    raw->source.will_load = &raw->library;
    shim_status status = status_of(raw, raw->library.unpack());
    raw->source.will_load = nullptr;
    raw->source.has_zeros = false;
    if (raw->input->read_errno) return SHIM_READ_ERROR;
    state->is_cut = raw->source.is_cut;
    state->is_damaged = raw->library.error_count() > 0 || status == SHIM_CORRUPT;
    if (status != SHIM_OK) return status;
    status = status_of(raw, raw->library.dcraw_process());
    if (status != SHIM_OK) return status;
    raw->library.free_raw();
    raw->library.make_curve();
    return SHIM_OK;
  });
}

const uint16_t (*shim_raw_row(const shim_raw *raw, int32_t row))[4] {
  return raw->library.imgdata.image + static_cast<size_t>(row) * raw->library.imgdata.sizes.iwidth;
}

int32_t shim_raw_width(const shim_raw *raw) { return raw->library.imgdata.sizes.iwidth; }
int32_t shim_raw_height(const shim_raw *raw) { return raw->library.imgdata.sizes.iheight; }
const uint16_t *shim_raw_curve(const shim_raw *raw) { return raw->library.imgdata.color.curve; }
const char *shim_raw_message(const shim_raw *raw) { return raw->message; }
void shim_raw_destroy(shim_raw *raw) { delete raw; }
