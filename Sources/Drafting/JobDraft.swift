import Audit
import ImageModel
import JobFile
import System

/// A first job for a folder, as a short job file with comments. Equal contents give equal bytes.
package struct JobDraft {
  private let contents: FolderContents
  /// The pattern of the loose pictures; nil if there are none.
  private let pictures: FilePattern?
  /// The pattern of the archives; nil if there are none.
  private let archives: FilePattern?
  /// The patterns of Parquet files, with their columns of pictures.
  private let tables: [(pattern: FilePattern, column: String)]
  /// True if the job cuts out boxes, and exports nothing. No export may lie below a folder of annotations, and here the
  /// folder of the job itself is one.
  private let cutsBoxes: Bool

  /// The most entries of `sources` for annotations, and for Parquet files.
  private static let mostEntries = 8

  package init(_ contents: FolderContents) {
    self.contents = contents
    cutsBoxes = contents.annotations.contains(where: \.path.isEmpty)
    pictures =
      contents.loose.isEmpty ? nil : FilePattern(contents.loose, endings: FolderContents.pictureEndings)
    let endings = ArchiveFormat.allCases.filter { !$0.hasRows }.flatMap(\.endings)
    archives =
      contents.archives.paths.isEmpty || cutsBoxes
      ? nil : FilePattern(contents.archives.paths, endings: endings)
    let files = cutsBoxes ? [] : contents.tables
    tables =
      contents.hasOtherTables
      ? files.prefix(Self.mostEntries).map { (FilePattern(only: $0.path), $0.column) }
      : files.first.map {
        [(FilePattern(files.map(\.path), endings: ArchiveFormat.parquet.endings), $0.column)]
      } ?? []
  }

  /// The text of the job file. `root` is the name of a folder for the outputs, beside the job file. `schema` is the path
  /// of the schema relative to the job file; nil if there is none.
  package func text(name: String, root: String, schema: String?) -> String {
    var lines = schema.map { ["# yaml-language-server: $schema=\($0)"] } ?? []
    lines += [
      "# A first job for this folder, written by 'upright init'. Change it: docs/job-file.md describes all keys.",
      "version: 1", "name: \(YAMLText.scalar(name))", "", "sources:",
    ]
    lines += sources
    let excluded = excluded(root)
    if !excluded.isEmpty {
      lines += [
        "# Patterns of files that are no sources, such as outputs.",
        "exclude: [\(excluded.map(YAMLText.quoted).joined(separator: ", "))]",
      ]
    }
    lines += [
      "",
      "# The folder for the outputs. The manifest has a row for each output: its source, sizes and SHA-256.",
      "output_root: \(YAMLText.scalar(root))",
      "manifest: \(YAMLText.scalar("\(root)/\(name).manifest.jsonl"))",
    ]
    if pictureFormats.contains(.svg) {
      lines += ["# The texts of drawings need fonts of this machine.", "decode: {svg_text: system}"]
    }
    lines += [""] + outputs + exports
    lines += [
      "",
      "# Keys to try next: 'where' leaves out small, blank or doubled pictures. 'crop', and 'fit: cover' in 'resize', cut",
      "# pictures to a shape. 'widths' and 'formats' make several files of each picture. 'split' divides a set into train",
      "# and val. 'metadata' keeps EXIF: without it, outputs have only the colour profile and the resolution.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension JobDraft {
  private var sources: [String] {
    var lines: [String] = []
    if let first = contents.annotations.first {
      lines += [
        "  # The pictures that annotations name, with their boxes. 'upright preview' shows the boxes."
      ]
      if first.format.fixedSpace == nil {
        lines += [
          "  # 'space' says what the boxes refer to: display, the picture as a viewer shows it, or stored, as it lies in the",
          "  # file.",
        ]
      }
      lines += [
        cutsBoxes
          ? "  # With 'crop: full', outputs show whole pictures; 'expand' and 'square' give each box more room."
          : "  # 'crop: full' takes whole pictures. Without it, each box is cut out."
      ]
      lines += contents.annotations.prefix(Self.mostEntries).map { "  - " + entry($0) }
    }
    if let pictures {
      let text = YAMLText.quoted(pictures.text)
      lines += ["  # All pictures" + place(pictures) + ". An entry may have keys of its own, such as 'crop'."]
      if contents.hasCaptions {
        lines += ["  # 'captions' names the text file beside each picture."]
        lines += ["  - {glob: \(text), captions: \(YAMLText.quoted(captions(pictures)))}"]
      } else {
        lines += ["  - \(text)"]
      }
    }
    if let archives {
      lines += [
        "  # The pictures in archives, which are read where they lie. 'members' is a pattern of their names."
      ]
      let optional = contents.archives.members == nil ? ", optional: true" : ""
      lines += ["  - {archive: \(YAMLText.quoted(archives.text))\(optional)}"]
    }
    if !tables.isEmpty {
      lines += [
        "  # The pictures in a column of Parquet files. 'id' is a column of names, for {id} in the paths of outputs."
      ]
      lines += tables.map {
        "  - {parquet: \(YAMLText.quoted($0.pattern.text)), image: \(YAMLText.scalar($0.column))}"
      }
    }
    return lines
  }

  private func entry(_ folder: AnnotatedFolder) -> String {
    var keys = ["annotations: \(YAMLText.scalar(folder.path.orDot))", "format: \(folder.format.rawValue)"]
    if folder.format.boxFormat == nil { keys += ["box_format: \(folder.boxFormat.rawValue)"] }
    keys += ["images: \(YAMLText.scalar(folder.images.orDot))"]
    if folder.format.fixedSpace == nil { keys += ["space: display"] }
    if !cutsBoxes { keys += ["crop: full"] }
    return "{\(keys.joined(separator: ", "))}"
  }

  private func place(_ pattern: FilePattern) -> String {
    pattern.isDeep ? " in the folder and below" : " in the folder"
  }

  /// The path of a picture's caption, with variables.
  private func captions(_ pictures: FilePattern) -> String {
    let folder = pictures.folder.displayName.replacing(["{", "}"], by: { "\($0)\($0)" })
    return folder + (folder.isEmpty ? "" : "/") + (pictures.isDeep ? "{dir}/" : "") + "{stem}.txt"
  }

  /// The patterns of `exclude`: of outputs that a pattern of `sources` would take. `root` lies in the base folder.
  private func excluded(_ root: String) -> [String] {
    let deep = ([pictures, archives].compactMap { $0 } + tables.map(\.pattern)).filter(\.isDeep).map(\.folder)
    let roots = [Array(root.utf8)] + contents.outputRoots
    return roots.filter { root in deep.contains(where: root.isBelow) }.compactMap(FilePattern.all)
  }
}

extension JobDraft {
  /// The formats of the pictures that are files, by their extensions.
  private var pictureFormats: Set<SourceFormat> {
    let endings = Set(
      contents.pictures.map { $0.dropFirst($0.withoutExtension.count + 1).map(\.lowercased) })
    return Set(SourceFormat.allCases.filter { $0.extensions.contains { endings.contains(Array($0.utf8)) } })
  }

  private var outputs: [String] {
    let drawings: Set<SourceFormat> = [.png, .gif, .bmp, .ico, .cur, .xbm, .svg]
    let transparent: Set<SourceFormat> = [.png, .webp, .gif, .ico, .cur, .svg]
    let formats = pictureFormats
    let keepsPNG = archives == nil && tables.isEmpty && formats.isSubset(of: drawings)
    var lines = [
      "outputs:",
      cutsBoxes
        ? "  # Each box, with at most 512 pixels on either side. A smaller one isn't enlarged."
        : "  # Each whole picture, with at most 1024 pixels on either side. A smaller one isn't enlarged.",
      "  - path: \(YAMLText.quoted(path + (keepsPNG ? ".png" : ".jpg")))",
      cutsBoxes
        ? "    resize: {width: 512, height: 512, fit: inside}"
        : "    resize: {width: 1024, height: 1024, fit: inside}",
    ]
    if !keepsPNG {
      lines += ["    quality: 85"]
      if !formats.isDisjoint(with: transparent) {
        lines += ["    background: \"#fff\"   # for transparent parts, since a JPEG has none"]
      }
    }
    return lines
  }

  /// The path of an output, without its extension.
  private var path: String {
    let folder = cutsBoxes ? "{category}/" : exportFormat == .voc ? "JPEGImages/" : isYOLO ? "images/" : ""
    let names = OutputNames(contents, pictures, hasArchives: archives != nil, tables: tables.count)
    return folder + (names.haveFolders ? "{dir}/" : "") + "{stem}" + names.distinction
      + (cutsBoxes ? "-{box_index}" : "")
  }

  /// The format of the export for the annotations; nil if there are none.
  private var exportFormat: ExportFormat? {
    guard let format = contents.annotations.first?.format, !cutsBoxes else { return nil }
    return ExportFormat(rawValue: format.rawValue) ?? .coco
  }

  private var isYOLO: Bool { exportFormat.map { [.yolo, .yoloSeg].contains($0) } ?? false }

  private var exports: [String] {
    var entries: [String] = []
    if let format = exportFormat {
      let path: String? =
        switch format {
        case .voc: nil
        case .hfImageFolder: "metadata.jsonl"
        case .yolo, .yoloSeg: "classes.txt"
        default: "boxes.json"
        }
      entries += ["{format: \(format.rawValue)\(path.map { ", path: \($0)" } ?? "")}"]
    }
    if contents.hasCaptions, exportFormat != .hfImageFolder {
      entries += ["{format: hf-imagefolder, path: metadata.jsonl}"]
    }
    if contents.archives.hasSamples, archives != nil {
      entries += ["{format: webdataset, path: \"shards/{shard}.tar\", max_count: 10000}"]
    }
    if !tables.isEmpty { entries += ["{format: parquet, path: pictures.parquet}"] }
    if entries.isEmpty { return [] }
    return [
      "", "# Files for programs that load the outputs: docs/exports.md describes them.", "exports:",
    ] + entries.map { "  - " + $0 }
  }
}

extension FilePattern {
  /// The pattern of one file.
  fileprivate init(only file: [UInt8]) {
    (folder, isDeep, text) = (file.folder, false, Self.literal(file))
  }
}

extension [UInt8] {
  /// The path of a folder as a job file writes it.
  fileprivate var orDot: String { isEmpty ? "." : displayName }
}
