import ImageModel

/// Reads the key `exports`.
extension JobReader {
  /// All entries of `exports` that can be read.
  mutating func exports(_ fields: Fields, _ sources: [SourceEntry]) -> [Export] {
    guard let field = fields["exports"] else { return [] }
    let items = someItems(field, "a list: write '- {format: ..., path: ...}' for each") ?? []
    return items.compactMap { export($0, sources) }
  }

  private mutating func export(_ field: Field, _ sources: [SourceEntry]) -> Export? {
    guard let fields = fields(field, .export, "a mapping with 'format'") else { return nil }
    let format: ExportFormat? = requiredFormat(fields, "an entry of 'exports' needs 'format'")
    let minVisible = minVisible(fields)
    guard let format else { return nil }
    if [.zip, .ultralytics, .srcset].contains(format) {
      refuse(["min_visible"], in: fields, "goes with formats that list boxes only")
    }
    if !sources.isEmpty, !sources.contains(where: format.canDescribe) {
      let lack =
        switch format {
        case .yoloPose: "keypoints, as 'shapes: keypoints' gives"
        case .hfImageFolder: "'annotations', 'captions', 'masks', or 'list' with 'space'"
        default: "'annotations', or 'list' with 'space'"
        }
      report(fields.location, "'\(format.rawValue)' has nothing to write: no source has \(lack)")
    }
    let path = path(fields, format)
    let shards = shards(fields, format, path?.value)
    if path == nil, format.meaning != nil { return nil }
    return Export(
      format: format, path: path?.value, location: path?.location ?? fields.location,
      minVisible: minVisible, shards: shards)
  }

  /// Reports exports of `srcset` without outputs to list. `fields` are those of the top level.
  mutating func checkSrcset(_ fields: Fields, _ job: JobSpec) {
    if job.outputs.contains(where: { $0.width != nil }) || !areAllRead(job.outputs, job.exports, fields) {
      return
    }
    for export in job.exports where export.format == .srcset {
      report(export.location, "'srcset' needs an entry of 'outputs' with 'widths'")
    }
  }

  /// The limits of shards. Reports limits without shards, and shards without limits.
  private mutating func shards(
    _ fields: Fields, _ format: ExportFormat, _ path: PathTemplate?
  ) -> ExportShardLimits {
    let limits = ExportShardLimits(
      count: whole(fields["max_count"], in: 1...1_000_000_000) ?? .max,
      bytes: bytes(fields["max_size"], example: "500MB") ?? .max)
    let keys = ["max_count", "max_size"]
    let hasLimit = keys.contains(where: fields.has)
    if !format.canHaveShards {
      refuse(keys, in: fields, "goes with \(Self.sharded) only")
    } else if format == .webdataset || path?.uses(.shard) == true {
      let shards = format == .webdataset ? "" : " with '{shard}'"
      if !hasLimit {
        missing(
          fields, keys,
          "'\(format.rawValue)'\(shards) needs 'max_count' or 'max_size': how much a shard holds")
      }
    } else if path != nil {
      refuse(keys, in: fields, "needs '{shard}' in 'path', the shard's number")
    }
    return limits
  }

  /// The formats that can have shards.
  private static let sharded = ExportFormat.allCases.filter(\.canHaveShards).map(\.rawValue).choices

  private mutating func path(_ fields: Fields, _ format: ExportFormat) -> Located<PathTemplate>? {
    guard let field = fields["path"] else {
      if let meaning = format.meaning {
        missing(fields, ["path"], "'\(format.rawValue)' needs 'path': \(meaning)")
      }
      return nil
    }
    if format.meaning == nil {
      report(field, "'\(format.rawValue)' has no 'path': a file is written for each output")
      return nil
    }
    let text = text(field)
    let template = parsed(text) { text throws(PatternError) in
      try PathTemplate(
        parsing: text, in: "a path of 'exports'",
        knowing: PathTemplate.Variable.ofExports(shards: format.canHaveShards))
    }
    guard let text, let template else { return nil }
    if let fault = format.fault(of: template) { report(text.location, fault) }
    return Located(template, at: text.location)
  }
}

extension ExportFormat {
  /// True if the export has something to write for outputs of `source`.
  fileprivate func canDescribe(_ source: SourceEntry) -> Bool {
    switch self {
    case .webdataset, .parquet, .zip, .srcset: true
    case .hfImageFolder:
      source.boxes != nil || source.list?.format.annotations != nil || source.archive?.hasOthers == true
        || source.captions != nil || source.masks != nil
    case .coco, .yolo, .voc, .yoloSeg, .yoloOBB, .dota, .ultralytics: source.boxes != nil
    case .yoloPose: source.shapes.contains(.keypoints)
    }
  }

  /// The words with which a message describes the file that the export writes for many outputs. Nil for a
  /// format without such a file.
  fileprivate var meaning: String? {
    switch self {
    case .coco: "the JSON file, as in annotations.json"
    case .yolo, .yoloSeg, .yoloPose, .yoloOBB: "the file with the names of classes, as in classes.txt"
    case .voc, .dota: nil
    case .hfImageFolder: "metadata.jsonl in the folder of the pictures, as in \"{split}/metadata.jsonl\""
    case .webdataset: "that of the shards, as in \"shards/{shard}.tar\""
    case .parquet: "the Parquet file, as in \"data/{split}.parquet\""
    case .zip: "the zip file, as in \"sets/{split}.zip\""
    case .ultralytics: "the YAML file, as in data.yaml"
    case .srcset: "the JSON file, as in srcset.json"
    }
  }

  /// The fault in the path of the export's file; nil if there is none.
  fileprivate func fault(of path: PathTemplate) -> String? {
    switch self {
    case .hfImageFolder where path.text.split(separator: "/").last != "metadata.jsonl":
      "the file of 'hf-imagefolder' must be called 'metadata.jsonl'"
    case .webdataset where !path.uses(.shard):
      "the path of 'webdataset' needs '{shard}', the shard's number"
    case .webdataset where !path.text.hasSuffix(".tar"): "the path of 'webdataset' must end in '.tar'"
    case .parquet where !path.text.hasSuffix(".parquet"): "the path of 'parquet' must end in '.parquet'"
    case .zip where !path.text.hasSuffix(".zip"): "the path of 'zip' must end in '.zip'"
    case .ultralytics where path.text.contains("/"):
      "the file of 'ultralytics' lies at the top of 'output_root', since it names folders from there: leave out the folder"
    case .ultralytics where path.uses(.split):
      "the file of 'ultralytics' names all splits: leave out '{split}'"
    case .ultralytics where !path.text.hasSuffix(".yaml") && !path.text.hasSuffix(".yml"):
      "the path of 'ultralytics' must end in '.yaml'"
    default: nil
    }
  }
}
