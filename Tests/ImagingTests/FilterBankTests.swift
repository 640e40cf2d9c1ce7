import TestSupport
import Testing

@testable import ImageModel
@testable import Imaging

@Suite("Filter banks")
struct FilterBankTests {
  private static let axes: [ResampleAxis] = ResampleFilter.allCases.flatMap { filter in
    [
      (64, 0, 64, 32), (97, 0, 97, 31), (65, 0.625, 63.5, 64), (40, 0, 40, 41), (23, 1.25, 20.5, 61),
      (129, 0, 129, 13), (1000, 3.3, 901.7, 333), (333, 0.5, 332, 1000), (77, 0, 77, 77), (50, 7.25, 31, 31),
    ].map { samples, start, extent, target in
      ResampleAxis(samples: samples, start: start, extent: extent, target: target, filter: filter)
    }
  }

  /// Random samples, or only the least and the greatest, whose results leave the range of samples.
  private static func plane<S>(_ width: Int, isExtreme: Bool, seed: UInt64) throws -> Plane<S> {
    let plane = try Plane<S>(width: width, height: FilterBank.rows)
    var random = SplitMix64(seed: seed)
    for y in 0..<plane.height {
      for x in 0..<width {
        plane.row(y)[x] =
          isExtreme ? (Bool.random(using: &random) ? .max : .min) : .random(in: 0...S.max, using: &random)
      }
    }
    return plane
  }

  private static func expectEqual<From, To: FixedWidthInteger & UnsignedInteger>(
    _ source: Plane<From>, _ axis: ResampleAxis, as type: To.Type,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let expected: Plane<To> = try Zimg.resampled(source, axis)
    let bank = FilterBank(axis)
    let scratch = try Plane<UInt8>(width: bank.scratchBytes, height: 1)
    for isPlain in [false, true] {
      let made = try Plane<To>(width: FilterBank.rows, height: axis.target)
      bank.run(source, to: made, scratch: scratch, isPlain: isPlain)
      let isEqual = (0..<axis.target).allSatisfy { result in
        made.row(result).elementsEqual((0..<FilterBank.rows).map { expected.row($0)[result] })
      }
      #expect(isEqual, "\(axis), plain: \(isPlain)", sourceLocation: location)
    }
  }

  @Test(
    "The samples are those of zimg, with and without special instructions", arguments: axes, [false, true])
  func samples(_ axis: ResampleAxis, isExtreme: Bool) throws {
    let eight: Plane<UInt8> = try Self.plane(axis.samples, isExtreme: isExtreme, seed: 1)
    let sixteen: Plane<UInt16> = try Self.plane(axis.samples, isExtreme: isExtreme, seed: 2)
    try Self.expectEqual(eight, axis, as: UInt16.self)
    try Self.expectEqual(sixteen, axis, as: UInt16.self)
    try Self.expectEqual(sixteen, axis, as: UInt8.self)
  }

  /// A plane whose rows are the columns of `plane`.
  private static func turned<S>(_ plane: Plane<S>) throws -> Plane<S> {
    let turned = try Plane<S>(width: plane.height, height: plane.width)
    for y in 0..<turned.height { for x in 0..<turned.width { turned.row(y)[x] = plane.row(x)[y] } }
    return turned
  }

  private static func expectSameDown<S>(_ columns: Plane<S>, _ axis: ResampleAxis) throws {
    let wide = try Plane<UInt16>(width: columns.width, height: columns.height)
    for y in 0..<wide.height {
      for x in 0..<wide.width { wide.row(y)[x] = UInt16(columns.row(y)[x]) * (S.bitWidth == 8 ? 257 : 1) }
    }
    let expected: Plane<S> = try Zimg.resampled(wide, axis)
    let bank = FilterBank(axis)
    let scratch = try Plane<UInt8>(width: bank.scratchBytes, height: 1)
    let rows = try turned(columns)
    for isPlain in [false, true] {
      let made = try Plane<S>(width: FilterBank.rows, height: axis.target)
      bank.runDown(rows, to: made, scratch: scratch, isPlain: isPlain)
      let isEqual = (0..<axis.target).allSatisfy { result in
        made.row(result).elementsEqual((0..<FilterBank.rows).map { expected.row($0)[result] })
      }
      #expect(isEqual, "\(axis), plain: \(isPlain)")
    }
  }

  @Test("Rows that keep their width have the samples of zimg too", arguments: axes, [false, true])
  func down(_ axis: ResampleAxis, isExtreme: Bool) throws {
    try Self.expectSameDown(Self.plane(axis.samples, isExtreme: isExtreme, seed: 3) as Plane<UInt8>, axis)
    try Self.expectSameDown(Self.plane(axis.samples, isExtreme: isExtreme, seed: 4) as Plane<UInt16>, axis)
  }
}
