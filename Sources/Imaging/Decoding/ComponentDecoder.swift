import CCodecs
import ImageModel
import ReducedJPEG
import System

/// One decode of a JPEG by ``DecodingEngine/reduced``. Each component is decoded by itself, at its own
/// scale.
package struct ComponentDecoder: SourceDecoder, ~Copyable {
  private let reader: OpaquePointer
  private let workspace: Workspace

  /// A decoder of the file open at `descriptor`, or of the JPEG in a `range` of the file's bytes. `digest`
  /// hashes all bytes read. Throws `memory`.
  package init(
    descriptor: Int32, range: Range<Int> = 0..<Int.max, digest: borrowing SHA256?, in workspace: Workspace
  ) throws(ImageError) {
    let range = shim_range(begin: Int64(range.lowerBound), end: Int64(range.upperBound))
    guard let reader = shim_reader_create(descriptor, range, context(of: digest)) else {
      throw ImageError(.noMemory)
    }
    self.reader = reader
    self.workspace = workspace
  }

  deinit { shim_reader_destroy(reader) }

  /// Decodes the components' regions and passes them to `body` in strips. Each component's strips come in
  /// order.
  ///
  /// Returns false if the data is damaged or isn't supported here. libjpeg must then decode the file. Throws
  /// `io_error`, `timeout`, `memory`, and whatever `body` throws.
  package func decode(
    _ request: ComponentRequest, _ body: (ComponentRows) throws(ImageError) -> Void
  ) throws(ImageError) -> Bool {
    let reader = reader
    let decoder = ReducedDecoder(tables: workspace.tables, helpers: workspace.helpers) {
      buffer throws(ImageError) in
      try request.checkTime()
      let count = shim_reader_fill(reader, buffer.baseAddress, buffer.count)
      if count < 0 { throw ImageError(.ioError(shim_reader_errno(reader))) }
      return count
    }
    do throws(DecodeEnd) {
      try decoder.decode(request.reduced, willHold: workspace.buffers.makeRoom) { rows throws(ImageError) in
        try request.checkTime()
        try body(rows)
      }
      return true
    } catch {
      switch error {
      case .damaged: return false
      case .failed(let error): throw error
      }
    }
  }

  package func drain(limit: Int) throws(ImageError) {
    if shim_reader_drain(reader, Int64(limit)) != 0 { throw ImageError(.ioError(shim_reader_errno(reader))) }
  }

  package func timeReads() { shim_reader_time(reader) }
  package var readTime: Int64 { shim_reader_read_time(reader) }
  package var profile: [UInt8]? { nil }
  package var warnings: [Finding] { [] }
  package var notes: [Finding] { [] }
}

/// Says which components of a JPEG to decode, and which region of each component.
package struct ComponentRequest {
  fileprivate let reduced: ReducedRequest
  /// The time, in nanoseconds of CLOCK_MONOTONIC, after which the decode ends with `timeout`.
  private let deadline: Int64

  /// A request for the part `region` of a picture of size `storedSize`. With `takesLumaAlone`, `components` has only
  /// luma, and the picture may have chroma. `luma` asks for luma of the whole picture from the same pass, in rows of
  /// ``ReducedJPEG/ComponentRows/isSecond``. With `verify: full`, all data is checked for damage. With `isOfFront`, the
  /// file may end behind the region.
  package init(
    _ components: ComponentPlans, of region: PixelRect<Stored>, storedSize: PixelSize,
    takesLumaAlone: Bool = false, luma: ComponentPlans? = nil, verify: VerifyExtent, isOfFront: Bool = false,
    deadline: Int64
  ) {
    let whole = PixelRect<Stored>(storedSize)
    reduced = ReducedRequest(
      storedSize: storedSize, components: Self.parts(of: components, region), takesFirstAlone: takesLumaAlone,
      second: luma.flatMap { Self.parts(of: $0, whole).first }, looksAtAll: verify == .full,
      isOfFront: isOfFront)
    self.deadline = deadline
  }

  private static func parts(
    of components: ComponentPlans, _ region: PixelRect<Stored>
  ) -> [ReducedRequest.Component] {
    zip(components.all, components.grids).map {
      ReducedRequest.Component(points: $0.scale.eighths, region: $1.samples(region))
    }
  }

  fileprivate func checkTime() throws(ImageError) {
    if shim_now() > deadline { throw ImageError(.timeout) }
  }
}
