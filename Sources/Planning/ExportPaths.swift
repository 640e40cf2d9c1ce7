import ImageModel
import JobFile

extension ExportFormat {
  /// The path of the annotation file for the output at `path`, where data loaders look for it. Nil for a
  /// format with one file for all outputs.
  ///
  /// YOLO: the last folder `images` becomes `labels`. Pascal VOC: the last `JPEGImages` becomes
  /// `Annotations`. DOTA: the last `images` becomes `labelTxt`. Without such a folder the annotation file lies in the output's folder.
  package func labelPath(ofOutput path: String) -> String? {
    let (pictures, labels, ending): (String, String, String)
    switch self {
    case .yolo, .yoloSeg, .yoloPose, .yoloOBB: (pictures, labels, ending) = ("images", "labels", ".txt")
    case .voc: (pictures, labels, ending) = ("JPEGImages", "Annotations", ".xml")
    case .dota: (pictures, labels, ending) = ("images", "labelTxt", ".txt")
    case .coco, .hfImageFolder, .webdataset, .parquet, .zip, .ultralytics, .srcset: return nil
    }
    var names = path.withoutExtension.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if let folder = names.dropLast().lastIndex(of: pictures) { names[folder] = labels }
    return names.joined(separator: "/") + ending
  }
}

extension Export {
  /// The path, below the output root, of the export's common file. If the path uses `{split}`, the file holds
  /// only the outputs of `split`. Nil if the export has no common file.
  ///
  /// `shard` is the number of a shard, from 0. Throws `bad_path` for an invalid path; a plan with such a
  /// path is refused.
  package func file(split: String?, shard: Int = 0, job: String) throws(ImageError) -> String? {
    guard let path else { return nil }
    return try path.render(PathTemplate.Values(split: split ?? "", shard: shard, job: job))
  }

  /// The splits that have files of their own. A single nil stands for one file for all outputs.
  package func splits(of job: JobSpec) -> [String?] {
    path?.uses(.split) == true ? job.split?.parts.map(\.name) ?? [] : [nil]
  }
}

extension JobSpec {
  /// The paths of the files that `exports` writes for the outputs at `paths`. Only the first shard of
  /// each series is among them.
  package func exportFiles(beside paths: some Sequence<String>) -> [String] {
    let files = exports.flatMap { export in
      export.splits(of: self).compactMap { try? export.file(split: $0, job: name) }
    }
    return files + paths.flatMap { path in exports.compactMap { $0.format.labelPath(ofOutput: path) } }
  }
}

/// The WebDataset key of a sample: the name of its members up to the first dot.
package enum SampleKey {
  /// The key of the output at `path`: the path without its extension, and with `_` in place of each remaining
  /// dot.
  package static func of(_ path: String) -> String {
    String(
      decoding: path.withoutExtension.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 },
      as: UTF8.self)
  }
}

extension String {
  /// The path without its extension: without the last dot of the file's name and the text after that dot.
  fileprivate var withoutExtension: Substring {
    let name = utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? startIndex
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > name else { return self[...] }
    return self[..<dot]
  }
}
