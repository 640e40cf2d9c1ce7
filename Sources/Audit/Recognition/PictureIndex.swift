import JobFile
import System

/// The pictures below a folder, by their names. It finds the folder to which the names in annotations are relative.
struct PictureIndex {
  /// The paths of all pictures relative to the base folder, in the order of their bytes.
  let names: [[UInt8]]
  /// The indices of pictures in ``names`` by their names without folder and extension.
  private let places: [[UInt8]: [Int32]]

  /// So many names of annotations suffice to find a folder.
  private static let mostNames = 1000
  /// So many pictures of one name are looked at.
  private static let mostAlike = 256

  init(_ names: [[UInt8]]) {
    self.names = names
    var places: [[UInt8]: [Int32]] = [:]
    for (place, name) in names.enumerated() {
      places[name.lastName.withoutExtension, default: []].append(Int32(clamping: place))
    }
    self.places = places
  }

  /// The pictures with the path `path` without its extension.
  func pictures(_ path: [UInt8]) -> [[UInt8]] {
    let start = path + [UInt8(ascii: ".")]
    return names[first(from: start)...].prefix { $0.starts(with: start) }.filter {
      $0.withoutExtension == path
    }
  }

  private func has(_ path: [UInt8]) -> Bool {
    let place = first(from: path)
    return place < names.count && names[place] == path
  }

  /// The index of the first name that doesn't come before `path`.
  private func first(from path: [UInt8]) -> Int {
    names.indices.firstPlace { !names[$0].lexicographicallyPrecedes(path) }
  }

  /// The folder in which the pictures `named` lie, relative to the base folder. `named` are paths below the sought
  /// folder, without extension if `areStems`. `file` is the path of their annotation file.
  ///
  /// The usual folder beside the file counts if it has half of the pictures. Otherwise it is the folder with most of
  /// them. If several have equally many, as with pictures that are numbered anew in each split, the one counts whose
  /// name is in the file's name, or else the one whose path has most in common with the file's. Nil if none of the
  /// pictures is found.
  func folder(of named: [[UInt8]], areStems: Bool, beside file: [UInt8]) -> [UInt8]? {
    let step = max(1, named.count / Self.mostNames)
    let sample = stride(from: 0, to: named.count, by: step).map { named[$0] }
    let usual = Self.usualFolders(beside: file).map { folder in
      let hits = sample.count {
        let path = folder.joined(with: $0)
        return areStems ? !pictures(path).isEmpty : has(path)
      }
      return (folder: folder, hits: hits)
    }.max { $0.hits < $1.hits }
    if let usual, usual.hits > 0, 2 * usual.hits >= sample.count { return usual.folder }
    return bestFolder(of: sample, areStems: areStems, beside: file)
  }

  /// The folder with most of the pictures `sample`.
  private func bestFolder(of sample: [[UInt8]], areStems: Bool, beside file: [UInt8]) -> [UInt8]? {
    var hits: [[UInt8]: Int] = [:]
    for name in sample {
      let key = areStems ? name.lastName : name.lastName.withoutExtension
      for place in (places[key] ?? []).prefix(Self.mostAlike) {
        let picture = names[Int(place)]
        let path = areStems ? picture.withoutExtension : picture
        if path == name { hits[[], default: 0] += 1 }
        let rest = path.dropLast(name.count)
        if path.count > name.count, rest.last == .slash, path.suffix(name.count).elementsEqual(name) {
          hits[Array(rest.dropLast()), default: 0] += 1
        }
      }
    }
    return hits.max { one, other in
      let (left, right) = (kinship(one.key, file), kinship(other.key, file))
      if one.value != other.value { return one.value < other.value }
      return left == right ? other.key.lexicographicallyPrecedes(one.key) : left < right
    }?.key
  }

  /// The folder of an annotation file, and the folders that trainers look into instead: those with `images` or
  /// `JPEGImages` in place of a folder of annotations in the path.
  private static func usualFolders(beside file: [UInt8]) -> [[UInt8]] {
    let parts = file.folder.split(separator: .slash, omittingEmptySubsequences: false).map(Array.init)
    var folders = [file.folder]
    for (place, part) in parts.enumerated() {
      guard let others = usual[String(decoding: part, as: UTF8.self).lowercased()] else { continue }
      for other in others {
        var parts = parts
        parts[place] = Array(other.utf8)
        folders.append(Array(parts.joined(separator: [.slash])))
      }
    }
    return folders
  }

  private static let usual = ["labels": ["images"], "annotations": ["images", "JPEGImages"]]

  /// How close a folder's path is to an annotation file's. Higher is closer.
  private func kinship(_ folder: [UInt8], _ file: [UInt8]) -> Int {
    let (own, other) = (parts(folder), parts(file.folder))
    let start = zip(own, other).prefix { $0 == $1 }.count
    let end = zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let isNamed = own.last.map { !$0.isEmpty && file.lastName.firstRange(of: $0) != nil } ?? false
    return start + end + (isNamed ? 1 << 16 : 0)
  }

  private func parts(_ path: [UInt8]) -> [ArraySlice<UInt8>] { path.split(separator: .slash) }
}
