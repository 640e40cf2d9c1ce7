import CZlib

/// Data compressed by zlib (RFC 1950), as in PNG, or by gzip (RFC 1952).
package enum Inflation {
  /// The decompressed data; nil if it is damaged or longer than `most` bytes.
  package static func inflated(_ packed: [UInt8], within most: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var length = uLongf(most)
      isWhole = uncompress(buffer.baseAddress, &length, packed, uLong(packed.count)) == Z_OK
      count = isWhole ? Int(length) : 0
    }
    return isWhole ? bytes : nil
  }

  /// The first bytes of data compressed by gzip: the identification, and Deflate as the method.
  package static let gzipMagic: [UInt8] = [0x1F, 0x8B, 8]

  /// The decompressed data of the first member of a gzip file; nil if it is damaged, cut or longer than
  /// `most` bytes.
  package static func gunzipped(_ packed: [UInt8], within most: Int) -> [UInt8]? {
    let (bytes, status) = gunzip(packed, most: most)
    return status == Z_STREAM_END ? bytes : nil
  }

  /// The decompressed data of the first member of gzip data; nil if it is damaged or cut, or unless it has exactly
  /// `size` bytes. Takes no other memory.
  package static func gunzipped(_ packed: ArraySlice<UInt8>, exactly size: Int) -> [UInt8]? {
    var stream = z_stream()
    let streamSize = Int32(MemoryLayout<z_stream>.size)
    guard let room = uInt(exactly: size + 1), let count = uInt(exactly: packed.count),
      inflateInit2_(&stream, 16 + MAX_WBITS, ZLIB_VERSION, streamSize) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var isWhole = false
    // One byte more, so that zlib reads the end of the data.
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { output, filled in
      packed.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        (stream.avail_in, stream.next_out, stream.avail_out) = (count, output.baseAddress, room)
        isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 1
      }
      filled = isWhole ? size : 0
    }
    return isWhole ? bytes : nil
  }

  /// The first bytes of the decompressed data, at most `most` and as many as `packed` gives.
  package static func gzipStart(_ packed: [UInt8], most: Int) -> [UInt8] { gunzip(packed, most: most).bytes }

  private static func gunzip(_ packed: [UInt8], most: Int) -> (bytes: [UInt8], status: Int32) {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, 16 + MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { return ([], Z_MEM_ERROR) }
    defer { inflateEnd(&stream) }
    var packed = packed
    return packed.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      var bytes: [UInt8] = []
      var status = Z_OK
      while status == Z_OK, bytes.count < most {
        let step = min(most - bytes.count, 1 << 16)
        bytes += [UInt8](unsafeUninitializedCapacity: step) { output, count in
          stream.next_out = output.baseAddress
          stream.avail_out = uInt(step)
          status = inflate(&stream, Z_NO_FLUSH)
          count = step - Int(stream.avail_out)
        }
      }
      return (bytes, status)
    }
  }
}
