#include <string.h>

#include "avif_encoding.h"
#include "box_writer.h"

/* An item with data in mdat. */
typedef struct {
  const char *type;
  const shim_output *data;
  /* Number of zero bytes before the data. For an Exif item they give the offset of its TIFF header (ISO/IEC
     23008-12, A.2.1). */
  uint32_t before;
  /* Its reference to the picture, and to the other item if that isn't 0; NULL for none. */
  const char *reference;
  uint32_t other;
  /* True if it isn't to be shown by itself. */
  int is_hidden;
} item;

enum { MOST_ITEMS = 6, MOST_PROPERTIES = 10, ESSENTIAL = 0x80 };

/* The items that have properties. */
enum { COLOR, ALPHA, MAP, TONE_MAP, OWNERS };

/* Sets of these items. */
enum { OF_COLOR = 1 << COLOR, OF_ALPHA = 1 << ALPHA, OF_MAP = 1 << MAP, OF_TONE_MAP = 1 << TONE_MAP };

/* The numbers of the items that have properties; 0 for an item that isn't there. The picture is the first item. */
typedef struct {
  uint32_t numbers[OWNERS];
} owner_list;

/* Properties, and the numbers of the properties that belong to each item. */
typedef struct {
  int count;
  uint8_t own[OWNERS][MOST_PROPERTIES];
  int owns[OWNERS];
} property_list;

static void put_brands(box_writer *writer, int has_map) {
  const size_t box = shim_box_begin(writer, "ftyp");
  shim_box_add(writer, "avif\0\0\0\0avifmif1miaf", 20);
  if (has_map) shim_box_add(writer, "tmap", 4);
  shim_box_end(writer, box);
}

static void put_handler(box_writer *writer) {
  const size_t box = shim_box_begin_full(writer, "hdlr", 0);
  shim_box_add(writer, "\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0", 21);
  shim_box_end(writer, box);
}

static void put_primary(box_writer *writer) {
  const size_t box = shim_box_begin_full(writer, "pitm", 0);
  shim_box_number(writer, 1, 2);
  shim_box_end(writer, box);
}

/* Item locations as if mdat's content began at 0. `places` receives the places of the numbers (ISO/IEC 14496-12,
   8.11.3). */
static void put_locations(box_writer *writer, const item *items, uint32_t count, size_t *places) {
  const size_t box = shim_box_begin_full(writer, "iloc", 0);
  uint32_t offset = 0;
  shim_box_number(writer, 0x4400, 2);
  shim_box_number(writer, count, 2);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t length = items[i].before + (uint32_t)items[i].data->count;
    shim_box_number(writer, i + 1, 2);
    shim_box_number(writer, 0, 2);
    shim_box_number(writer, 1, 2);
    places[i] = writer->file->count;
    shim_box_number(writer, offset, 4);
    shim_box_number(writer, length, 4);
    offset += length;
  }
  shim_box_end(writer, box);
}

static void put_infos(box_writer *writer, const item *items, uint32_t count) {
  static const char content[] = "application/rdf+xml";
  const size_t box = shim_box_begin_full(writer, "iinf", 0);
  shim_box_number(writer, count, 2);
  for (uint32_t i = 0; i < count; i++) {
    const size_t info = shim_box_begin(writer, "infe");
    shim_box_number(writer, 2u << 24 | (items[i].is_hidden ? 1 : 0), 4);
    shim_box_number(writer, i + 1, 2);
    shim_box_number(writer, 0, 2);
    shim_box_add(writer, items[i].type, 4);
    /* An empty name. */
    shim_box_number(writer, 0, 1);
    if (strcmp(items[i].type, "mime") == 0) shim_box_add(writer, content, sizeof content);
    shim_box_end(writer, info);
  }
  shim_box_end(writer, box);
}

static void put_references(box_writer *writer, const item *items, uint32_t count) {
  if (count < 2) return;
  const size_t box = shim_box_begin_full(writer, "iref", 0);
  for (uint32_t i = 1; i < count; i++) {
    if (!items[i].reference) continue;
    const size_t reference = shim_box_begin(writer, items[i].reference);
    shim_box_number(writer, i + 1, 2);
    shim_box_number(writer, items[i].other ? 2 : 1, 2);
    shim_box_number(writer, 1, 2);
    if (items[i].other) shim_box_number(writer, items[i].other, 2);
    shim_box_end(writer, reference);
  }
  shim_box_end(writer, box);
}

/* Viewers that know gain maps prefer the item `tone_map` to the picture (ISO/IEC 23008-12, 6.8.1). */
static void put_alternatives(box_writer *writer, uint32_t tone_map) {
  const size_t groups = shim_box_begin(writer, "grpl"), group = shim_box_begin_full(writer, "altr", 0);
  /* The group's own number, which no item has, and its two items. */
  const uint32_t numbers[] = {MOST_ITEMS + 1, 2, tone_map, 1};
  for (int i = 0; i < 4; i++) shim_box_number(writer, numbers[i], 4);
  shim_box_end(writer, group);
  shim_box_end(writer, groups);
}

