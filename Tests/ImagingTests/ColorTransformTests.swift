import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Colours by profiles", .enabled(if: OptionalLibrary.lcms2.load(), "Little CMS isn't installed"))
struct ColorTransformTests {
  /// A patch of each of these samples for each channel.
  private static func patches(_ channels: Int, _ steps: [UInt8]) -> [[UInt8]] {
    (0..<channels).reduce([[]]) { patches, _ in patches.flatMap { patch in steps.map { patch + [$0] } } }
  }

  private static let colors = patches(3, [0, 30, 64, 128, 200, 255])

  /// What becomes of patches in one row.
  private static func converted(
    _ patches: [[UInt8]], _ color: ColorModel, profile: [UInt8]?, _ plan: ColorPlan,
    from depth: SampleDepth = .eight, to targetDepth: SampleDepth? = nil
  ) throws -> (samples: [[Double]], output: OutputColor) {
    let row = PixelSize(width: patches.count, height: 1)
    let geometry = ResampleGeometry(
      samples: PixelRect(row), region: RealRect(PixelRect(row)), size: row, filter: .lanczos3)
    let working = WorkingPixels(PixelFormat(color, depth: depth), geometry)
    var content: [Channel] = []
    for channel in 0..<color.samples {
      let plane = try Plane<UInt8>(width: row.width, height: 1)
      for x in patches.indices { plane.row(0)[x] = patches[x][channel] }
      content.append(depth == .eight ? Channel(plane) : try Channel(plane).widened())
    }
    let output = try OutputColor(
      working, profile: profile.map(SourceProfile.whole) ?? .none, plan: plan, depth: targetDepth ?? depth)
    let target = PixelFormat(color == .grey ? .grey : .rgb, depth: targetDepth ?? depth)
    let conversion = PixelConversion(
      working, from: depth, to: target, background: .black, transform: output.transform)
    let made = try conversion.converted(content)
    let samples = patches.indices.map { x in
      made.map { channel in
        switch channel {
        case .eight(let plane): Double(plane.plane.row(0)[x])
        case .sixteen(let plane): Double(plane.plane.row(0)[x]) / 257
        }
      }
    }
    return (samples, output)
  }

  private static func largestDifference(_ found: [[Double]], _ expected: [[Double]]) -> Double {
    zip(found, expected).reduce(0) { most, pair in
      zip(pair.0, pair.1).reduce(most) { max($0, abs($1.0 - $1.1)) }
    }
  }

