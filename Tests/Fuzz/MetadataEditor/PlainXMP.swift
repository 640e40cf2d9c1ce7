import CExpat
import ImageModel

/// The names in an XMP packet, with their values, as expat reads them.
struct PlainXMP {
  /// Of an element or an attribute.
  struct Name {
    var name: XMPName
    /// That of the element which it stands in, and that of the one around it.
    var parents: [XMPName]
    /// True inside of a property.
    var isInProperty: Bool
    var isAttribute: Bool
    /// Of an element the text right in it.
    var value: String

    /// True for what stands in a description below the root (XMP part 1, section 7.4).
    var isProperty: Bool {
      let isDescribed = parents == [PlainXMP.description, PlainXMP.root]
      return isDescribed && !(isAttribute && PlainXMP.syntax.contains(name.namespace))
    }
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let root = XMPName(namespace: rdf, local: "RDF")
  static let description = XMPName(namespace: rdf, local: "Description")
  /// The namespaces of attributes that are no properties: none, RDF's and XML's own.
  static let syntax: Set<String> = ["", rdf, "http://www.w3.org/XML/1998/namespace"]
  /// Stands between namespace and name; XML allows it nowhere.
  private static let separator: UInt8 = 1

  let names: [Name]

  /// Nil where expat doesn't take the text.
  init?(_ text: [UInt8]) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(Self.separator)) else { return nil }
    defer { XML_ParserFree(parser) }
    let sink = Sink()
    XML_SetUserData(parser, Unmanaged.passUnretained(sink).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let sink = Sink.at(context), let name else { return }
        sink.open(String(cString: name), Sink.texts(attributes))
      }, { context, _ in Sink.at(context)?.close() })
    XML_SetCharacterDataHandler(parser) { context, start, count in
      Sink.at(context)?.add(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    let status = text.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    guard status == XML_STATUS_OK else { return nil }
    names = sink.names
  }

  /// Takes what expat tells.
  private final class Sink {
    private(set) var names: [Name] = []
    private var open: [Int] = []

    static func at(_ context: UnsafeMutableRawPointer?) -> Sink? {
      context.map { Unmanaged<Sink>.fromOpaque($0).takeUnretainedValue() }
    }

    static func texts(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [String] {
      guard let list else { return [] }
      return (0...).lazy.map { list[$0] }.prefix { $0 != nil }.compactMap { $0.map { String(cString: $0) } }
    }

    func open(_ text: String, _ attributes: [String]) {
      let parents = open.suffix(2).reversed().map { names[$0].name }
      let isInside = open.contains { names[$0].isProperty }
      let name = Self.name(text)
      open.append(names.count)
      names.append(
        Name(name: name, parents: parents, isInProperty: isInside, isAttribute: false, value: ""))
      for index in stride(from: 0, to: attributes.count - 1, by: 2) {
        names.append(
          Name(
            name: Self.name(attributes[index]), parents: [name] + parents.prefix(1),
            isInProperty: isInside || parents == [PlainXMP.description, PlainXMP.root], isAttribute: true,
            value: attributes[index + 1]))
      }
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
      if let last = open.last { names[last].value += String(decoding: bytes, as: UTF8.self) }
    }

    func close() { _ = open.popLast() }

    private static func name(_ text: String) -> XMPName {
      let parts = text.split(separator: Character(UnicodeScalar(PlainXMP.separator)))
      guard parts.count == 2 else { return XMPName(namespace: "", local: text) }
      return XMPName(namespace: String(parts[0]), local: String(parts[1]))
    }
  }
}
