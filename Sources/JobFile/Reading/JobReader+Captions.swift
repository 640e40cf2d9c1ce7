import ImageModel

/// Reads the key `captions` of a source.
extension JobReader {
  /// The exports that take captions.
  private static let formats: [ExportFormat] = [.hfImageFolder, .webdataset, .parquet]

  /// The template of captions. `files` are the files of the entry.
  mutating func captions(_ field: Field?, _ files: SourceEntry.Files?) -> GroupTemplate? {
    guard let field, let text = text(field) else { return nil }
    return sideFile(text, field, "captions", thing: "caption", files)
  }

  /// Reports captions that no export takes.
  mutating func checkCaptions(_ sources: [SourceEntry], _ exports: [Export], _ fields: Fields) {
    guard let source = sources.first(where: { $0.captions != nil }), !fields.isCut,
      (fields.length(of: "exports") ?? 0) == exports.count,
      !exports.contains(where: { Self.formats.contains($0.format) })
    else { return }
    report(
      source.location,
      "'captions' are for 'exports': add one with 'format' \(Self.formats.map(\.rawValue).choices)")
  }
}
