import ImageModel
import TestSupport

@testable import Imaging

/// A small file with damage of one kind, made by hand.
struct DamagedJPEG {
  var name: String
  var file: [UInt8]
  var color: ColorModel
  var size: PixelSize
  /// The mildest policy that fails it.
  var failing: CorruptionPolicy
  /// The message of the failure.
  var failure: String
  /// That of stricter policies, where other damage comes first.
  var stricter: String?
  /// What is warned about where nothing fails, behind "decoder warning ".
  var warnings: [String]
  /// What a tolerant decode shows; nil for the guess of libjpeg's plainest path.
  var picture: TestPicture?

  /// One or more of each kind.
  static func all() throws -> [DamagedJPEG] {
    try [
      cut(), ended(), unended(), huffman(), restart(), restartedLate(), progression(), sequential(),
      extraneous(),
      twiceExtraneous(), version(), transform(),
    ]
  }

  private static let grey = TestPicture.noisy(width: 45, height: 37, channels: 1)

  private init(
    _ name: String, _ file: [UInt8], _ size: PixelSize, color: ColorModel = .grey,
    _ failing: CorruptionPolicy, _ failure: String, _ warnings: [String], shows picture: TestPicture? = nil
  ) {
    self.name = name
    self.file = file
    self.size = size
    self.color = color
    self.failing = failing
    self.failure = failure
    self.warnings = warnings
    self.picture = picture
  }

  /// Bytes from a marker to the file's end.
  private static func place(of marker: UInt8, in file: [UInt8], from start: Int = 2) -> Int {
    file.indices.dropFirst(start).first { file[$0...].starts(with: [0xFF, marker]) } ?? 0
  }

  /// Where the entropy-coded data of the first scan begins.
  private static func data(of file: [UInt8]) -> Int {
    let scan = place(of: 0xDA, in: file)
    return scan + 2 + Int(file[scan + 3])
  }

