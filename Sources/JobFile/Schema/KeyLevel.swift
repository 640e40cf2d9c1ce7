import ImageModel

/// A mapping of the job file, with the keys that may stand in it.
struct KeyLevel: Sendable {
  /// The mapping's place in a job file, as messages name it.
  private let place: String
  /// The mapping's keys in this version of the job file, in the order of the schema.
  let described: [JobKey]
  /// True if the mapping may also have keys that aren't in ``described``. The job chooses the names of such
  /// keys.
  var takesNames = false

  static let job = KeyLevel(place: "at the top level", described: JobKeys.job)
  static let source = KeyLevel(place: "in an entry of 'sources'", described: JobKeys.source)
  static let output = KeyLevel(place: "in an entry of 'outputs'", described: JobKeys.output)
  static let crop = KeyLevel(place: "in 'crop'", described: JobKeys.crop)
  static let focus = KeyLevel(place: "in 'focus'", described: JobKeys.focus)
  static let resize = KeyLevel(place: "in 'resize'", described: JobKeys.resize)
  static let buckets = KeyLevel(place: "in 'buckets'", described: JobKeys.buckets)
  static let tiles = KeyLevel(place: "in 'tiles'", described: JobKeys.tiles)
  static let metadata = KeyLevel(place: "in 'metadata'", described: JobKeys.metadata)
  static let color = KeyLevel(place: "in 'color'", described: JobKeys.color)
  static let decode = KeyLevel(place: "in 'decode'", described: JobKeys.decode)
  static let qualities = KeyLevel(place: "in 'quality'", described: JobKeys.qualities)
  static let encode = KeyLevel(place: "in 'encode'", described: JobKeys.encodeMapping)
  static let onError = KeyLevel(place: "in 'on_error'", described: JobKeys.onError)
  static let limits = KeyLevel(place: "in 'limits'", described: JobKeys.limits)
  static let network = KeyLevel(place: "in 'network'", described: JobKeys.network)
  static let cache = KeyLevel(place: "in 'cache'", described: JobKeys.cache)
  static let split = KeyLevel(place: "in 'split'", described: JobKeys.split, takesNames: true)
  static let export = KeyLevel(place: "in an entry of 'exports'", described: JobKeys.export)
  static let masks = KeyLevel(place: "in 'masks'", described: JobKeys.masks)
  static let mask = KeyLevel(place: "in 'mask'", described: JobKeys.mask)
  static let conditions = KeyLevel(place: "in 'where'", described: JobKeys.conditions)
  static let notDuplicate = KeyLevel(place: "in 'not_duplicate'", described: JobKeys.notDuplicate)
  private static let all = [
    job, source, output, crop, focus, resize, metadata, color, decode, encode, onError, limits, network,
    cache, split, export, qualities, buckets, conditions, notDuplicate, tiles, masks, mask,
  ]

  /// The names of the mapping's keys.
  var keys: [String] { described.map(\.name) }

  /// Keys of other programs, each with the key that job files have for it.
  private static let otherNames = ["w": "width", "h": "height", "left": "x", "top": "y"]

  /// The key of this level that an unknown key most likely stands for.
  func meant(by key: String) -> String? {
    if let meant = Self.otherNames[key], keys.contains(meant) { return meant }
    let isWordElsewhere = Self.all.contains { $0.keys.contains(key) }
    return isWordElsewhere ? nil : key.misspelt(of: keys)
  }

  /// The message about a key that this level doesn't have.
  func complaint(about key: String) -> String {
    let places = Self.all.filter { $0.keys.contains(key) }.map(\.place)
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
