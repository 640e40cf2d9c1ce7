import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

/// The layers that a drawing holds at once, counted by hand.
struct SVGLayersTests {
  private static func layers(_ content: String) throws -> Int {
    try SVGScan.read(TestSVG.file(content, width: 9, height: 9)).drawing().layers
  }

  private static let mask = "<mask id='m'><g opacity='.5'><g opacity='.5'/></g></mask>"

  @Test(
    "Groups count while they are open, with what they draw",
    arguments: [
      ("<g/>", 0), ("<g opacity='.5'/><g opacity='.5'/>", 1),
      ("<g opacity='.5'><g style='opacity:.2'><g/></g></g>", 2),
      ("<g opacity='1' style='mix-blend-mode:normal;isolation:auto' filter='none' mask='none'/>", 0),
      ("<g style='mix-blend-mode:screen'><g isolation='isolate'/></g>", 2),
      // 'use' draws the element that it names, inside its own group.
      ("<g id='a' opacity='.5'/><g opacity='.5'><use href='#a'/></g>", 2),
      ("<defs><g id='a' opacity='.5'/></defs><use xlink:href='#a'/>", 1),
      ("<defs><g opacity='.5'/></defs>", 0),
      // The masked layer, and the mask's content and result.
      ("<mask id='m'/><g mask='url(#m)'/>", 3), ("<mask id='m'/>", 0),
      // The masked layer, and the mask's content with two groups.
      ("\(mask)<g mask='url(#m)'/>", 4),
      // A pattern's own surface, and the group in it, while a group is open that inherits it.
      ("<pattern id='p'><g opacity='.5'/></pattern><g fill='url(#p)'><g opacity='.5'/></g>", 3),
      ("<linearGradient id='p'/><g fill='url(#p)'/>", 0),
      // A clip path counts if what it clips gives its size.
      ("<clipPath id='c'/><g clip-path='url(#c)'/>", 0),
      ("<g clip-path='url(#c)'/><clipPath id='c' clipPathUnits='objectBoundingBox'/>", 1),
      // librsvg doesn't draw what leads back to itself.
      ("<g id='a' opacity='.5'><use href='#a'/></g>", 1),
    ])
  func groups(_ content: String, _ layers: Int) throws {
    #expect(try Self.layers(content) == layers)
  }

  @Test("A filter counts with the results that it names")
  func filters() throws {
    let filter = "<filter id='f'><feFlood result='a'/><feOffset result='b'/><feOffset/></filter>"
    let plain = try Self.layers("<filter id='f'/><g filter='url(#f)'/>")
    #expect(plain > 1)
    #expect(try Self.layers("\(filter)<g filter='url(#f)'/>") == plain + 2)
    #expect(try Self.layers("<g filter='blur(3)'/>") == plain)
  }

  @Test(
    "Style sheets make groups of the elements that they may mean",
    arguments: [
      ("<style>.a{opacity:.5}</style><g class='b a'><g class='b'/></g>", 1),
      ("<g class='a'/><style>.a{opacity:.5}</style>", 1),
      ("<style>.a{/*}*/opacity:.5}</style><g class='a'/>", 1),
      ("<style>.a,#b:hover{opacity:.5}</style><g id='b'><g class='a'/></g>", 2),
      ("<style>g.a>path.b{opacity:.5}</style><g class='a'><g class='b'/></g>", 1),
      ("<style>.a{fill-opacity:.5}</style><g class='a'/>", 0),
      // The root, a group and a path.
      ("<style>path{opacity:.5}</style><g><path/></g>", 3),
    ])
  func sheets(_ content: String, _ layers: Int) throws {
    #expect(try Self.layers(content) == layers)
  }

  /// `count` groups, each of which uses the next. The innermost element lies twice as deep, below the root.
  private static func chain(_ count: Int) -> [UInt8] {
    TestSVG.file(
      (0..<count).map { "<g id='a\($0)'><use href='#a\($0 + 1)'/></g>" }.joined(), width: 9, height: 9)
  }

  @Test("Elements that others draw count in the depth")
  func depth() throws {
    let most = FixedLimits.Drawing.depth
    #expect(try SVGScan.read(Self.chain(most / 2 - 1)).drawing().layers == 0)
    for count in [most / 2, 100_000] {
      let error = #expect(throws: ImageError.self) { try SVGScan.read(Self.chain(count)).drawing() }
      #expect(error?.finding.code == .badHeader)
    }
  }
}
