import CLZMA
import Glibc
import System

/// Unpacks streams of xz (the .xz file format, version 1.2.1), one behind the other. A stream can be entered at each of
/// its blocks; `xz -T2` and pixz write many.
final class XZUnpacker: Unpacker {
  private enum Place {
    /// In front of padding, of a stream, or of the end of the file.
    case between
    case stream
    /// In front of a block, or of the index of the stream.
    case block
    case data
    case index
    case footer
  }

  private static let flagBytes = Int(LZMA_STREAM_HEADER_SIZE)
  private static let memory = UInt64(FixedLimits.Archive.unpackMemory)

  // At one place each, because liblzma keeps the addresses.
  private let stream: UnsafeMutablePointer<lzma_stream>
  private let block: UnsafeMutablePointer<lzma_block>
  private let index: UnsafeMutablePointer<OpaquePointer?>
  private var place = Place.between
  private var flags = lzma_stream_flags()
  /// The bytes of the stream's blocks in the file, and unpacked.
  private var packed: UInt64 = 0
  private var unpacked: UInt64 = 0
  private var indexBytes: UInt64 = 0

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: lzma_stream())
    block = .allocate(capacity: 1)
    block.initialize(to: lzma_block())
    index = .allocate(capacity: 1)
    index.initialize(to: nil)
  }

  deinit {
    lzma_end(stream)
    stream.deallocate()
    block.deallocate()
    index.deallocate()
  }

  func begin(_ state: [UInt8]) -> Bool {
    place = .between
    if state.isEmpty { return true }
    let state = state[...]
    guard let check: UInt32 = state.number(at: 0), let packed: UInt64 = state.number(at: 4),
      let unpacked: UInt64 = state.number(at: 12), packed < 1 << 62, unpacked < 1 << 62, state.count == 20,
      lzma_check_is_supported(lzma_check(rawValue: check)) != 0
    else { return false }
    flags = lzma_stream_flags()
    (flags.check, flags.backward_size) = (lzma_check(rawValue: check), .max)
    (place, self.packed, self.unpacked) = (.block, packed, unpacked)
    return true
  }

  func state() -> [UInt8]? {
    switch place {
    case .between: return []
    case .block:
      var writer = ByteWriter()
      writer.number(flags.check.rawValue)
      writer.number(packed)
      writer.number(unpacked)
      return writer.bytes
    default: return nil
    }
  }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    while true {
      let step =
        switch place {
        case .between: try findStream(&input)
        case .stream: try readHeader(&input)
        case .block: try beginBlock(&input)
        case .data: try unpackBlock(&input, output)
        case .index: try readIndex(&input)
        case .footer: try checkFooter(&input)
        }
      if let step { return step }
    }
  }

  /// Skips padding, which are zeros, four at a time (section 2.2).
  private func findStream(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let bytes = try input.peek(4)
    if bytes.isEmpty { return UnpackStep(end: input.offset == 0 ? .cut : .whole) }
    if input.offset > 0 && bytes.starts(with: [0, 0, 0, 0]) { input.skip(4) } else { place = .stream }
    return nil
  }

  private func readHeader(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let bytes = try input.peek(Self.flagBytes)
    let isMagic = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0].starts(with: bytes.prefix(6))
    guard isMagic else { return .fault(input.offset == 0 ? .data : .follows) }
    guard bytes.count >= Self.flagBytes else { return cut(&input, bytes) }
    switch bytes.withUnsafeBufferPointer({ lzma_stream_header_decode(&flags, $0.baseAddress) }) {
    case LZMA_OK: break
    case LZMA_OPTIONS_ERROR: return .fault(.unsupported)
    default: return .fault(.data)
    }
    if lzma_check_is_supported(flags.check) == 0 { return .fault(.unsupported) }
    input.skip(Self.flagBytes)
    (place, packed, unpacked) = (.block, 0, 0)
    return nil
  }

  /// The end of a file that ends within a header of these bytes.
  private func cut(_ input: inout PackedInput, _ bytes: ArraySlice<UInt8>) -> UnpackStep {
    input.skip(bytes.count)
    return UnpackStep(end: .cut)
  }

  /// Reads the header of a block (section 3.1), or begins with the index.
  private func beginBlock(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    guard let first = try input.peek(1).first else { return UnpackStep(end: .cut) }
    if first == 0 {
      guard lzma_index_decoder(stream, index, Self.memory) == LZMA_OK else { throw SystemError(ENOMEM) }
      (place, indexBytes) = (.index, 0)
      return nil
    }
    let size = (Int(first) + 1) * 4
    let bytes = try input.peek(size)
    guard bytes.count >= size else { return cut(&input, bytes) }
    if let fault = try begin(bytes, UInt32(size)) { return .fault(fault) }
    input.skip(size)
    place = .data
    return nil
  }

  private func begin(
    _ header: ArraySlice<UInt8>, _ size: UInt32
  ) throws(SystemError) -> ArchiveFault.Unpacking? {
    let count = Int(LZMA_FILTERS_MAX) + 1
    let filters = UnsafeMutablePointer<lzma_filter>.allocate(capacity: count)
    filters.initialize(repeating: lzma_filter(), count: count)
    defer { filters.deallocate() }
    block.pointee = lzma_block()
    block.pointee.version = 1
    (block.pointee.header_size, block.pointee.check, block.pointee.filters) = (size, flags.check, filters)
    var status = header.withUnsafeBufferPointer { lzma_block_header_decode(block, nil, $0.baseAddress) }
    if status == LZMA_OK {
      let memory = lzma_raw_decoder_memusage(filters)
      if memory != .max && memory > Self.memory { status = LZMA_MEMLIMIT_ERROR }
      if status == LZMA_OK { status = lzma_block_decoder(stream, block) }
      lzma_filters_free(filters, nil)
    }
    switch status {
    case LZMA_OK: return nil
    case LZMA_MEM_ERROR: throw SystemError(ENOMEM)
    case LZMA_MEMLIMIT_ERROR: return .memory
    case LZMA_OPTIONS_ERROR: return .unsupported
    default: return .data
    }
  }

  private func unpackBlock(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep? {
    let found = try code(&input, output)
    unpacked += UInt64(found.given)
    switch found.status {
    case LZMA_OK, LZMA_BUF_ERROR:
      if found.given == 0 && found.isOver { return UnpackStep(end: .cut) }
    case LZMA_STREAM_END:
      packed += lzma_block_total_size(block)
      place = .block
      return UnpackStep(count: found.given)
    case LZMA_MEM_ERROR: throw SystemError(ENOMEM)
    default: return .fault(.data, after: found.given)
    }
    return found.given > 0 ? UnpackStep(count: found.given) : nil
  }

  /// Reads the index (section 4), and compares its sums with the blocks.
  private func readIndex(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let found = try code(&input, UnsafeMutableBufferPointer(start: nil, count: 0))
    switch found.status {
    case LZMA_OK, LZMA_BUF_ERROR: return found.isOver ? UnpackStep(end: .cut) : nil
    case LZMA_STREAM_END: break
    case LZMA_MEM_ERROR: throw SystemError(ENOMEM)
    case LZMA_MEMLIMIT_ERROR: return .fault(.memory)
    default: return .fault(.data)
    }
    let list = index.pointee
    defer { lzma_index_end(list, nil) }
    guard lzma_index_total_size(list) == packed, lzma_index_uncompressed_size(list) == unpacked else {
      return .fault(.data)
    }
    (place, indexBytes) = (.footer, lzma_index_size(list))
    return nil
  }

  /// Compares the footer with the header and the index (section 2.1.2).
  private func checkFooter(_ input: inout PackedInput) throws(SystemError) -> UnpackStep? {
    let bytes = try input.peek(Self.flagBytes)
    guard bytes.count >= Self.flagBytes else { return cut(&input, bytes) }
    var footer = lzma_stream_flags()
    guard bytes.withUnsafeBufferPointer({ lzma_stream_footer_decode(&footer, $0.baseAddress) }) == LZMA_OK,
      lzma_stream_flags_compare(&flags, &footer) == LZMA_OK, footer.backward_size == indexBytes
    else { return .fault(.data) }
    input.skip(Self.flagBytes)
    place = .between
    return UnpackStep()
  }

  private func code(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> (status: lzma_ret, given: Int, isOver: Bool) {
    try input.feed { bytes in
      (stream.pointee.next_in, stream.pointee.avail_in) = (bytes.baseAddress, bytes.count)
      (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, output.count)
      let status = lzma_code(stream, LZMA_RUN)
      let taken = bytes.count - stream.pointee.avail_in
      return (taken, (status, output.count - stream.pointee.avail_out, bytes.isEmpty))
    }
  }
}
