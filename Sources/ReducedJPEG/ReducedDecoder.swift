import ImageModel
import System

/// The reduced decoder: it does only the work that a scale and a region need. It decodes sequential and
/// progressive JPEGs with Huffman coding, 8 bits a sample, and one component or three.
///
/// The decode ends at anything that isn't supported. libjpeg then decides about the file.
package struct ReducedDecoder {
  /// Reads the file's next bytes and fills the buffer; fewer bytes mean the end of the file.
  package typealias Fill = (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
  /// Receives rows of a component. Each component's rows come in order.
  package typealias Body = (ComponentRows) throws(ImageError) -> Void

  /// The most bytes of samples and coefficients for each helper thread. A lane decodes one piece of a scan at
  /// a time. A decode has two lanes for each helper thread, and two for its own thread. So four lanes for
  /// each helper thread are always enough.
  package static let helperBytes = 4 * laneBytes
  static let laneBytes = 2 << 20

  private let file: FileWindow
  private let tables: TableCache
  private let helpers: (any HelperThreads)?

  /// With `helpers`, the restart intervals of a large sequential picture are decoded in parallel.
  package init(tables: TableCache, helpers: (any HelperThreads)? = nil, _ fill: @escaping Fill) {
    file = FileWindow(fill)
    self.tables = tables
    self.helpers = helpers
  }

  /// Decodes the request's regions. Before the decoder allocates the memory that grows with the region, it
  /// calls `willHold` with the number of bytes. The decode regularly calls `body` or the closure that reads
  /// the file. Both can end the decode by throwing.
  ///
  /// Exact: each component's samples equal those that libjpeg's accurate integer transform gives for a grey
  /// JPEG with the same data. The exceptions are decodes at 2 and 4 points, where libjpeg averages samples.
  /// There each sample differs by at most 1 from the exact transform.
  package func decode(
    _ request: ReducedRequest, willHold: (Int) -> Void = { _ in }, _ body: Body
  ) throws(DecodeEnd) {
    var reader = MarkerReader(file)
    try reader.readStart()
    guard let scan = try reader.nextScan(), let frame = reader.frame,
      let layout = DecodeLayout(frame, request)
    else { throw .damaged(.segment) }
    let window = EntropyWindow(file)
    switch frame.process {
    case .sequential:
      var decode = SequentialDecode(
        layout: layout, tables: tables, window: window, looksAtAll: request.looksAtAll,
        isOfFront: request.isOfFront, helpers: helpers, reader: reader)
      try decode.run(from: scan, body)
    case .progressive:
      willHold(layout.heldBytes(looksAtAll: request.looksAtAll))
      var decode = try ProgressiveDecode(layout, tables, window, reader, looksAtAll: request.looksAtAll)
      try decode.run(from: scan, body)
    }
  }
}
