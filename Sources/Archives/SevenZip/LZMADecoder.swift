import CLZMA
import Glibc
import System

/// Decodes data of LZMA or LZMA2 that has no header of its own.
final class LZMADecoder {
  // At one place, because liblzma keeps the address.
  private let stream: UnsafeMutablePointer<lzma_stream>

  /// Throws `ENOMEM` if there is no memory, or if the method has a fault or is another one.
  init(_ method: SevenZipFolder.Method) throws(SystemError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: lzma_stream())
    let isReady = Self.withFilters(method) { lzma_raw_decoder(stream, $0) == LZMA_OK }
    if isReady != true { throw SystemError(ENOMEM) }
  }

  deinit {
    lzma_end(stream)
    stream.deallocate()
  }

  /// Why data of the method can't be decoded; nil if it can, or if the method is another one.
  static func fault(of method: SevenZipFolder.Method) -> MemberFault? {
    switch method {
    case .copy, .bzip2: return nil
    case .lzma, .lzma2: break
    }
    let most = UInt64(FixedLimits.Archive.dictionaryBytes)
    let dictionary = withFilters(method) {
      $0.pointee.options?.assumingMemoryBound(to: lzma_options_lzma.self).pointee.dict_size
    }
    guard let dictionary = dictionary ?? nil else { return .damaged(.data) }
    return UInt64(dictionary) > most ? .memory(most) : nil
  }

  /// Calls `body` with the filters of a method; nil if the method has wrong properties.
  private static func withFilters<Value>(
    _ method: SevenZipFolder.Method, _ body: (UnsafeMutablePointer<lzma_filter>) -> Value
  ) -> Value? {
    let (id, properties): (UInt64, [UInt8])
    switch method {
    case .copy, .bzip2: return nil
    // The numbers of the filters in `lzma/lzma12.h`.
    case .lzma(let number):
      (id, properties) = (
        0x4000_0000_0000_0001, (0..<5).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      )
    case .lzma2(let byte): (id, properties) = (0x21, [byte])
    }
    let filters = UnsafeMutablePointer<lzma_filter>.allocate(capacity: 2)
    filters.initialize(repeating: lzma_filter(id: .max, options: nil), count: 2)
    filters.pointee.id = id
    defer {
      free(filters.pointee.options)
      filters.deallocate()
    }
    guard lzma_properties_decode(filters, nil, properties, properties.count) == LZMA_OK else { return nil }
    return body(filters)
  }

  enum State {
    case goesOn
    /// The data has ended, or can't go on in this way.
    case over
    case noMemory
  }

  /// The numbers of bytes that a step took and gave, and the state behind it.
  typealias Coded = (taken: Int, value: (given: Int, state: State))

  /// Decodes the next bytes.
  func code(
    _ packed: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>
  ) -> Coded {
    (stream.pointee.next_in, stream.pointee.avail_in) = (packed.baseAddress, packed.count)
    (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, output.count)
    let status = lzma_code(stream, LZMA_RUN)
    let state: State =
      switch status {
      case LZMA_OK, LZMA_BUF_ERROR: .goesOn
      case LZMA_MEM_ERROR: .noMemory
      default: .over
      }
    let (taken, given) = (packed.count - stream.pointee.avail_in, output.count - stream.pointee.avail_out)
    return (taken, (given, state))
  }

  /// The first `size` bytes of decoded data that is in memory; nil if the data is damaged or gives fewer.
  static func decoded(
    _ packed: ArraySlice<UInt8>, _ method: SevenZipFolder.Method, size: Int
  ) throws(SystemError) -> [UInt8]? {
    let decoder = try LZMADecoder(method)
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: RecentBytes.step)
    defer { room.deallocate() }
    var (rest, bytes) = (packed, [UInt8]())
    while bytes.count < size {
      let part = UnsafeMutableBufferPointer(rebasing: room.prefix(size - bytes.count))
      let (taken, value): Coded = rest.withUnsafeBufferPointer { decoder.code($0, to: part) }
      bytes += part.prefix(value.given)
      rest = rest.dropFirst(taken)
      switch value.state {
      case .noMemory: throw SystemError(ENOMEM)
      case .over: return bytes.count == size ? bytes : nil
      case .goesOn: if taken == 0 && value.given == 0 { return nil }
      }
    }
    return bytes
  }
}
