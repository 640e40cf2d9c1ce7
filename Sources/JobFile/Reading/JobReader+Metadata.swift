import ImageModel

/// Reads the key `metadata`, at any level of a job file that allows this key.
extension JobReader {
  /// The metadata that outputs keep of their source.
  mutating func metadata(_ field: Field?) -> MetadataPolicy? {
    guard let fields = fields(field, .metadata, "a mapping with 'keep', 'drop' and 'gps'") else { return nil }
    let keep = names(fields["keep"])
    let drop = names(fields["drop"])
    let gps: GPS? = choice(fields["gps"])
    reportContradictions(keep ?? [], drop ?? [], gps)
    return MetadataPolicy(
      keep: keep.map { $0.map(\.value) } ?? MetadataPolicy.keptByDefault, drop: (drop ?? []).map(\.value),
      gpsStays: gps == .keep)
  }

  private enum GPS: String, CaseIterable {
    case keep, drop
  }

  private mutating func names(_ field: Field?) -> [Located<MetadataName>]? {
    guard let items = items(field, "a list of groups and tags") else { return nil }
    var names: [Located<MetadataName>] = []
    for item in items {
      guard let text = text(item) else { continue }
      if let name = MetadataName(name: text.value), name != .tag(.exif(.orientation)) {
        names.append(Located(name, at: text.location))
      } else {
        report(text.location, Self.complaint(about: text.value))
      }
    }
    return names
  }

  private static func complaint(about name: String) -> String {
    if name == ExifTag.orientation.name {
      return "'\(name)' can't be kept or dropped by name: 'orientation' says what becomes of it"
    }
    let groups = MetadataPolicy.Group.allCases.map(\.rawValue)
    let unknown = "no metadata is called '\(name.shortened)'"
    if let prefix = name.split(separator: ":").first, name.contains(":") {
      let known = XMPName.namespaces.map(\.key)
      if !known.contains(String(prefix)) {
        return "\(unknown): the prefixes of XMP are \(known.joined(separator: ", "))"
      }
    }
    if let meant = name.misspelt(of: groups + ExifTag.names) { return "\(unknown): did you mean '\(meant)'?" }
    return "\(unknown): there are \(groups.joined(separator: ", ")), tags of EXIF, such as DateTimeOriginal, "
      + "and properties of XMP, such as \"dc:creator\""
  }

  private mutating func reportContradictions(
    _ keep: [Located<MetadataName>], _ drop: [Located<MetadataName>], _ gps: GPS?
  ) {
    for name in drop where keep.contains(where: { $0.value == name.value }) {
      report(name.location, "'\(name.value.name)' can't be both kept and dropped")
    }
    let (contrary, key) = gps == .keep ? (drop, "drop") : (keep, "keep")
    if let gps, let name = contrary.first(where: { $0.value == .gps }) {
      report(name.location, "'gps' can't stand in '\(key)' beside gps: \(gps.rawValue)")
    }
  }
}
