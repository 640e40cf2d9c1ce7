import CTurboJPEG

/// What libjpeg-turbo's TurboJPEG API says and makes of a file.
package enum TurboJPEG {
  /// Subsampling and colour space of TurboJPEG by the names that this project has for them.
  package struct Header: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// `4:4:4`, `4:2:2`, `4:2:0`, `grey`, `4:4:0` or `4:1:1`; nil where it knows none.
    package var subsampling: String?
    package var colors: String?
  }

  /// Why a call failed.
  package struct Refused: Error, Hashable {
    package let message: String
  }

  private static let subsamplings = ["4:4:4", "4:2:2", "4:2:0", "grey", "4:4:0", "4:1:1"]
  private static let colors = ["rgb", "ycbcr", "grey", "cmyk", "ycck"]

  /// By `tjDecompressHeader3`.
  package static func header(_ bytes: [UInt8]) throws(Refused) -> Header {
    try with(tjInitDecompress()) { handle in
      var (width, height, subsampling, color): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
      let status = tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &color)
      let header = Header(
        width: Int(width), height: Int(height), subsampling: name(subsampling, subsamplings),
        colors: name(color, colors))
      return (status, header)
    }
  }

  /// The samples of each component at its own resolution, by `tjDecompressToYUVPlanes` and the accurate DCT; with what fills
  /// the last pixels that share chroma.
  package static func planes(_ bytes: [UInt8]) throws(Refused) -> [TestPicture] {
    let header = try header(bytes)
    let kind = subsamplings.firstIndex { $0 == header.subsampling }.map { Int32($0) } ?? -1
    let (width, height) = (Int32(header.width), Int32(header.height))
    let sizes = (0..<(kind == Int32(TJSAMP_GRAY.rawValue) ? 1 : 3)).map {
      (width: Int(tjPlaneWidth(Int32($0), width, kind)), height: Int(tjPlaneHeight(Int32($0), height, kind)))
    }
    let offsets = sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.width * $1.height) }
    var samples = [UInt8](repeating: 0, count: offsets.last ?? 0)
    _ = try with(tjInitDecompress()) { handle in
      samples.withUnsafeMutableBufferPointer { buffer in
        var starts = sizes.indices.map { place in buffer.baseAddress.map { $0 + offsets[place] } }
        var strides = sizes.map { Int32($0.width) }
        let status = tjDecompressToYUVPlanes(
          handle, bytes, UInt(bytes.count), &starts, width, &strides, height,
          TJFLAG_ACCURATEDCT)
        return (status, ())
      }
    }
    return sizes.enumerated().map { place, size in
      TestPicture(
        width: size.width, height: size.height, channels: 1,
        samples: Array(samples[offsets[place]..<offsets[place + 1]]))
    }
  }

  /// A file turned by a quarter clockwise, or cut to a box, by `tjTransform`: whole MCUs alone, without metadata.
  package static func transformed(
    _ bytes: [UInt8], isTurned: Bool, cut box: (x: Int, y: Int, width: Int, height: Int)? = nil
  ) throws(Refused) -> [UInt8] {
    var transform = tjtransform()
    transform.op = Int32((isTurned ? TJXOP_ROT90 : TJXOP_NONE).rawValue)
    transform.options = TJXOPT_PERFECT | TJXOPT_COPYNONE
    if let box {
      transform.options |= TJXOPT_CROP
      transform.r = tjregion(x: Int32(box.x), y: Int32(box.y), w: Int32(box.width), h: Int32(box.height))
    }
    return try with(tjInitTransform()) { handle in
      var (made, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
      let status = tjTransform(handle, bytes, UInt(bytes.count), 1, &made, &count, &transform, 0)
      defer { tjFree(made) }
      return (status, Array(UnsafeBufferPointer(start: made, count: status == 0 ? Int(count) : 0)))
    }
  }

  private static func with<Result>(
    _ handle: tjhandle?, _ call: (tjhandle?) -> (Int32, Result)
  ) throws(Refused) -> Result {
    defer { if let handle { tjDestroy(handle) } }
    let (status, result) = call(handle)
    guard status == 0 else { throw Refused(message: String(cString: tjGetErrorStr2(handle))) }
    return result
  }

  private static func name(_ number: Int32, _ names: [String]) -> String? {
    names.indices.contains(Int(number)) ? names[Int(number)] : nil
  }
}
