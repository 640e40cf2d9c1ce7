/// A JPEG's segments before its first scan, to be taken apart and put together in wrong ways.
struct Segments {
  /// One marker with its length and what follows.
  struct Segment: Hashable {
    var marker: UInt8
    /// Without marker and length.
    var payload: [UInt8]

    /// As it stands in a file.
    var bytes: [UInt8] {
      let size = payload.count + 2
      return [0xFF, marker, UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)] + payload
    }
  }

  var head: [Segment] = []
  /// From the first SOS on.
  var rest: [UInt8]

  /// Takes a sound file apart.
  init(_ file: [UInt8]) {
    var place = 2
    while place + 4 <= file.count, file[place + 1] != 0xDA {
      let size = Int(file[place + 2]) << 8 | Int(file[place + 3])
      head.append(Segment(marker: file[place + 1], payload: Array(file[(place + 4)..<(place + 2 + size)])))
      place += 2 + size
    }
    rest = Array(file[place...])
  }

  /// The whole file.
  var file: [UInt8] { [0xFF, 0xD8] + head.flatMap(\.bytes) + rest }

  /// Where the frame header stands.
  var frame: Int {
    head.firstIndex { 0xC0...0xCF ~= $0.marker && ![0xC4, 0xC8, 0xCC].contains($0.marker) } ?? 0
  }

  /// The same with a width and a height in the frame header.
  func sized(_ width: Int, _ height: Int) -> Segments {
    var copy = self
    copy.head[frame].payload.replaceSubrange(
      1..<5, with: [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)])
    return copy
  }
}