  private static func cut() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    return DamagedJPEG(
      "a file cut in its data", Array(file[..<(file.count / 2)]), grey.size, .truncated,
      "the file ends too early (jpeg_eof)", ["hit_marker, once", "jpeg_eof, once"])
  }

  private static func ended() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    return DamagedJPEG(
      "data that ends with a marker too early", file[..<(file.count / 2)] + [0, 0xFF, 0xD9], grey.size,
      .truncated, "the data ends early, at a marker that doesn't belong there (hit_marker)",
      ["hit_marker, once"])
  }

  private static func unended() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    return DamagedJPEG(
      "a file without its last two bytes", file.dropLast(2), grey.size, .truncated,
      "the file ends too early (jpeg_eof)", ["jpeg_eof, once"], shows: try TestJPEG.decode(file).picture)
  }

  /// Two blocks of 72 ones, each FF followed by its 0. No code of the standard tables is all ones, so that a code
  /// ends after 17 of them and counts as 0: no change of DC, and then the end of the block.
  private static func huffman() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(.noisy(width: 16, height: 8, channels: 1))
    let ones = [[UInt8]](repeating: [0xFF, 0], count: 9).joined()
    return DamagedJPEG(
      "data of ones alone", file[..<data(of: file)] + ones + [0xFF, 0xD9],
      PixelSize(width: 16, height: 8), .error, "a Huffman code doesn't exist (huff_bad_code)",
      ["huff_bad_code, 4 times"],
      shows: TestPicture(
        width: 16, height: 8, channels: 1, samples: [UInt8](repeating: 128, count: 16 * 8)))
  }

  private static func restarting() throws -> [UInt8] {
    var kind = TestJPEG(.grey)
    kind.restart = 6
    return try kind.file(grey)
  }

  /// A number too far off to mean lost data (ITU-T T.81 leaves it open; libjpeg says two on either side).
  private static func restart() throws -> DamagedJPEG {
    let file = try restarting()
    var damaged = file
    damaged[place(of: 0xD0, in: file, from: data(of: file)) + 1] = 0xD4
    return DamagedJPEG(
      "a wrong restart marker", damaged, grey.size, .error,
      "a restart marker is missing or out of order (must_resync)", ["must_resync, once"],
      shows: try TestJPEG.decode(file).picture)
  }

  /// The next marker's number, so that they go 1, 1, 2, 3: the interval before the first is taken for lost, which is
  /// data that ends early. The second interval stands where the third belongs, so that the next marker comes too
  /// late, and the third is passed over.
  private static func restartedLate() throws -> DamagedJPEG {
    var damaged = try restarting()
    damaged[place(of: 0xD0, in: damaged, from: data(of: damaged)) + 1] = 0xD1
    var damage = DamagedJPEG(
      "the next restart marker", damaged, grey.size, .truncated,
      "the data ends early, at a marker that doesn't belong there (hit_marker)",
      ["extraneous_data, once", "hit_marker, once", "must_resync, 2 times"])
    damage.stricter = "a restart marker is missing or out of order (must_resync)"
    return damage
  }

  /// The scan of the first AC coefficient twice.
  private static func progression() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey, .scans(3)).file(grey)
    // Each scan begins with its own Huffman table.
    let second = place(of: 0xC4, in: file, from: data(of: file))
    let third = place(of: 0xC4, in: file, from: place(of: 0xDA, in: file, from: second))
    return DamagedJPEG(
      "a scan that is there twice", Array(file[..<third]) + file[second...], grey.size, .error,
      "a scan refines what isn't there (bogus_progression)", ["bogus_progression, once"],
      shows: try TestJPEG.decode(file).picture)
  }

  private static func sequential() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    var damaged = file
    damaged[data(of: file) - 2] = 62
    return DamagedJPEG(
      "a sequential scan of 62 coefficients", damaged, grey.size, .error,
      "a scan isn't one of a sequential picture (not_sequential)", ["not_sequential, once"],
      shows: try TestJPEG.decode(file).picture)
  }

  private static func extraneous() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    let tables = place(of: 0xDB, in: file)
    return DamagedJPEG(
      "bytes before a marker", file[..<tables] + [1, 2, 3] + file[tables...], grey.size, .warning,
      "bytes that don't belong there stand before a marker (extraneous_data)", ["extraneous_data, once"],
      shows: try TestJPEG.decode(file).picture)
  }

  private static func twiceExtraneous() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    let (tables, frame) = (place(of: 0xDB, in: file), place(of: 0xC0, in: file))
    return DamagedJPEG(
      "bytes before two markers", file[..<tables] + [1] + file[tables..<frame] + [2] + file[frame...],
      grey.size, .warning, "bytes that don't belong there stand before a marker (extraneous_data)",
      ["extraneous_data, 2 times"], shows: try TestJPEG.decode(file).picture)
  }

  private static func version() throws -> DamagedJPEG {
    let file = try TestJPEG(.grey).file(grey)
    var damaged = file
    damaged[place(of: 0xE0, in: file) + 9] = 3
    return DamagedJPEG(
      "JFIF 3", damaged, grey.size, .warning, "the JFIF marker names an unknown version (jfif_major)",
      ["jfif_major, once"], shows: try TestJPEG.decode(file).picture)
  }

  /// What libjpeg takes for YCbCr, whatever the writer meant.
  private static func transform() throws -> DamagedJPEG {
    let picture = TestPicture.noisy(width: 45, height: 37)
    let file = try TestJPEG(.rgb).file(picture)
    var damaged = file
    damaged[place(of: 0xEE, in: file) + 15] = 9
    return DamagedJPEG(
      "Adobe's transform 9", damaged, picture.size, color: .ycbcr, .warning,
      "the Adobe marker names an unknown transform (adobe_xform)", ["adobe_xform, once"],
      shows: try TestJPEG.decode(file).picture)
  }
}
