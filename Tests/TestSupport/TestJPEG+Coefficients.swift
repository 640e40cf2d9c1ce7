import CTestJPEG

extension TestJPEG {
  /// The coefficients of a file, read once by libjpeg, and what each component by itself is at any scale.
  package final class Coefficients {
    /// One component of the frame.
    package struct Component: Hashable, Sendable {
      package var sampling: Sampling
      /// Its own samples, not the image's.
      package var width: Int
      package var height: Int
      /// The blocks that hold them, without those that only fill up an MCU.
      package var blocksAcross: Int
      package var blocksDown: Int
      /// In natural order: rows of 8.
      package var quantization: [Int]
    }

    package let components: [Component]
    /// What libjpeg warned of while it read.
    package let warnings: Int
    private let handle: OpaquePointer

    package init(_ bytes: [UInt8]) throws(Refused) {
      guard let handle = ctest_coefficients_open(bytes, bytes.count) else { throw Refused() }
      self.handle = handle
      warnings = Int(ctest_coefficients_warnings(handle))
      components = (0..<ctest_coefficients_components(handle)).map { Self.component(handle, $0) }
    }

    deinit { ctest_coefficients_close(handle) }

    private static func component(_ handle: OpaquePointer, _ index: Int32) -> Component {
      var own = ctest_component()
      var table = [UInt16](repeating: 0, count: 64)
      ctest_coefficients_describe(handle, index, &own)
      ctest_coefficients_table(handle, index, &table)
      return Component(
        sampling: Sampling(Int(own.horizontal), Int(own.vertical)), width: Int(own.width),
        height: Int(own.height), blocksAcross: Int(own.blocks_across), blocksDown: Int(own.blocks_down),
        quantization: table.map(Int.init))
    }

    /// The quantized coefficients of a block in natural order: rows of 8, the horizontal frequency within a row.
    package func block(_ component: Int, across: Int, down: Int) throws(Refused) -> [Int] {
      var block = [Int16](repeating: 0, count: 64)
      let status = ctest_coefficients_block(handle, Int32(component), Int32(across), Int32(down), &block)
      guard status == 0 else { throw Refused() }
      return block.map(Int.init)
    }

    /// One component at `eighths`/8, 1...8, of one channel: what libjpeg's accurate integer DCT of this size makes
    /// of each of its blocks, with no upsampling; sides are rounded up.
    package func plane(_ component: Int, eighths: Int) throws(Refused) -> TestPicture {
      var read = ctest_picture()
      guard ctest_coefficients_read(handle, Int32(component), Int32(eighths), &read) == 0 else {
        throw Refused()
      }
      defer { ctest_free(read.samples) }
      let (width, height) = (Int(read.width), Int(read.height))
      return TestPicture(
        width: width, height: height, channels: 1,
        samples: Array(UnsafeBufferPointer(start: read.samples, count: width * height)))
    }
  }
}
