import ImageModel
import JobFile
import System
import Testing

@testable import Planning
@testable import Survey

/// Pictures that came whole with their headers.
@Suite struct KeptPicturesTests {
  private func version(_ bytes: Int, _ number: UInt64 = 1) -> SourceVersion {
    SourceVersion(FileIdentity(bytes: bytes, modified: 0, inode: number))
  }

  /// The plan of a source in the version of ``version(_:_:)``.
  private func image(_ source: String, _ bytes: Int, _ number: UInt64 = 1) -> ImagePlan {
    ImagePlan(
      index: 1, source: source, id: source, bytes: bytes, modified: 0, inode: number, format: nil,
      storedSize: nil, pixels: nil, peakBytes: 1, isUntagged: false, hash: .sha256, onCorrupt: .error,
      verify: .crop, seconds: 1, decodes: [], outputs: [], boxes: nil, error: nil, warnings: [])
  }

  /// With a picture of each name, whose bytes all have the picture's number.
  private func kept(most: Int, _ sizes: KeyValuePairs<String, Int>) -> KeptPictures {
    let kept = KeptPictures(most: most)
    for (number, (name, size)) in sizes.enumerated() {
      kept.add(name, version(size), [UInt8](repeating: UInt8(number), count: size))
    }
    return kept
  }

  private func has(_ kept: KeptPictures, _ sizes: KeyValuePairs<String, Int>) -> [Bool] {
    sizes.map { kept.has($0.key, version($0.value)) }
  }

  @Test("A picture that has no room isn't kept, and a smaller one after it is")
  func bound() {
    let sizes: KeyValuePairs = ["a": 6, "b": 5, "c": 4, "d": 1]
    let kept = kept(most: 10, sizes)
    #expect(has(kept, sizes) == [true, false, true, false])
    #expect(kept.bytes == 10)
    #expect(kept.hasRoom(for: 0) && !kept.hasRoom(for: 1))
  }

  @Test("Another version takes the place of a picture, also if it has no room")
  func versions() {
    let kept = kept(most: 10, ["a": 6])
    kept.add("a", version(9, 2), [UInt8](repeating: 7, count: 9))
    #expect(kept.has("a", version(9, 2)) && !kept.has("a", version(6)))
    #expect(kept.bytes == 9)
    kept.add("a", version(11, 3), [UInt8](repeating: 7, count: 11))
    #expect(!kept.has("a", version(9, 2)) && !kept.has("a", version(11, 3)))
    #expect(kept.bytes == 0)
  }

  @Test("A run keeps the first pictures that it needs and that have room, and no others come")
  func retain() {
    let sizes: KeyValuePairs = ["a": 3, "b": 4, "c": 5, "d": 2, "e": 1]
    let kept = kept(most: 100, sizes)
    let images = [image("e", 1), image("a", 3, 2), image("b", 4), image("c", 5), image("d", 2)]
    // Another version of `a` is planned, and `e` isn't needed.
    kept.retain(images, at: [1, 2, 3, 4], within: 7)
    #expect(has(kept, sizes) == [false, true, false, true, false])
    #expect(kept.bytes == 6)
    kept.add("f", version(1), [1])
    #expect(kept.bytes == 6 && !kept.has("f", version(1)))
  }

  @Test("A picture is dropped when the last of its images is made")
  func release() {
    let kept = kept(most: 100, ["a": 3, "b": 4])
    kept.retain([image("a", 3), image("b", 4), image("a", 3)], at: [0, 1, 2], within: 100)
    #expect(kept.release("a") == 0)
    #expect(has(kept, ["a": 3, "b": 4]) == [true, true])
    #expect(kept.release("a") == 3)
    #expect(has(kept, ["a": 3, "b": 4]) == [false, true])
    #expect(kept.release("b") == 4)
    #expect(kept.bytes == 0)
    #expect(kept.release("b") == 0)
  }

  @Test("A kept picture opens as often as it is asked for, in its own version only")
  func open() throws {
    let kept = kept(most: 100, ["a": 3, "b": 4])
    for _ in 0..<2 {
      let source = try #require(try content(of: kept, "b", version(4)))
      #expect(source == [1, 1, 1, 1])
    }
    #expect(try content(of: kept, "b", version(4, 2)) == nil)
    #expect(try content(of: kept, "c", version(4)) == nil)
  }

  /// The bytes of an open picture, whose facts must be right.
  private func content(of kept: KeptPictures, _ name: String, _ version: SourceVersion) throws -> [UInt8]? {
    guard let source = try kept.open(name, version) else { return nil }
    #expect(source.version == version)
    #expect(source.heldBytes == version.bytes)
    try source.checkUnchanged()
    return try source.descriptor.read(100, at: 0)
  }
}
