import ImageModel

/// A mapping of the job file, with the keys that may stand in it.
enum KeyLevel: CaseIterable {
  case job, source, output, crop, focus, resize, metadata, color, decode, encode, onError, limits, split,
    export

  /// The keys of this version.
  var keys: [String] {
    switch self {
    case .job:
      [
        "version", "name", "sources", "exclude", "output_root", "outputs", "orientation", "crop", "resize",
        "metadata", "background", "color", "decode", "format",
        "on_error", "limits", "hash", "manifest", "isolation", "sandbox", "durability", "existing",
        "on_collision", "split", "files_per_folder", "exports",
      ] + Self.encodeKeys
    case .source:
      [
        "glob", "path", "annotations", "id", "exif_orientation", "page", "optional", "orientation", "crop",
        "metadata", "background",
      ] + JobReader.annotationKeys
    case .output:
      [
        "path", "orientation", "crop", "resize", "metadata", "background", "color", "format",
      ] + Self.encodeKeys
    case .crop:
      [
        "x", "y", "width", "height", "gravity", "focus", "aspect", "region", "box", "format", "space",
        "round",
        "out_of_bounds",
      ]
    case .focus: ["x", "y"]
    case .resize: ["width", "height", "fit", "gravity", "focus", "filter", "enlarge"]
    case .metadata: ["keep", "drop", "gps"]
    case .color: ["profile", "intent", "on_untagged", "linear"]
    case .decode: ["engine", "oversample", "embedded_thumbnail", "on_corrupt", "verify"]
    case .encode: ["lossless"]
    case .onError: ["policy", "max_failures", "known"]
    case .limits: ["max_pixels", "max_file", "max_pages", "seconds_per_image"]
    case .split: ["by"]
    case .export: ["format", "path", "min_visible", "max_count", "max_size"]
    }
  }

  private static let encodeKeys = EncodeKey.allCases.map(\.rawValue)

  /// True where all other keys are names that the job gives.
  var takesNames: Bool { self == .split }

  /// Where the mapping stands, in words.
  private var place: String {
    switch self {
    case .job: "at the top level"
    case .source: "in an entry of 'sources'"
    case .output: "in an entry of 'outputs'"
    case .crop: "in 'crop'"
    case .focus: "in 'focus'"
    case .resize: "in 'resize'"
    case .metadata: "in 'metadata'"
    case .color: "in 'color'"
    case .decode: "in 'decode'"
    case .encode: "in 'encode'"
    case .onError: "in 'on_error'"
    case .limits: "in 'limits'"
    case .split: "in 'split'"
    case .export: "in an entry of 'exports'"
    }
  }

  /// What other programs call some keys.
  private static let otherNames = ["w": "width", "h": "height", "left": "x", "top": "y"]

  /// The key of this level that an unknown one is most likely another name or a misspelling of.
  func meant(by key: String) -> String? {
    if let meant = Self.otherNames[key], keys.contains(meant) { return meant }
    let isWordElsewhere = Self.allCases.contains { $0.keys.contains(key) }
    return isWordElsewhere ? nil : key.misspelt(of: keys)
  }

  /// What to say about a key that is not one of this level's.
  func complaint(about key: String) -> String {
    let places = Self.allCases.filter { $0.keys.contains(key) }.map(\.place)
    if let last = places.last {
      let before = places.dropLast().joined(separator: ", ")
      return "'\(key)' doesn't belong here: it goes \(before.isEmpty ? "" : before + " or ")\(last)"
    }
    let unknown = "unknown key '\(key.shortened)'"
    if ["rotate", "rotation"].contains(key) {
      return "\(unknown): pictures are turned by their EXIF tag as 'orientation' says; "
        + "'exif_orientation' in an entry of 'sources' takes the tag's place"
    }
    return meant(by: key).map { "\(unknown): did you mean '\($0)'?" } ?? unknown
  }
}