/* Ends a property and assigns it to a set of items. */
static void end_property(box_writer *writer, property_list *list, size_t box, int owners, uint8_t essential) {
  shim_box_end(writer, box);
  list->count++;
  for (int owner = 0; owner < OWNERS; owner++) {
    if (owners >> owner & 1) list->own[owner][list->owns[owner]++] = (uint8_t)list->count | essential;
  }
}

/*
 * The properties for an orientation: quarter turns counterclockwise, then a mirror (ISO/IEC 23008-12:2022, 6.5.10
 * and 6.5.12).
 */
static void put_turn(box_writer *writer, property_list *list, int32_t orientation, int owners) {
  enum { TOP_TO_BOTTOM, LEFT_TO_RIGHT, NONE };
  static const struct {
    uint8_t quarters, mirror;
  } turns[] = {[1] = {0, NONE}, {0, LEFT_TO_RIGHT}, {2, NONE}, {0, TOP_TO_BOTTOM},
               {1, TOP_TO_BOTTOM}, {3, NONE}, {3, TOP_TO_BOTTOM}, {1, NONE}};
  if (orientation < 1 || orientation > 8) return;
  if (turns[orientation].quarters > 0) {
    const size_t box = shim_box_begin(writer, "irot");
    shim_box_number(writer, turns[orientation].quarters, 1);
    end_property(writer, list, box, owners, ESSENTIAL);
  }
  if (turns[orientation].mirror != NONE) {
    const size_t box = shim_box_begin(writer, "imir");
    shim_box_number(writer, turns[orientation].mirror, 1);
    end_property(writer, list, box, owners, ESSENTIAL);
  }
}

/* The properties for the coding and the bits. */
static void put_coding(box_writer *writer, property_list *list, const shim_av1_still *still, int owner) {
  size_t box = shim_box_begin_full(writer, "pixi", 0);
  shim_box_number(writer, (uint32_t)still->channels, 1);
  for (int channel = 0; channel < still->channels; channel++) shim_box_number(writer, (uint32_t)still->bits, 1);
  end_property(writer, list, box, owner, 0);
  box = shim_box_begin(writer, "av1C");
  shim_box_add(writer, still->record, sizeof still->record);
  end_property(writer, list, box, owner, ESSENTIAL);
}

static void put_size(box_writer *writer, property_list *list, int32_t width, int32_t height, int owners) {
  const size_t box = shim_box_begin_full(writer, "ispe", 0);
  shim_box_number(writer, (uint32_t)width, 4);
  shim_box_number(writer, (uint32_t)height, 4);
  end_property(writer, list, box, owners, 0);
}

static void put_numbers(box_writer *writer, property_list *list, shim_color_numbers numbers, int owner) {
  enum { FULL_RANGE = 0x80 };
  const size_t box = shim_box_begin(writer, "colr");
  shim_box_add(writer, "nclx", 4);
  shim_box_number(writer, numbers.primaries, 2);
  shim_box_number(writer, numbers.transfer, 2);
  shim_box_number(writer, numbers.matrix, 2);
  shim_box_number(writer, FULL_RANGE, 1);
  end_property(writer, list, box, owner, 0);
}

static void put_profile(box_writer *writer, property_list *list, const shim_output *profile, int owner) {
  if (profile->count == 0) return;
  const size_t box = shim_box_begin(writer, "colr");
  shim_box_add(writer, "prof", 4);
  shim_box_add(writer, profile->bytes, profile->count);
  end_property(writer, list, box, owner, 0);
}

/* The properties of a gain map, and of the alternate rendition. The alternate is coded by PQ, or by sRGB's curve. */
static void put_map(box_writer *writer, property_list *list, const shim_avif_parts *parts) {
  enum { UNSPECIFIED = 2, SRGB = 13, PQ = 16 };
  const shim_color_numbers of_map = {UNSPECIFIED, UNSPECIFIED, parts->numbers.matrix};
  const shim_color_numbers of_alternate = {
      .primaries = parts->map->primaries > 0 ? parts->map->primaries : parts->numbers.primaries,
      .transfer = parts->map->is_hdr ? PQ : SRGB,
      .matrix = parts->numbers.matrix,
  };
  put_size(writer, list, parts->map->width, parts->map->height, OF_MAP);
  put_coding(writer, list, parts->map->still, OF_MAP);
  put_numbers(writer, list, of_map, OF_MAP);
  put_numbers(writer, list, of_alternate, OF_TONE_MAP);
  put_profile(writer, list, parts->map->profile, OF_TONE_MAP);
}

