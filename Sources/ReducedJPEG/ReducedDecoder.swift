import ImageModel
import System

/// A decoder of JPEGs that does only the work that a scale and a region need: 8 bits a sample, Huffman coding, sequential and
/// progressive frames, one component or three.
///
/// What it can't or needn't make sense of ends it: libjpeg decides then what becomes of the file.
package struct ReducedDecoder {
  /// Reads the file's next bytes: as many as there is room for, fewer only where the file ends.
  package typealias Fill = (UnsafeMutableRawBufferPointer) throws(Finding) -> Int
  /// Takes rows of a component; those of one component come in order.
  package typealias Body = (ComponentRows) throws(Finding) -> Void

  /// The most bytes of samples and coefficients for each helper: of its pieces, and of as many that their owner has.
  package static let helperBytes = 4 * laneBytes
  static let laneBytes = 2 << 20

  private let file: FileWindow
  private let tables: TableCache
  private let helpers: (any HelperThreads)?

  /// With `helpers` the restart intervals of a large sequential picture are decoded side by side.
  package init(tables: TableCache, helpers: (any HelperThreads)? = nil, _ fill: @escaping Fill) {
    file = FileWindow(fill)
    self.tables = tables
    self.helpers = helpers
  }

  /// Decodes the request's regions. `willHold` is told of bytes that grow with the region, before they are taken. What
  /// reads and what takes rows ends the decode by throwing: one of them is called again and again.
  ///
  /// Exact: samples are those of the component alone, in a grey JPEG, as libjpeg's accurate integer transform gives them;
  /// at 2 and 4 points, where libjpeg averages, those of the transform itself, within 1.
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
        layout: layout, tables: tables, window: window, looksAtAll: request.looksAtAll, helpers: helpers,
        reader: reader)
      try decode.run(from: scan, body)
    case .progressive:
      willHold(layout.heldBytes(looksAtAll: request.looksAtAll))
      var decode = try ProgressiveDecode(layout, tables, window, reader, looksAtAll: request.looksAtAll)
      try decode.run(from: scan, body)
    }
  }
}
