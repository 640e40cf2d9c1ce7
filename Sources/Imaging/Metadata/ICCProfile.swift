import System
import ImageModel

/// A JPEG's ICC profile in APP2 segments (ICC.1:2022, B.4).
package struct ICCProfile {

  /// The payloads of the profile's segments, in the order of their sequence numbers; empty if there is no
  /// profile.
  let chunks: [[UInt8]]

  /// Reads the profile from the segments that the header lists. Returns the profile, or the reason why it
  /// can't be used.
  static func read(
    _ header: JPEGHeader, from source: ByteSource
  ) throws(ImageError) -> Result<ICCProfile, Unfollowable> {
    let segments = header.segments(.icc)
    guard segments.reduce(0, { $0 + $1.length }) <= FixedLimits.Metadata.profileBytes else {
      return .failure(
        Unfollowable(reason: "it is larger than \(FixedLimits.Metadata.profileBytes >> 20) MiB"))
    }
    return ordered(try source.payloads(of: segments))
  }

  private static func ordered(_ payloads: [[UInt8]]) -> Result<ICCProfile, Unfollowable> {
    let head = MetadataSegment.Kind.icc.identifier.count
    guard payloads.allSatisfy({ $0.count > head + 2 }) else {
      return .failure(Unfollowable(reason: "a part of it is empty"))
    }
    guard payloads.allSatisfy({ Int($0[head + 1]) == payloads.count }) else {
      return .failure(Unfollowable(reason: "its parts don't agree how many they are"))
    }
    let sorted = payloads.sorted { $0[head] < $1[head] }
    guard sorted.indices.allSatisfy({ Int(sorted[$0][head]) == $0 + 1 }) else {
      return .failure(Unfollowable(reason: "a part of it is missing"))
    }
    return .success(ICCProfile(chunks: sorted))
  }

  /// Cuts a profile into segments for a JPEG of `components` components. Fails if the profile is too large,
  /// or if its colour space doesn't fit the components.
  static func cut(_ profile: [UInt8], components: Int) -> Result<ICCProfile, Unfollowable> {
    // The profile's colour space (ICC.1:2022, 7.2.8).
    let space = profile.dropFirst(16).prefix(4)
    guard space.elementsEqual((components == 1 ? "GRAY" : "RGB ").utf8) else {
      return .failure(
        Unfollowable(reason: "it isn't one of \(components == 1 ? "grey" : "red, green and blue")"))
    }
    guard profile.count <= FixedLimits.Metadata.profileBytes else {
      return .failure(
        Unfollowable(reason: "it is larger than \(FixedLimits.Metadata.profileBytes >> 20) MiB"))
    }
    return .success(ICCProfile(chunks: chunks(of: profile)))
  }

  /// A profile cut into payloads of segments.
  static func chunks(of profile: [UInt8]) -> [[UInt8]] {
    let head = MetadataSegment.Kind.icc.identifier
    let most = MetadataSegment.longestPayload - head.count - 2
    let count = (profile.count + most - 1) / most
    return (0..<count).map { index in
      head + [UInt8(index + 1), UInt8(count)]
        + profile[(index * most)..<min(profile.count, (index + 1) * most)]
    }
  }

  /// A JPEG's profile in one piece. Throws `io_error`.
  package static func profile(
    of header: JPEGHeader, from source: ByteSource
  ) throws(ImageError) -> SourceProfile {
    switch try read(header, from: source) {
    case .success(let profile): profile.chunks.isEmpty ? .none : .whole(profile.bytes)
    case .failure: .unusable
    }
  }

  /// The bytes of the profile.
  var bytes: [UInt8] {
    chunks.flatMap { $0.dropFirst(MetadataSegment.Kind.icc.identifier.count + 2) }
  }
}
