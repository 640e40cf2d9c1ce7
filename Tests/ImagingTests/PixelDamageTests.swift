import Glibc
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Damaged pictures")
struct PixelDamageTests {
  /// Small files of each kind, with what they are decoded as.
  static let kinds: [(kind: TestJPEG, color: ColorModel)] = {
    var subsampled = TestJPEG(.ycbcr)
    subsampled.sampling = [.init(2, 2)]
    var restarting = TestJPEG(.ycbcr)
    restarting.restart = 2
    return [
      (subsampled, .ycbcr), (restarting, .ycbcr), (TestJPEG(.ycbcr, .progressive), .ycbcr),
      (TestJPEG(.ycbcr, .planar), .ycbcr), (TestJPEG(.grey), .grey), (TestJPEG(.rgb), .rgb),
    ]
  }()

  private static let picture = size(45, 37)

  private static func file(_ index: Int) throws -> [UInt8] {
    let (kind, color) = kinds[index]
    return try kind.file(
      .noisy(width: picture.width, height: picture.height, channels: color.samples))
  }

  @Test("A file that is cut off anywhere before its end is corrupt", arguments: kinds.indices)
  func truncation(_ index: Int) throws {
    let file = try Self.file(index)
    for length in stride(from: 0, to: file.count - 2, by: 97) {
      let failure = try PixelDecoding.failure(
        Array(file[..<length]), Self.kinds[index].color, stored: Self.picture)
      #expect(
        failure == Finding(.corrupt, "damaged image data: the file ends too early (jpeg_eof)"),
        "\(length) bytes")
    }
    #expect(try PixelDecoding.failure(file, Self.kinds[index].color, stored: Self.picture) == nil)
  }

  /// Why a tall picture isn't whole of which the first rows were decoded, or nil.
  private static func drained(_ file: [UInt8], _ color: ColorModel, _ stored: PixelSize) throws -> Finding? {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(.libjpeg, descriptor: open.descriptor, digest: nil)
    let request = DecodeRequest(
      storedSize: stored, pixels: PixelFormat(color), scale: .full,
      region: PixelRect(x: 0, y: 0, width: 64, height: 16),
      deadline: PixelDecoding.never)
    try decoder.decode(request) { _ in }
    do throws(ImageError) { try decoder.drain(limit: file.count) } catch { return error.finding }
    return nil
  }

  @Test("Data that ends below what is decoded is corrupt too", arguments: [0, 1, 4])
  func truncationBelow(_ index: Int) throws {
    // Large enough that its end is in another read than its first rows.
    let tall = size(64, 4000)
    let (kind, color) = Self.kinds[index]
    let file = try kind.file(.noisy(width: tall.width, height: tall.height, channels: color.samples))
    #expect(try Self.drained(file, color, tall) == nil)
    // The last two bytes are the marker itself.
    for length in [file.count - 1, file.count - 2, file.count - 1000, 1 << 17, 70_000] {
      #expect(
        try Self.drained(Array(file[..<length]), color, tall)
          == Finding(.corrupt, "damaged image data: the file ends too early (jpeg_eof)"), "\(length) bytes")
    }
    let misplaced = file[..<100_000] + [0, 0xFF, 0xC3] + file[100_000...]
    #expect(
      try Self.drained(Array(misplaced), color, tall)
        == Finding(
          .corrupt,
          "damaged image data: the data ends early, at a marker that doesn't belong there (hit_marker)"))
  }

  @Test("The front of a file gives its upper rows as they are, or damage", arguments: [0, 1, 4])
  func front(_ index: Int) throws {
    let tall = size(64, 400)
    let (kind, color) = Self.kinds[index]
    let file = try kind.file(.noisy(width: tall.width, height: tall.height, channels: color.samples))
    var request = DecodeRequest(
      storedSize: tall, pixels: PixelFormat(color), scale: .full,
      region: PixelRect(x: 3, y: 9, width: 50, height: 41), deadline: PixelDecoding.never, onCorrupt: .none)
    let whole = try PixelDecoding.decoded(file, request).picture
    request.isOfFront = true
    var (sound, damaged) = (0, 0)
    for length in stride(from: file.count / 20, to: file.count / 3, by: file.count / 200) {
      let front = try PixelDecoding.decoded(Array(file[..<length]), request)
      if front.warnings.isEmpty {
        sound += 1
        #expect(front.picture == whole, "\(length) bytes")
      } else {
        damaged += 1
      }
    }
    #expect(sound > 10 && damaged > 5)
  }

  @Test("Bytes at random never do more than fail", arguments: kinds.indices)
  func mutation(_ index: Int) throws {
    let file = try Self.file(index)
    let codes: Set<Finding.Code> = [.corrupt, .decodeFailed, .sourceChanged, .tooManyScans]
    var random = SplitMix64(seed: UInt64(index))
    var seen: [Finding.Code: Int] = [:]
    for _ in 0..<600 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let failure = try PixelDecoding.failure(damaged, Self.kinds[index].color, stored: Self.picture)
      if let failure { seen[failure.code, default: 0] += 1 }
    }
    #expect(Set(seen.keys).isSubset(of: codes))
    #expect(seen[.corrupt, default: 0] > 0)
  }

  @Test("Damaged regions at every scale never do more than fail", arguments: DCTScale.libjpeg)
  func mutatedRegions(_ scale: DCTScale) throws {
    let file = try Self.file(0)
    let decoded = scale.decodedSize(of: Self.picture)
    var random = SplitMix64(seed: 11)
    var corrupt = 0
    for _ in 0..<500 {
      var damaged = file
      damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
      let box = PixelDecoding.boxes(in: decoded, atRandom: 1, &random)[4]
      do {
        _ = try PixelDecoding.region(damaged, .ycbcr, stored: Self.picture, scale: scale, box)
      } catch let error as ImageError {
        let code = error.finding.code
        #expect([.corrupt, .decodeFailed, .sourceChanged, .tooManyScans].contains(code))
        corrupt += code == .corrupt ? 1 : 0
      }
    }
    #expect(corrupt > 0)
  }

  @Test("A deadline that has passed", arguments: kinds.indices)
  func timeout(_ index: Int) throws {
    #expect(
      try PixelDecoding.failure(
        Self.file(index), Self.kinds[index].color, stored: Self.picture, deadline: 1)
        == Finding(.timeout, "took longer than limits.seconds_per_image"))
  }

  @Test("A hundred scans are taken, one more is refused")
  func scans() throws {
    let picture = TestPicture.noisy(width: 33, height: 21, channels: 1)
    let most = try TestJPEG(.grey, .scans(100)).file(picture)
    #expect(try PixelDecoding.failure(most, .grey, stored: picture.size) == nil)
    let more = try TestJPEG(.grey, .scans(101)).file(picture)
    #expect(
      try PixelDecoding.failure(more, .grey, stored: picture.size)
        == Finding(.tooManyScans, "has more scans than any camera writes"))
  }

  /// Decoding would come upon the damage first, or take gigabytes.
  @Test("Scans are counted before anything is decoded")
  func scansAhead() throws {
    let tooMany = Finding(.tooManyScans, "has more scans than any camera writes")
    let picture = TestPicture.noisy(width: 33, height: 21, channels: 1)
    var damaged = try TestJPEG(.grey, .scans(101)).file(picture)
    let scans = damaged.indices.dropLast().filter { damaged[$0] == 0xFF && damaged[$0 + 1] == 0xDA }
    // The second scan's successive approximation (ITU-T T.81, B.2.3).
    damaged[scans[1] + 9] = 0x10
    #expect(try PixelDecoding.failure(damaged, .grey, stored: picture.size) == tooMany)

    // 40,000 x 40,000 x 3 is above 4,000,000,000.
    var large = try TestJPEG(.grey, .scans(3)).file(picture)
    let frame = try #require(large.indices.first { large[$0...].starts(with: [0xFF, 0xC2]) })
    large.replaceSubrange(frame + 5..<frame + 9, with: [0x9C, 0x40, 0x9C, 0x40])
    let file = try OpenBytes(large)
    let decoder = try PictureDecoder(.libjpeg, descriptor: file.descriptor, digest: nil)
    let request = DecodeRequest(
      storedSize: size(40_000, 40_000), pixels: PixelFormat(.grey), scale: .full,
      region: PixelRect(x: 0, y: 0, width: 1, height: 1), deadline: PixelDecoding.never)
    #expect(throws: ImageError(tooMany)) { try decoder.decode(request) { _ in } }
  }

  @Test("What only looks like a scan isn't counted")
  func scansInMetadata() throws {
    let picture = TestPicture.noisy(width: 33, height: 21, channels: 1)
    let file = try TestJPEG(.grey, .scans(3)).file(picture)
    let names = [[UInt8]](repeating: [0xFF, 0xDA], count: 200).joined()
    let comment = [0xFF, 0xFE, UInt8(402 >> 8), UInt8(402 & 255)] + names
    let table = try #require(file.indices.filter { file[$0...].starts(with: [0xFF, 0xC4]) }.last)
    let commented = file[..<2] + comment + file[2..<table] + comment + file[table...]
    #expect(
      try PixelDecoding.region(Array(commented), .grey, stored: picture.size, PixelRect(picture.size))
        == TestJPEG.decode(file).picture)
  }

  @Test("Another picture than the one that was planned")
  func changed() throws {
    let changed = Finding(.sourceChanged, "changed after it was planned")
    let file = try Self.file(0)
    for other in [size(44, 37), size(45, 38), size(37, 45)] {
      #expect(try PixelDecoding.failure(file, .ycbcr, stored: other) == changed)
    }
    for color in [ColorModel.grey, .rgb] {
      #expect(try PixelDecoding.failure(file, color, stored: Self.picture) == changed)
    }
    for box in [
      PixelRect<Decoded>(x: 0, y: 0, width: 46, height: 1), PixelRect(x: 0, y: 36, width: 1, height: 2),
    ] {
      #expect(throws: ImageError(changed)) {
        _ = try PixelDecoding.region(file, .ycbcr, stored: Self.picture, box)
      }
    }
  }

  @Test("A descriptor that can't be read")
  func unreadable() throws {
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    let decoder = try PictureDecoder(.libjpeg, descriptor: folder, digest: nil)
    #expect(throws: ImageError(.ioError, "can't be read: Is a directory")) {
      try decoder.decode(
        DecodeRequest(
          storedSize: Self.picture, pixels: PixelFormat(.grey), scale: .full, region: PixelRect(Self.picture),
          deadline: PixelDecoding.never)
      ) { _ in }
    }
  }
}
