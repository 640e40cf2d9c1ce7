import Glibc
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Damage and what is done about it")
struct PixelCorruptionTests {
  /// Policies from the strictest to the mildest.
  private static let policies: [CorruptionPolicy] = [.warning, .error, .truncated, .none]

  private static func warnings(_ kinds: [String]) -> [Finding] {
    kinds.map { Finding(.damaged, "decoder warning \($0)") }
  }

  @Test("Each class fails by its own policy and the stricter ones", arguments: policies)
  func classes(_ policy: CorruptionPolicy) throws {
    let strictness = try #require(Self.policies.firstIndex(of: policy))
    for damage in try DamagedJPEG.all() {
      let request = DecodeRequest(
        storedSize: damage.size, pixels: PixelFormat(damage.color), scale: .full,
        region: PixelRect(damage.size),
        deadline: PixelDecoding.never, onCorrupt: policy)
      let mildest = try #require(Self.policies.firstIndex(of: damage.failing))
      if strictness > mildest {
        let decoded = try PixelDecoding.decoded(damage.file, request)
        #expect(decoded.warnings == Self.warnings(damage.warnings), "\(damage.name)")
        let expected = try damage.picture ?? TestJPEG.decode(damage.file).picture
        #expect(decoded.picture == expected, "\(damage.name)")
      } else {
        let failure = strictness < mildest ? damage.stricter ?? damage.failure : damage.failure
        #expect(throws: ImageError(.corrupt, "damaged image data: \(failure)"), "\(damage.name)") {
          try PixelDecoding.decoded(damage.file, request)
        }
      }
    }
  }

  private static let tall = TestPicture.noisy(width: 64, height: 400, channels: 1)

  /// What the upper rows of a tall picture give.
  private static func top(
    _ file: [UInt8], _ scale: DCTScale, _ policy: CorruptionPolicy, _ verify: VerifyExtent
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    try PixelDecoding.decoded(
      file,
      DecodeRequest(
        storedSize: tall.size, pixels: PixelFormat(.grey), scale: scale,
        region: PixelRect(x: 1, y: 1, width: 6, height: 3),
        deadline: PixelDecoding.never, onCorrupt: policy, verify: verify))
  }

  @Test("Damage below the region is seen when all is verified", arguments: DCTScale.libjpeg)
  func below(_ scale: DCTScale) throws {
    var kind = TestJPEG(.grey)
    kind.restart = 8
    let file = try kind.file(Self.tall)
    // The marker behind row 45 of 50 rows of blocks.
    let marker = try #require(file.indices.filter { file[$0] == 0xFF && file[$0 + 1] == 0xD4 }.last)
    var damaged = file
    damaged[marker + 1] = 0xD0
    let picture = try Self.top(file, scale, .warning, .full).picture
    #expect(try Self.top(file, scale, .warning, .crop).picture == picture)

    let unseen = try Self.top(damaged, scale, .warning, .crop)
    #expect(unseen.picture == picture)
    #expect(unseen.warnings == [])
    let failure = "damaged image data: a restart marker is missing or out of order (must_resync)"
    #expect(throws: ImageError(.corrupt, failure)) { try Self.top(damaged, scale, .error, .full) }
    let seen = try Self.top(damaged, scale, .truncated, .full)
    #expect(seen.picture == picture)
    #expect(seen.warnings == Self.warnings(["must_resync, once"]))
  }

  @Test("Data that ends below the region is damage of its class, and is counted once")
  func endsBelow() throws {
    let file = try TestJPEG(.grey).file(Self.tall)
    let cut = Array(file[..<(file.count - 500)])
    let ended = cut + [0, 0xFF, 0xC3] + [UInt8](repeating: 0, count: 20)
    for (policy, verify) in [
      (CorruptionPolicy.warning, VerifyExtent.crop), (.error, .crop), (.truncated, .crop),
      (.truncated, .full),
    ] {
      #expect(throws: ImageError(.corrupt, "damaged image data: the file ends too early (jpeg_eof)")) {
        try Self.top(cut, .full, policy, verify)
      }
      let misplaced = "the data ends early, at a marker that doesn't belong there (hit_marker)"
      #expect(throws: ImageError(.corrupt, "damaged image data: \(misplaced)")) {
        try Self.top(ended, .full, policy, verify)
      }
    }
    let whole = try Self.top(file, .full, .none, .crop).picture
    let decodes = try [cut, ended].flatMap { file in
      try [VerifyExtent.crop, .full].map { try Self.top(file, .full, .none, $0) }
    }
    #expect(decodes.map(\.picture) == [TestPicture](repeating: whole, count: 4))
    #expect(
      decodes.map(\.warnings) == [
        Self.warnings(["jpeg_eof, once"]), Self.warnings(["hit_marker, once", "jpeg_eof, once"]),
        Self.warnings(["hit_marker, once"]), Self.warnings(["hit_marker, once"]),
      ])
  }

  @Test(
    "A whole picture has no damage, however strictly it is looked at",
    arguments: PixelDamageTests.kinds.indices)
  func whole(_ index: Int) throws {
    let (kind, color) = PixelDamageTests.kinds[index]
    let picture = TestPicture.noisy(width: 45, height: 37, channels: color.samples)
    let file = try kind.file(picture)
    for scale in DCTScale.libjpeg {
      let decoded = try PixelDecoding.decoded(
        file,
        DecodeRequest(
          storedSize: picture.size, pixels: PixelFormat(color), scale: scale,
          region: PixelRect(x: 2, y: 1, width: 3, height: 2),
          deadline: PixelDecoding.never, onCorrupt: .warning, verify: .full))
      #expect(decoded.warnings == [])
    }
  }

  @Test("Tolerated damage gives what libjpeg's plainest path gives, at every scale and in every region")
  func regions() throws {
    var random = SplitMix64(seed: 3)
    for index in PixelDamageTests.kinds.indices {
      let (kind, color) = PixelDamageTests.kinds[index]
      let stored = PixelSize(width: 77, height: 85)
      let file = try kind.file(.noisy(width: 77, height: 85, channels: color.samples))
      let start = file.indices.last { file[$0...].starts(with: [0xFF, 0xDB]) } ?? 0
      for _ in 0..<12 {
        let cut = Array(file[..<Int.random(in: start + 300..<file.count, using: &random)])
        for scale in DCTScale.libjpeg {
          guard let whole = try? TestJPEG.decode(cut, eighths: scale.eighths).picture else { continue }
          for box in PixelDecoding.boxes(in: scale.decodedSize(of: stored), atRandom: 3, &random) {
            let request = DecodeRequest(
              storedSize: stored, pixels: PixelFormat(color), scale: scale, region: box,
              deadline: PixelDecoding.never,
              onCorrupt: .none)
            let decoded = try PixelDecoding.decoded(cut, request)
            #expect(
              decoded.picture == whole.cropped(box), "kind \(index), \(cut.count) bytes, \(scale), \(box)")
            #expect(decoded.warnings.contains { $0.message.hasPrefix("decoder warning jpeg_eof") })
          }
        }
      }
    }
  }
}
