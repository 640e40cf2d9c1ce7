import ImageModel
import JobFile

/// Output paths: whatever template and source, they stay beneath the output root.
///
/// The input is, with a 0 between them: template, source's path, id, job's name.
package enum PathTemplateTarget: FuzzTarget {
  package static let name = "PathTemplate"
  package static let longest = 1024

  package static func fault(_ bytes: [UInt8]) -> String? {
    let fields = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map(Array.init)
    let text = String(decoding: fields[0], as: UTF8.self)
    guard let template = try? PathTemplate(parsing: text) else { return nil }
    let values = values(fields)
    do throws(ImageError) {
      let path = try template.render(values)
      return fault(ofPath: path) ?? difference(path, text, values)
    } catch {
      let code = error.finding.code
      return code == .badPath ? nil : "refused as \(code.rawValue)"
    }
  }

  private static func values(_ fields: [[UInt8]]) -> PathTemplate.Values {
    let path = fields.count > 1 ? fields[1] : []
    let fixed = path.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let id = fields.count > 2 ? String(decoding: fields[2], as: UTF8.self) : nil
    let job = fields.count > 3 ? String(decoding: fields[3], as: UTF8.self) : "job"
    let item = SourceItem(path: path, entry: 0, fixedLength: fixed)
    var values = PathTemplate.Values(item, id: id, index: path.count, hash8: "0123abcd", job: job)
    values.size = (640, 480)
    values.category = "cat"
    values.page = 4
    values.boxIndex = 3
    values.split = "train"
    values.folder = 17
    return values
  }

  /// What is wrong with an output's path, by the words of the contract.
  static func fault(ofPath path: String) -> String? {
    for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if ["", ".", "..", ".upright"].contains(where: { $0.utf8.elementsEqual(segment) }) {
        return "a segment '\(Substring(segment))' in '\(path)'"
      }
      if segment.count > 255 { return "a segment of \(segment.count) bytes in '\(path)'" }
    }
    if path.utf8.count > 4096 { return "a path of \(path.utf8.count) bytes" }
    let control = path.unicodeScalars.first { $0.properties.generalCategory == .control }
    return control.map { "the control character \($0.value) in '\(path)'" }
  }

  /// A plain replacement of one variable after the other, against `path`.
  private static func difference(_ path: String, _ text: String, _ values: PathTemplate.Values) -> String? {
    var expected: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{") where rest.first != byte:
        let name = rest.prefix { $0 != UInt8(ascii: "}") }
        rest = rest[name.endIndex...].dropFirst()
        expected += value(String(decoding: name, as: UTF8.self), values).utf8
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        rest = rest.dropFirst()
        expected.append(byte)
      default: expected.append(byte)
      }
    }
    let slash = UInt8(ascii: "/")
    let joined = Array(expected.split(separator: slash).joined(separator: [slash]))
    guard joined != Array(path.utf8) else { return nil }
    return "'\(path)', and '\(String(decoding: joined, as: UTF8.self))' was expected"
  }

  private static func value(_ name: String, _ values: PathTemplate.Values) -> String {
    let texts = [
      "stem": values.stem, "name": values.name, "ext": values.ext, "dir": values.dir, "id": values.id,
      "index": String(String(1_000_000 + values.index).dropFirst()), "width": "640", "height": "480",
      "hash8": values.hash8, "job": values.job, "category": "cat", "box_index": "000003", "split": "train",
      "folder": "000017", "page": "000004", "content8": "{content8}",
    ]
    return texts[name] ?? "no variable \(name)"
  }
}

extension PathTemplateTarget {
  /// Templates with every variable, and names that try to get out.
  package static func seeds() throws -> [[UInt8]] {
    let templates = [
      "{dir}/{stem}.jpg", "{name}", "{stem}-{width}x{height}.{ext}", "{id}/{index}-{hash8}.jpg",
      "{job}/{{x}}/{stem}.jpg", "{stem}-{content8}.jpg", "a//b/{dir}.jpg", "./{stem}", "../{stem}.jpg",
      "{dir}/../{stem}.jpg",
      ".{stem}", "{stem}.{ext}", ".upright/{stem}.jpg",
      "{split}/{folder}/{category}/{stem}-{page}-{box_index}.jpg",
    ]
    let sources = [
      "photos/2024/may/IMG 1.v2.JPG", "/srv/a.jpg", "p/../..", "p/./.hidden", "p/é\u{85}/\u{7F}.x", "",
    ]
    let ids = ["", "a/b", "..", "0412"]
    return templates.enumerated().flatMap { index, template in
      sources.map { "\(template)\0\($0)\0\(ids[index % ids.count])\0catalogue" }
    }.map { Array($0.utf8) }
  }
}
