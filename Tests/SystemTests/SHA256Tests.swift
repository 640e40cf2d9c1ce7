import Foundation
import System
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// Examples of FIPS 180-2 (appendix B) and the digest of nothing.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func publishedDigests(_ text: String, _ digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)) == digest)
    #expect(SHA256.digest(of: Array(text.utf8), bytes: 16) == String(digest.prefix(32)))
  }

  @Test("A start makes the digest of the whole, however often it is used")
  func starts() {
    for length in 0...130 {
      let bytes = (0..<length).map { UInt8($0) }
      let start = SHA256.Start(bytes)
      for more in [[], [7], Array(repeating: UInt8(9), count: 100)] as [[UInt8]] {
        #expect(SHA256.digest(of: more, after: start) == SHA256.digest(of: bytes + more))
      }
    }
  }

  @Test func piecesMakeTheDigestOfTheWhole() {
    var random = SplitMix64(seed: 1)
    for length in Array(0...130) + [4096, 100_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let running = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...max(1, length / 2), using: &random))
        piece.withUnsafeBytes { running.update($0) }
        rest = rest.dropFirst(piece.count)
      }
      #expect(running.finish() == SHA256.digest(of: bytes))
    }
  }

  @Test func twoDigitsForEachByte() {
    let all = (0...255).map { UInt8($0) }
    #expect(hexadecimal(all) == all.map { String(format: "%02x", $0) }.joined())
  }
}