  @Test("Display P3 becomes sRGB", arguments: [(8, 8), (8, 16), (16, 16)])
  func displayP3(from: Int, to: Int) throws {
    let (from, to) = (try #require(SampleDepth(rawValue: from)), try #require(SampleDepth(rawValue: to)))
    let (found, output) = try Self.converted(
      Self.colors, .rgb, profile: BuiltInProfile.displayP3.bytes, ColorPlan(.srgb), from: from, to: to)
    let expected = Self.colors.map { patch in
      let light = patch.map { TestColor.light(ofSRGB: Double($0) / 255) }
      return TestColor.samples(ofXYZ: TestColor.xyz(light, TestColor.displayP3)).map { $0 * 255 }
    }
    #expect(Self.largestDifference(found, expected) <= (to == .eight ? 1 : 0.3))
    #expect(output.profile == BuiltInProfile.srgb.bytes)
    #expect(output.findings == [])
  }

  @Test("Adobe RGB becomes sRGB, by a profile of another's making")
  func adobeRGB() throws {
    let gamma = 563.0 / 256
    let profile = TestProfile.matrix(TestColor.adobeRGB, gamma: gamma)
    let (found, _) = try Self.converted(Self.colors, .rgb, profile: profile, ColorPlan(.srgb))
    let expected = Self.colors.map { patch in
      let light = patch.map { Foundation.pow(Double($0) / 255, gamma) }
      return TestColor.samples(ofXYZ: TestColor.xyz(light, TestColor.adobeRGB)).map { $0 * 255 }
    }
    #expect(Self.largestDifference(found, expected) <= 1)
  }

  @Test("sRGB becomes Display P3, and what has no profile counts as sRGB")
  func untagged() throws {
    let plan = ColorPlan(.displayP3)
    let (found, _) = try Self.converted(Self.colors, .rgb, profile: nil, plan)
    #expect(try Self.converted(Self.colors, .rgb, profile: BuiltInProfile.srgb.bytes, plan).samples == found)
    let expected = Self.colors.map { patch in
      let light = patch.map { TestColor.light(ofSRGB: Double($0) / 255) }
      let xyz = TestColor.xyz(light, TestColor.srgb)
      return TestColor.samples(ofXYZ: xyz, TestColor.displayP3).map { $0 * 255 }
    }
    #expect(Self.largestDifference(found, expected) <= 1)
    // The red of sRGB lies inside: by CSS Color 4, 0.9175 0.2003 0.1386.
    let red = try Self.converted([[255, 0, 0]], .rgb, profile: nil, plan).samples
    #expect(Self.largestDifference(red, [[233.96, 51.07, 35.34]]) <= 1)
  }

  @Test("CMYK becomes sRGB by its profile, whatever is asked for", arguments: [ColorTarget.keep, .srgb])
  func cmyk(_ target: ColorTarget) throws {
    func lab(_ inks: [Double]) -> [Double] {
      [
        95 - 20 * inks[0] - 20 * inks[1] - 5 * inks[2] - 40 * inks[3],
        -30 * inks[0] + 40 * inks[1], -20 * inks[0] + 50 * inks[2],
      ]
    }
    let patches = Self.patches(4, [0, 100, 255])
    let (found, output) = try Self.converted(
      patches, .cmyk, profile: TestProfile.cmyk(lab), ColorPlan(target))
    let expected = patches.map { patch in
      TestColor.samples(ofXYZ: TestColor.xyz(ofLab: lab(patch.map { Double($0) / 255 }))).map { $0 * 255 }
    }
    #expect(Self.largestDifference(found, expected) <= 2)
    #expect(output.profile == BuiltInProfile.srgb.bytes)
  }

  @Test("CMYK without a profile is ideal ink")
  func idealInk() throws {
    let (found, output) = try Self.converted(
      [[0, 0, 0, 0], [255, 0, 0, 0], [0, 51, 255, 102], [9, 9, 9, 255]], .cmyk, profile: nil, ColorPlan())
    #expect(found == [[255, 255, 255], [0, 255, 255], [153, 122, 0], [0, 0, 0]])
    #expect(output.findings.map(\.code) == [.colorAssumed])
  }

  @Test(
    "L*a*b* becomes sRGB without a profile, whatever is asked for", arguments: [(8, 8), (8, 16), (16, 16)])
  func lab(from: Int, to: Int) throws {
    let (from, to) = (try #require(SampleDepth(rawValue: from)), try #require(SampleDepth(rawValue: to)))
    let patches = Self.patches(3, [0, 100, 128, 160, 255])
    let expected = patches.map { patch in
      let lab = [Double(patch[0]) / 2.55, Double(patch[1]) - 128, Double(patch[2]) - 128]
      return TestColor.samples(ofXYZ: TestColor.xyz(ofLab: lab)).map { $0 * 255 }
    }
    for profile in [nil, BuiltInProfile.displayP3.bytes] {
      let (found, output) = try Self.converted(
        patches, .lab, profile: profile, ColorPlan(), from: from, to: to)
      #expect(Self.largestDifference(found, expected) <= (to == .eight ? 1 : 0.3))
      #expect(output.profile == BuiltInProfile.srgb.bytes)
      #expect(output.findings == [])
    }
  }

  @Test("Grey stays one plane")
  func grey() throws {
    let (found, output) = try Self.converted([[0], [77], [255]], .grey, profile: nil, ColorPlan(.srgb))
    #expect(found == [[0], [77], [255]])
    #expect(output.profile == BuiltInProfile.grey.bytes)
  }

  @Test("A broken profile is told of and counts as none")
  func broken() throws {
    let plan = ColorPlan(.displayP3)
    let broken = Array(BuiltInProfile.srgb.bytes.prefix(200))
    let (found, output) = try Self.converted(Self.colors, .rgb, profile: broken, plan)
    #expect(found == (try Self.converted(Self.colors, .rgb, profile: nil, plan).samples))
    #expect(output.findings.map(\.code) == [.iccDropped])
  }

  @Test("Nothing is converted where nothing is asked for")
  func kept() throws {
    let (found, output) = try Self.converted(
      Self.colors, .rgb, profile: BuiltInProfile.displayP3.bytes, ColorPlan())
    #expect(found == Self.colors.map { $0.map(Double.init) })
    #expect(output.profile == nil)
  }
}
