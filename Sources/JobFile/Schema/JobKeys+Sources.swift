import ImageModel
import System

/// Keys of sources and of exports.
extension JobKeys {
  static let pattern = "A pattern: * ? [a-z] {a,b} and ** for any folders."
  static let glob = JobKey("glob", .text, "\(pattern) Extensions match in any case.")
  static let path = JobKey(
    "path", .text, "One file, as it is named. It takes the place of what a glob says about it.")
  static let id = JobKey(
    "id", .anyText.with(["pattern": "^[^/]+$"]),
    "A name of this item's own, for {id}; needed where a file has several entries.")
  static let listKey = JobKey(
    "list", .pattern("\\.([tT][xX][tT]|[cC][sS][vV]|[jJ][sS][oO][nN][lL])$"),
    "A list of URLs: .txt with a URL a line, .csv or .jsonl.")
  static let archiveKey = JobKey(
    "archive", .text,
    "A pattern of zip, 7z or RAR files or of tars, which may be compressed, or the URL of one: the pictures in them "
      + "are taken.")
  static let members = JobKey(
    "members", .text,
    "A pattern of the names in the archive. Default: all names that end as a picture's do.")
  static let carriedEndings = JobKey(
    "carry", .list(of: .pattern("^[^./][^/]*$")),
    "The endings of the other members of samples that go into exports, as in [txt, cls]. Default: all.")
  static let parquetKey = JobKey(
    "parquet", .text, "A pattern of Parquet files, or the URL of one: the pictures in their rows are taken.")
  static let parquet: [JobKey] = [
    JobKey(
      "image", .text, default: "image",
      "The column of pictures: bytes, or a structure with 'bytes', as Hugging Face's datasets have."),
    JobKey("id", .text, "The column of the ids, for {id}."),
    JobKey(
      "carry", .list(of: .reference("text")),
      "The columns that go into exports. Default: all with texts, numbers and truth values."),
  ]
  static let annotationsKey = JobKey(
    "annotations", .text, "An annotation file, or a folder of such files: each box in them is a crop.")

  static let exifOrientation = JobKey(
    "exif_orientation", .whole(1...8, "^0*[1-8]$"), "Takes the place of the file's own orientation tag.")
  static let pageText =
    "Which page of a TIFF, picture of a HEIC or AVIF, or entry of an ICO or CUR is taken; 0 is the first"
  static let mainPageText = "Default: the first page, and the largest entry."
  static let page = JobKey("page", .whole(0...65535), "\(pageText). \(mainPageText)")
  static let pages = JobKey(
    "pages", .whole(0...65535, "^([0-9]+|all)$"),
    "\(pageText); all: each, as an image of its own. \(mainPageText)")
  static let optional = JobKey(
    "optional", .flag, default: false, "true: it is no error when the entry matches nothing.")

  static let captions = JobKey(
    "captions", .pattern("^[^/].*\\{|^\\{"),
    "The text file of a picture's caption, below the base folder, for the column 'text' of exports: {dir} {stem} {name} {ext} {hash8} {job}."
  )

  static let ofSource: [JobKey] = [
    optional.shared, orientation.shared, cropKey.shared, metadataKey.shared, background.shared,
    whereKey.shared, tilesKey.shared,
  ]
  static let source: [JobKey] =
    [glob, path, listKey, archiveKey, members, parquetKey, annotationsKey, id, exifOrientation, page]
    + ofSource + [captions, masksKey]
    + lists + annotations + boxes + parquet.filter { $0.name != "id" }

  /// The kinds of mappings that `sources` may hold, each with the name of its definition in the schema.
  static let sourceKinds: [(key: String, value: JSONNode)] = [
    (
      "globSource",
      .mapping(
        [glob, exifOrientation.shared, pages.named("page")] + ofSource + [captions.shared, masksKey.shared],
        required: ["glob"])
    ),
    (
      "pathSource",
      .mapping(
        [path, id, exifOrientation.shared, pages.named("page")] + ofSource
          + [captions.shared, masksKey.shared],
        required: ["path"])
    ),
    (
      "listSource",
      .mapping(
        [listKey] + lists + boxes + [exifOrientation.shared, pages.named("page")] + ofSource,
        required: ["list"])
    ),
    (
      "archiveSource",
      .mapping(
        [archiveKey, members, carriedEndings, exifOrientation.shared, pages.named("page")] + ofSource,
        required: ["archive"])
    ),
    (
      "parquetSource",
      .mapping(
        [parquetKey] + parquet + [exifOrientation.shared, pages.named("page")] + ofSource,
        required: ["parquet"])
    ),
    (
      "annotationSource",
      .mapping(
        [annotationsKey] + annotations + boxes + [exifOrientation.shared, page.shared] + ofSource
          + [captions.shared, masksKey.shared], required: ["annotations", "format"])
    ),
  ]

