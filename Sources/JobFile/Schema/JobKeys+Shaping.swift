import ImageModel

/// Keys of jobs and outputs that shape a picture.
extension JobKeys {
  static let orientation = JobKey(
    "orientation", .choice(OrientationMode.self), default: "bake",
    "bake: turn pixels upright; keep: leave them, with the tag; ignore: as if there were no tag.")
  static let background = JobKey(
    "background",
    .any(
      .pattern("^#([0-9A-Fa-f]{3}){1,2}$"),
      ["type": "array", "minItems": 3, "maxItems": 3, "items": .whole(0...255)]), default: "#000",
    "The colour of what is padded: \"#rgb\", \"#rrggbb\" or [r, g, b].")
  static let format = JobKey(
    "format", .choice(OutputFormat.allCases.map(\.rawValue) + ["same"]),
    "The output's file format; same is the source's. Default: what the path's extension means.")
  static let colorKey = JobKey("color", .mapping(color), "What colours are to mean.")
  static let metadataKey = JobKey(
    "metadata", .mapping(metadata), "What goes along from source to output.")
  static let hdr = JobKey(
    "hdr", .choice(GainMapUse.self), default: "keep",
    "A gain map, which makes a picture HDR: kept where the output's format can hold one, dropped, or kept or the output fails."
  )
  static let frames = JobKey(
    "frames", .choice(FrameUse.self), default: "first",
    "Of an animation: first for one picture of it, all for an animated WebP or GIF of all frames.")
  static let shaping: [JobKey] = [
    orientation, cropKey, resizeKey, metadataKey, background, colorKey, hdr, bucketsKey, tilesKey,
  ]
  /// The keys for encode options at the level of a job or an output.
  static let encode: [JobKey] = EncodeOption.all.map(\.jobKey)
  /// The keys inside the mapping `encode`.
  static let encodeMapping: [JobKey] = EncodeOption.all.compactMap(\.innerKey)

  static let output: [JobKey] =
    [
      JobKey(
        "path", .text,
        "The file to write, in quotes: {dir} {stem} {name} {ext} {id} {index} {page} {width} {height} {hash8} {job}, of boxes {category} {box_index}, of keys of the job {split} {folder}, of outputs {format} {bucket}, of tiles {row} {col} {x} {y}, of the output's bytes {content8}."
      )
    ] + shaping.map(\.shared) + [format.shared, frames] + encode.map(\.shared).filter { $0.name != "quality" }
    + families + [maskKey]

  /// Keys of several outputs in one entry.
  private static let families: [JobKey] = [
    JobKey(
      "quality", .any(.reference("quality"), .mapping(qualities)),
      "The quality of lossy formats, or of each of 'formats'."),
    JobKey(
      "widths", .someList(of: .whole(1...65500)),
      "The widths of several outputs in pixels; a height keeps the aspect."),
    JobKey(
      "formats", .someList(of: .choice(OutputFormat.self)), "The formats of several outputs of each width."),
    JobKey(
      "larger", .choice(OutputWidth.Larger.self), default: "keep",
      "Widths above the crop's: keep makes one output of the crop's own width in their place; skip leaves them out."
    ),
  ]
  /// The keys inside the mapping `quality`.
  static let qualities: [JobKey] = ["jpeg", "webp", "avif"].map { JobKey($0, .reference("quality")) }

  static let color: [JobKey] = [
    JobKey(
      "profile", .pattern("^(keep|srgb|display-p3|.*\\.[iI][cC][cCmM])$"), default: "keep",
      "keep the source's, srgb, display-p3, or an ICC profile's file; CMYK becomes sRGB."),
    JobKey(
      "intent", .choice(ColorIntent.self), default: "relative",
      "How colours that the target hasn't are brought into it."),
    JobKey(
      "on_untagged", .choice(["assume-srgb"]), default: "assume-srgb",
      "What pictures without a profile count as."),
    JobKey("linear", .flag, default: false, "Resample in linear light."),
  ]

  static let metadata: [JobKey] = [
    JobKey(
      "keep", .list(of: .reference("metadataName")), default: ["icc", "resolution"],
      "What is kept: groups, tags of EXIF, properties of XMP; an empty list keeps nothing."),
    JobKey(
      "drop", .list(of: .reference("metadataName")), default: [],
      "What is left out of what is kept. The narrowest name decides: a tag, then gps, copyright, maker_notes or resolution, then exif, xmp or iptc."
    ),
    JobKey(
      "gps", .choice(["keep", "drop"]), default: "drop", "keep or drop places in kept EXIF and XMP."),
  ]

  static let metadataName: JSONNode = JSONNode.any(
    .choice(["icc", "exif", "gps", "xmp", "iptc", "comment", "copyright", "maker_notes", "resolution"]),
    ["description": "A tag of EXIF.", "type": "string", "pattern": "^[A-Z][A-Za-z0-9]+$"],
    [
      "description": "A property of XMP.", "type": "string",
      "pattern":
        "^(dc|xmp|xmpRights|xmpMM|tiff|exif|exifEX|aux|crs|photoshop|lr|Iptc4xmpCore|Iptc4xmpExt|plus|mwg-rs|MP|xmpNote|GPano):.+$",
    ])
}
