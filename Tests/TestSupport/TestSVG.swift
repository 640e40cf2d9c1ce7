/// Makes SVGs.
package enum TestSVG {
  /// An SVG with this content, and a size in pixels.
  package static func file(_ content: String, width: Int, height: Int) -> [UInt8] {
    file(content, #"width="\#(width)" height="\#(height)""#)
  }

  /// An SVG with this content, whose root element has these attributes.
  package static func file(_ content: String, _ attributes: String) -> [UInt8] {
    let names = #"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
    return Array("<svg \(names) \(attributes)>\(content)</svg>".utf8)
  }

  /// An element that shows the picture in a file.
  package static func image(_ file: [UInt8], kind: String = "png", size: Int = 20) -> String {
    let digits = file.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return
      #"<image width="\#(size)" height="\#(size)" xlink:href="data:image/\#(kind),\#(digits.joined())"/>"#
  }

  /// A rectangle seen through a blur.
  package static let blurred =
    #"<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>"#
    + #"<rect x="4" y="4" width="12" height="12" fill="navy" filter="url(#f)"/>"#

  /// A small file with an element of most kinds.
  package static var kinds: [UInt8] {
    let png = TestPNG(4, 4, type: 2, depth: 8) { x, y, _ in x * 60 + y }.file
    return file(
      blurred + image(png)
        + #"<linearGradient id="g"><stop stop-color='#f00'/><stop offset="1" stop-opacity="0"/></linearGradient>"#
        + #"<mask id="m"><circle cx="10" cy="10" r="8" fill="white"/></mask>"#
        + #"<g opacity=".5" mask="url(#m)"><path d="M0 0L20 3C9 9 3 1 7 20z" fill="url(#g)"/></g>"#
        + #"<style>.a{stroke:#0a0;fill:none}</style><use xlink:href='#b' x="3"/><circle id="b" class="a" r="5"/>"#,
      #"width="20mm" height="15.3mm" viewBox="0 0 20 15.3""#)
  }

  /// The same text as a gzip file (RFC 1952) of stored blocks (RFC 1951, 3.2.4).
  package static func compressed(_ text: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = text[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let length = PictureBuilder.little(block.count, 2)
      file += [rest.isEmpty ? 1 : 0] + length + length.map { ~$0 } + block
    } while !rest.isEmpty
    return file + PictureBuilder.little(Int(TestPNG.crc32(text[...])), 4)
      + PictureBuilder.little(text.count, 4)
  }
}