  /// Keys of entries with `list`.
  static let lists: [JobKey] = [
    JobKey("url", .text, default: "url", "The column of a CSV, or the key of JSON Lines, with the URLs."),
    JobKey("base", .text, "The URL from which relative URLs of the list start."),
    JobKey(
      "robots", .choice(ListSource.Robots.self), default: "obey",
      "obey: Upright skips URLs that robots.txt or X-Robots-Tag forbids. ignore: Upright reads neither."),
  ]

  /// Keys of entries with `annotations`.
  static let annotations: [JobKey] = [
    JobKey(
      "format", .choice(AnnotationFormat.self), "How the files are written."),
    JobKey(
      "images", .text, "The folder that names of pictures start from. Default: that of the annotations."),
    JobKey(
      "shapes", .any(.choice(ShapeKind.self), .someList(of: .choice(ShapeKind.self))),
      "The shapes that are read beside the boxes: polygons of coco and labelme, masks and keypoints of coco."),
    JobKey(
      "keypoints", .whole(1...FixedLimits.JobFile.keypoints),
      "How many keypoints each object of yolo-pose has."),
  ]

  /// Keys about boxes, of entries with `annotations` or `list`.
  static let boxes: [JobKey] = [
    boxFormat.shared,
    JobKey(
      "space", .choice(AnnotationSpace.self),
      "The space of the boxes: as a viewer shows the picture, as its pixels lie in the file, or by the size that the annotation declares."
    ),
    JobKey(
      "category", .any(.reference("text"), .someList(of: .reference("text"))),
      "The categories whose boxes are cut."),
    JobKey(
      "expand", .percentage, default: "0%",
      "By how much the sides of what is cut are longer than the box's, as in \"10%\"."),
    JobKey(
      "square", .flag, default: false,
      "true: the shorter side of what is cut is as long as the longer one."),
    JobKey(
      "min_size", .above0(),
      "The least width and height of a box, in pixels; smaller ones are left out."),
    round.shared, outOfBounds.shared,
  ]

  static let minVisible = JobKey(
    "min_visible", .percentage, default: "0%",
    "How much of a box an output must show, in per cent of its area as in \"25%\".")
  static let maxCount = JobKey(
    "max_count", .whole(1...1_000_000_000, "^0*[1-9][0-9]*$"), "The most outputs of a shard.")
  static let maxSize = JobKey(
    "max_size", .bytes, "The most bytes of a shard: a number, alone or in KB, MB, GB, KiB, MiB or GiB.")
  static func exportFormat(_ formats: [String], _ description: String) -> JobKey {
    JobKey("format", .choice(formats), description)
  }
  static let exportPath = JobKey(
    "path", .text, "The file for all outputs, below the output root: {split} {job}.")
  static let export: [JobKey] = [
    exportFormat([], ""), exportPath, minVisible, maxCount, maxSize,
  ]
  static let exportForms: JSONNode = JSONNode.any(
    .mapping(
      [
        exportFormat(
          ["coco", "yolo", "hf-imagefolder", "yolo-seg", "yolo-pose", "yolo-obb"],
          "What is written: objects on the outputs as a loader takes them."),
        exportPath, minVisible.shared,
      ], required: ["format", "path"]),
    .mapping(
      [exportFormat(["srcset"], "The widths and formats of each picture, for web pages."), exportPath],
      required: ["format", "path"]),
    .mapping(
      [
        exportFormat(["ultralytics"], "Ultralytics' YAML file, beside an export of yolo."),
        JobKey("path", .pattern("^[^/]+\\.ya?ml$"), "The file at the top of the output root: {job}."),
      ], required: ["format", "path"]),
    .mapping(
      [exportFormat(["voc", "dota"], "A file for each output."), minVisible.shared], required: ["format"]),
    exportFile("parquet", "A Parquet file that holds the outputs.", [minVisible.shared]),
    exportFile("zip", "A zip file that holds the outputs.", []),
    exportShards("webdataset", "tar", "Tar files that hold the outputs.", [minVisible.shared]),
    exportShards("parquet", "parquet", "Parquet files that hold the outputs.", [minVisible.shared]),
    exportShards("zip", "zip", "Zip files that hold the outputs.", []))

  /// An export of one file whose name ends as the format is called.
  private static func exportFile(_ format: String, _ description: String, _ keys: [JobKey]) -> JSONNode {
    .mapping(
      [
        exportFormat([format], description),
        JobKey(
          "path", .pattern("\\.\(format)$"), "The file for all outputs, below the output root: {split} {job}."
        ),
      ] + keys, required: ["format", "path"])
  }

  /// An export of shards whose names end in this way.
  private static func exportShards(
    _ format: String, _ ending: String, _ description: String, _ keys: [JobKey]
  ) -> JSONNode {
    .mapping(
      [
        exportFormat([format], description),
        JobKey(
          "path", .pattern("\\{shard\\}.*\\.\(ending)$"),
          "The shards, below the output root: {shard} {split} {job}."),
      ] + keys + [maxCount, maxSize], required: ["format", "path"]
    ).with(["anyOf": [["required": ["max_count"]], ["required": ["max_size"]]]])
  }
}
