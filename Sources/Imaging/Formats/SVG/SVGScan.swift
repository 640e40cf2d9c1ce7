import CExpat
import ImageModel
import System

/// The facts about an SVG that planning needs.
package struct SVGDrawing: Hashable, Sendable {
  /// Bytes of memory for the text, its elements, and the pictures within it.
  var bytes: Int
  /// The most layers that librsvg holds at once beside the drawing.
  var layers: Int
  /// True if installed fonts decide how it looks.
  package var hasText: Bool
  /// Why it isn't drawn.
  package var refusal: Finding?

  /// A warning about its text.
  var findings: [Finding] {
    hasText
      ? [Finding(.systemFonts, "it has text: the installed fonts decide how it looks (decode.svg_text)")] : []
  }
}

/// Reads the whole text of an SVG, for its size, its memory, and whatever makes Upright refuse it.
///
/// Upright refuses an address that librsvg would follow, unless the address names a part of the file, or holds a PNG or
/// JPEG. So librsvg can load nothing that the scan hasn't looked at.
final class SVGScan {
  private static let namespace = "http://www.w3.org/2000/svg"
  private static let linkNamespace = "http://www.w3.org/1999/xlink"
  private static let inclusionNamespace = "http://www.w3.org/2001/XInclude"
  /// Between a namespace and a name, as expat joins them. No namespace contains a line feed.
  private static let separator: XML_Char = 10
  /// Elements whose address librsvg doesn't follow.
  private static let unfollowed: Set = [
    "a", "animate", "animateMotion", "animateTransform", "color-profile", "cursor", "font-face-uri", "mpath",
    "script",
    "set",
  ]

  private(set) var root = SVGRoot()
  /// The style sheets that an earlier reading of the same text found.
  private let sheets: SVGSheets
  /// True if that reading found a clip path whose size is that of the element it clips.
  private let boxClips: Bool
  private let text: [UInt8]
  private var styles: [String] = []
  private var hasBoxClips = false
  private var layers = SVGLayers()
  private var elements = 0
  private var attributeCount = 0
  private var entities = 0
  /// The pixels of all pictures within the file, and those of the largest picture.
  private var (pixels, mostPixels) = (0, 0)
  private var hasText = false
  /// Bytes of text since the last tag, and the most bytes between two tags.
  private var (run, mostRun) = (0, 0)
  private var styleDepth: Int?
  private var style: [UInt8] = []
  private var refusal: Finding?
  /// Why reading has stopped.
  private var fault: ImageError?

  /// Reads `text`; twice if style sheets or clip paths ask for layers, since these may stand behind what they apply to.
  ///
  /// - Throws: `bad_header` for text that isn't XML, or that is beyond the limits of ``FixedLimits/Drawing``;
  ///   `unsupported_format` if its root element isn't SVG's.
  static func read(_ text: [UInt8]) throws(ImageError) -> SVGScan {
    let scan = SVGScan(text, SVGSheets(), boxClips: false)
    try scan.parse()
    var sheets = SVGSheets()
    for style in scan.styles { sheets.add(style, boxClips: scan.hasBoxClips) }
    if sheets.isNeutral && !scan.hasBoxClips { return scan }
    let again = SVGScan(text, sheets, boxClips: scan.hasBoxClips)
    try again.parse()
    return again
  }

  private init(_ text: [UInt8], _ sheets: SVGSheets, boxClips: Bool) {
    self.text = text
    self.sheets = sheets
    self.boxClips = boxClips
  }

