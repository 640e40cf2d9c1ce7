import ImageModel

/// A mapping of the job file, with the keys that may stand in it.
enum KeyLevel: CaseIterable {
  case job, source, output, crop, focus, resize, metadata, color, decode, encode, onError, limits, split,
    export

  /// The keys of this version, in the order of the schema.
  var described: [JobKey] {
    switch self {
    case .job: JobKeys.job
    case .source: JobKeys.source
    case .output: JobKeys.output
    case .crop: JobKeys.crop
    case .focus: JobKeys.focus
    case .resize: JobKeys.resize
    case .metadata: JobKeys.metadata
    case .color: JobKeys.color
    case .decode: JobKeys.decode
    case .encode: JobKeys.encodeMapping
    case .onError: JobKeys.onError
    case .limits: JobKeys.limits
    case .split: JobKeys.split
    case .export: JobKeys.export
    }
  }

  /// The names of the keys of this version.
  var keys: [String] { described.map(\.name) }

  /// True if all other keys are names that the job chooses.
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

  /// Names of keys in other programs.
  private static let otherNames = ["w": "width", "h": "height", "left": "x", "top": "y"]

  /// The key of this level that an unknown key most likely stands for.
  func meant(by key: String) -> String? {
    if let meant = Self.otherNames[key], keys.contains(meant) { return meant }
    let isWordElsewhere = Self.allCases.contains { $0.keys.contains(key) }
    return isWordElsewhere ? nil : key.misspelt(of: keys)
  }

  /// The message about a key that this level doesn't have.
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
