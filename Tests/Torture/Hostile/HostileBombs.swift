import TestSupport

/// Small files that ask for much: memory, time or patience.
enum HostileBombs {
  /// Such as fit into a batch with others, and have no more than `most` bytes of markers.
  static func small(most: Int) throws -> [HostileFile] {
    try markers(most) + [
      HostileFile(name: "bomb-baseline-65500", bytes: try empty(.baseline, 65500, 65500)),
      HostileFile(name: "bomb-progressive-65500", bytes: try empty(.progressive, 65500, 65500)),
      HostileFile(name: "bomb-wide", bytes: try empty(.baseline, 65500, 1)),
      HostileFile(name: "bomb-tall", bytes: try empty(.baseline, 1, 65500)),
    ]
  }

  /// Such as are run one at a time, with an eye on memory and time.
  static func large() throws -> [HostileFile] {
    let empties: [(String, TestJPEG.Process, Int, Int)] = [
      ("baseline-100MP", .baseline, 10000, 10000), ("progressive-100MP", .progressive, 10000, 10000),
      ("progressive-50MP", .progressive, 10000, 5000), ("baseline-wide", .baseline, 65500, 1500),
      ("progressive-wide", .progressive, 65500, 1500), ("progressive-tall", .progressive, 1500, 65500),
    ]
    return try empties.map { name, process, width, height in
      HostileFile(name: "bomb-\(name)", bytes: try empty(process, width, height))
    } + scans()
      + [
        HostileFile(name: "bomb-restart-1", bytes: try restarts()),
        HostileFile(name: "sound-4MP", bytes: try sound(.baseline)),
        HostileFile(name: "sound-progressive-4MP", bytes: try sound(.progressive)),
      ]
  }

  private static let little = TestPicture.noisy(width: 16, height: 16)

  /// A picture of a size that its few data don't fill.
  private static func empty(_ process: TestJPEG.Process, _ width: Int, _ height: Int) throws -> [UInt8] {
    Segments(try TestJPEG(.ycbcr, process).file(little)).sized(width, height).file
  }

  private static func sound(_ process: TestJPEG.Process) throws -> [UInt8] {
    try TestJPEG(.ycbcr, process).file(.smooth(width: 2000, height: 2000))
  }

  /// Its last scan again and again.
  private static func scans() throws -> [HostileFile] {
    let grey = TestPicture.plain(width: 1000, height: 1000, [90])
    let file = try TestJPEG(.grey, .scans(90)).file(grey)
    let last = file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA } ?? 0
    let scan = file[last..<(file.count - 2)]
    return [11, 411, 1911].flatMap { more in
      [(1000, 1000), (3742, 3742)].map { width, height in
        let bytes = file.dropLast(2) + (0..<more).flatMap { _ in scan } + [0xFF, 0xD9]
        let image = Segments(Array(bytes)).sized(width, height)
        return HostileFile(name: "bomb-scans-\(90 + more)-\(width)", bytes: image.file)
      }
    }
  }

  private static func restarts() throws -> [UInt8] {
    var jpeg = TestJPEG(.ycbcr)
    jpeg.restart = 1
    return Segments(try jpeg.file(little)).sized(10000, 10000).file
  }

  private static func markers(_ most: Int) throws -> [HostileFile] {
    let image = Segments(try TestJPEG(.ycbcr).file(little))
    let counts: [(Int, UInt8, Int)] = [
      (4097, 0xE1, 0), (100_000, 0xFE, 0), (262_144, 0xE1, 0), (256, 0xFE, 65533), (255, 0xE2, 65533),
    ]
    return counts.filter { $0.0 * ($0.2 + 4) <= most }.map { count, marker, size in
      let segment = Segments.Segment(marker: marker, payload: [UInt8](repeating: 0x41, count: size)).bytes
      let bytes = [0xFF, 0xD8] + Array(repeatElement(segment, count: count).joined())
      return HostileFile(name: "bomb-markers-\(count)-\(marker)", bytes: bytes + image.file.dropFirst(2))
    }
  }
}