  private func parse() throws(ImageError) {
    guard let parser = XML_ParserCreateNS(nil, Self.separator) else { throw ImageError(.noMemory) }
    defer { XML_ParserFree(parser) }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, FixedLimits.Drawing.expansion)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
    XML_SetElementHandler(
      parser, { SVGScan.of($0)?.open($1, $2) },
      { context, _ in SVGScan.of(context)?.close() })
    XML_SetCharacterDataHandler(parser) { context, start, count in
      SVGScan.of(context)?.add(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    XML_SetProcessingInstructionHandler(parser) { context, target, _ in
      SVGScan.of(context)?.instruct(target)
    }
    // Without a handler for them, no entities of other files are read.
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS)
    XML_SetEntityDeclHandler(parser) { context, _, isParameter, value, count, _, _, _, _ in
      let text = UnsafeRawBufferPointer(start: value, count: Int(count))
      let isPlain = isParameter == 0 && value != nil && !text.contains(UInt8(ascii: "<"))
      SVGScan.of(context)?.declareEntity(isPlain: isPlain)
    }
    XML_SetSkippedEntityHandler(parser) { context, _, _ in
      SVGScan.of(context)?.refuse(.svgReference, "it uses an entity that it doesn't declare")
    }
    let status = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1)
      }
    }
    if let fault { throw fault }
    guard status == XML_STATUS_OK else {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? ""
      throw .badHeader("line \(XML_GetCurrentLineNumber(parser)) is no XML: \(words)")
    }
    refuseRepeatedEntities()
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SVGScan? {
    guard let context else { return nil }
    let scan = Unmanaged<SVGScan>.fromOpaque(context).takeUnretainedValue()
    return scan.fault == nil ? scan : nil
  }

  /// The facts for planning.
  ///
  /// librsvg and its libraries take some 14 MB until the first drawing is done. An element takes some 1,250 bytes in
  /// librsvg's tree, an attribute 350. A pixel of a picture within the text takes 4 bytes in cairo, and while it is
  /// read up to 4 more in gdk-pixbuf. The text is held by Upright, and several times in the tree, with paths as
  /// numbers. With text, pango and fontconfig take 10 MB more, and each byte of the longest run of text some 5,500,
  /// since the outlines of a run are held together. Measured with librsvg 2.54 and pango 1.50.
  ///
  /// - Throws: `bad_header` if elements are nested too deep with those that they draw.
  func drawing() throws(ImageError) -> SVGDrawing {
    let most = FixedLimits.Drawing.depth
    guard let layers = layers.most(depth: most) else {
      throw .badHeader("its elements are nested more than \(most) deep, with the elements that they draw")
    }
    return SVGDrawing(
      bytes: 14_000_000 + 5 * text.count + 1250 * elements + 350 * attributeCount + 4 * (pixels + mostPixels)
        + (hasText ? 10_000_000 + 5500 * mostRun : 0),
      layers: layers, hasText: hasText, refusal: refusal)
  }

  private func open(
    _ joined: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let joined else { return }
    elements += 1
    run = 0
    let parts = String(cString: joined).split(separator: "\n", maxSplits: 1)
    let space = parts.dropLast().first.map(String.init) ?? ""
    let name = parts.last.map(String.init) ?? ""
    let attributes = SVGAttributes(list)
    attributeCount += attributes.all.count
    if elements == 1 { readRoot(space, name, attributes) }
    if layers.depth >= FixedLimits.Drawing.depth {
      fault = .badHeader("its elements are nested more than \(FixedLimits.Drawing.depth) deep")
    }
    if elements > FixedLimits.Drawing.elements {
      fault = .badHeader("it has more than \(FixedLimits.Drawing.elements) elements")
    }
    if space == Self.inclusionNamespace { refuse(.svgReference, "it includes another file (XInclude)") }
    // librsvg takes an element without a namespace for one of SVG's.
    if space == Self.namespace || space.isEmpty {
      look(at: name, attributes)
    } else {
      layers.open("", id: nil, links: [], isNamedResult: false, SVGEffects())
    }
  }

  private func readRoot(_ space: String, _ name: String, _ attributes: SVGAttributes) {
    guard space == Self.namespace, name == "svg" else {
      return fault = .unsupported("its root element isn't SVG's 'svg' (\(Self.namespace))")
    }
    root = SVGRoot(
      width: attributes["width"], height: attributes["height"], viewBox: attributes["viewBox"],
      style: attributes["style"])
  }

  private func look(at name: String, _ attributes: SVGAttributes) {
    switch name {
    case "text": hasText = true
    case "style": styleDepth = styleDepth ?? layers.depth
    case "feTurbulence": checkOctaves(attributes["numOctaves"])
    case "clipPath": hasBoxClips = hasBoxClips || attributes["clipPathUnits"] == "objectBoundingBox"
    default: break
    }
    if attributes["systemLanguage"] != nil {
      refuse(.unsupportedFormat, "it has parts in certain languages, and the machine's language would choose")
    }
    var effects = sheets.effects(id: attributes["id"], classes: attributes["class"])
    var links: [String] = []
    for (attribute, value) in attributes.all {
      if attribute == "style" {
        for declaration in SVGStyle.declarations(value) {
          effects.add(declaration.property, declaration.value, boxClips: boxClips)
        }
      } else {
        effects.add(attribute, value, boxClips: boxClips)
      }
      if isLink(attribute, of: name) {
        if SVGAddress.isPart(value[...]) {
          links.append(String(value.dropFirst()))
        } else {
          readAddress(value, of: name)
        }
      } else if !attribute.contains("\n"), value.utf8.contains(UInt8(ascii: "(")),
        let fault = SVGStyle.fault(value)
      {
        refuse(.svgReference, fault)
      }
    }
    layers.open(
      name, id: attributes["id"], links: links,
      isNamedResult: name.hasPrefix("fe") && attributes["result"] != nil, effects)
  }

  /// Refuses a turbulence that could take librsvg for ever.
  private func checkOctaves(_ text: String?) {
    guard let text else { return }
    let octaves = Double(text.trimmed)
    if octaves.map({ $0 <= Double(FixedLimits.Drawing.octaves) }) == true { return }
    refuse(
      .unsupportedFormat, "'numOctaves' of its turbulence isn't a number up to \(FixedLimits.Drawing.octaves)"
    )
  }

  /// True for an attribute that librsvg may follow. `path` of a picture is an old name of `href`.
  private func isLink(_ attribute: String, of name: String) -> Bool {
    attribute == "href" && !Self.unfollowed.contains(name)
      || attribute == "\(Self.linkNamespace)\nhref" && !Self.unfollowed.contains(name)
      || attribute == "path" && Self.pictures.contains(name)
  }

  private static let pictures: Set = ["image", "feImage"]

  /// Looks at an address that isn't one of a part of the file.
  private func readAddress(_ address: String, of name: String) {
    guard Self.pictures.contains(name), let data = SVGAddress.data(of: address) else {
      return refuse(.svgReference, "an element '\(name)' of it names another file or address")
    }
    guard let size = Self.pictureSize(data.bytes, type: data.type) else {
      return refuse(
        .svgReference, "it holds a picture that is neither PNG nor JPEG, or whose address says so")
    }
    if let refusal = size.refusal { self.refusal = self.refusal ?? refusal }
    (pixels, _) = pixels.addingReportingOverflow(size.area)
    mostPixels = max(mostPixels, size.area)
    if pixels > FixedLimits.Drawing.pictures {
      refuse(.maxPixels, "the pictures in it have more than \(FixedLimits.Drawing.pictures) pixels together")
    }
  }

  /// The size of a PNG or JPEG; nil for anything else, and for data of another type than its address says. An address
  /// may lack the type.
  private static func pictureSize(_ bytes: [UInt8], type: String) -> PixelSize? {
    let source = ByteSource(bytes)
    switch FileKind.format(of: Array(bytes.prefix(FileKind.lookahead))) {
    case .png where ["", "image/png"].contains(type): return try? PictureHeader.read(from: source).storedSize
    case .jpeg where ["", "image/jpeg"].contains(type): return try? JPEGHeader.read(from: source).storedSize
    default: return nil
    }
  }

  private func refuse(_ code: Finding.Code, _ message: String) {
    refusal = refusal ?? Finding(code, message)
  }

  private func instruct(_ target: UnsafePointer<XML_Char>?) {
    if target.map({ String(cString: $0) }) == "xml-stylesheet" {
      refuse(.svgReference, "it takes a style sheet from elsewhere (xml-stylesheet)")
    }
  }

  private func declareEntity(isPlain: Bool) {
    entities += 1
    if !isPlain { refuse(.svgReference, "it declares an entity that isn't plain text in the file") }
  }

  /// Refuses a file that declares an entity twice: expat takes the first declaration, and librsvg the last.
  private func refuseRepeatedEntities() {
    let mark = Array("<!ENTITY".utf8)
    if entities == 0 { return }
    let marks = text.indices.count { text[$0] == mark[0] && text[$0...].starts(with: mark) }
    if marks != entities { refuse(.svgReference, "it may declare an entity more than once") }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    if styleDepth != nil { return style += bytes }
    run += bytes.count
    mostRun = max(mostRun, run)
  }

  private func close() {
    layers.close()
    run = 0
    guard styleDepth == layers.depth else { return }
    styleDepth = nil
    let css = String(decoding: style, as: UTF8.self)
    style = []
    styles.append(css)
    if let fault = SVGStyle.fault(css) { refuse(.svgReference, fault) }
  }
}

/// The attributes of an element, in their order.
private struct SVGAttributes {
  private(set) var all: [(name: String, value: String)] = []

  /// Takes expat's list of names and values. A name may have a namespace and a line feed in front.
  init(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard var place = list else { return }
    while let name = place[0], let value = place[1] {
      all.append((String(cString: name), String(cString: value)))
      place += 2
    }
  }

  subscript(_ name: String) -> String? { all.first { $0.name == name }?.value }
}