/* ipma (ISO/IEC 23008-12, 9.3). */
static void put_associations(box_writer *writer, const property_list *list, const owner_list *owners) {
  uint32_t count = 0;
  for (int owner = 0; owner < OWNERS; owner++) count += owners->numbers[owner] > 0;
  const size_t box = shim_box_begin_full(writer, "ipma", 0);
  shim_box_number(writer, count, 4);
  for (int owner = 0; owner < OWNERS; owner++) {
    if (owners->numbers[owner] == 0) continue;
    shim_box_number(writer, owners->numbers[owner], 2);
    shim_box_number(writer, (uint32_t)list->owns[owner], 1);
    shim_box_add(writer, list->own[owner], (size_t)list->owns[owner]);
  }
  shim_box_end(writer, box);
}

static void put_properties(box_writer *writer, const shim_avif_parts *parts, const owner_list *owners) {
  static const char alpha[] = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha";
  property_list list = {0};
  const size_t outer = shim_box_begin(writer, "iprp"), inner = shim_box_begin(writer, "ipco");
  /* libavif asks for the size of the base before its turn in the `tmap` item too. */
  put_size(writer, &list, parts->width, parts->height, OF_COLOR | OF_ALPHA | OF_TONE_MAP);
  put_coding(writer, &list, parts->color, OF_COLOR);
  put_numbers(writer, &list, parts->numbers, OF_COLOR);
  put_profile(writer, &list, parts->profile, OF_COLOR);
  if (parts->alpha) {
    put_coding(writer, &list, parts->alpha, OF_ALPHA);
    const size_t box = shim_box_begin_full(writer, "auxC", 0);
    shim_box_add(writer, alpha, sizeof alpha);
    end_property(writer, &list, box, OF_ALPHA, 0);
  }
  if (parts->map) put_map(writer, &list, parts);
  put_turn(writer, &list, parts->orientation, OF_COLOR | OF_ALPHA | OF_MAP);
  shim_box_end(writer, inner);
  put_associations(writer, &list, owners);
  shim_box_end(writer, outer);
}

static uint32_t list_items(const shim_avif_parts *parts, item *items, owner_list *owners) {
  uint32_t count = 0;
  items[count++] = (item){.type = "av01", .data = &parts->color->data};
  owners->numbers[COLOR] = count;
  if (parts->alpha) {
    items[count++] = (item){.type = "av01", .data = &parts->alpha->data, .reference = "auxl"};
    owners->numbers[ALPHA] = count;
  }
  if (parts->map) {
    items[count++] = (item){.type = "av01", .data = &parts->map->still->data, .is_hidden = 1};
    owners->numbers[MAP] = count;
    items[count++] = (item){.type = "tmap", .data = parts->map->data, .reference = "dimg",
                             .other = owners->numbers[MAP]};
    owners->numbers[TONE_MAP] = count;
  }
  if (parts->exif->count > 0) items[count++] = (item){.type = "Exif", .data = parts->exif, .before = 4, .reference = "cdsc"};
  if (parts->xmp->count > 0) items[count++] = (item){.type = "mime", .data = parts->xmp, .reference = "cdsc"};
  return count;
}

shim_status shim_avif_write(const shim_avif_parts *parts, shim_output *file) {
  /* The most bytes of all boxes beside the data. */
  enum { OTHERS = 4096 };
  box_writer writer = {file, 0};
  item items[MOST_ITEMS];
  size_t places[MOST_ITEMS];
  owner_list owners = {0};
  const uint32_t count = list_items(parts, items, &owners);
  uint64_t total = OTHERS + (uint64_t)parts->profile->count + (parts->map ? parts->map->profile->count : 0);
  for (uint32_t i = 0; i < count; i++) total += items[i].data->count;
  if (total > UINT32_MAX) return SHIM_FAILED;
  put_brands(&writer, parts->map != NULL);
  const size_t meta = shim_box_begin_full(&writer, "meta", 0);
  put_handler(&writer);
  put_primary(&writer);
  put_locations(&writer, items, count, places);
  put_infos(&writer, items, count);
  put_references(&writer, items, count);
  put_properties(&writer, parts, &owners);
  if (parts->map) put_alternatives(&writer, owners.numbers[TONE_MAP]);
  shim_box_end(&writer, meta);
  const size_t data = shim_box_begin(&writer, "mdat");
  const uint32_t start = (uint32_t)file->count;
  for (uint32_t i = 0; i < count; i++) {
    shim_box_set(&writer, places[i], start + shim_box_get(&writer, places[i]));
    shim_box_number(&writer, 0, (int)items[i].before);
    shim_box_add(&writer, items[i].data->bytes, items[i].data->count);
  }
  shim_box_end(&writer, data);
  return writer.lacks_memory ? SHIM_NO_MEMORY : SHIM_OK;
}
