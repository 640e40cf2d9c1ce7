import Foundation
import Testing

@testable import JobFile

@Suite struct JobSchemaTests {
  private typealias Object = [String: Any]

  private func schema() throws -> Object {
    try #require(JSONSerialization.jsonObject(with: Data(JobSchema.text.utf8)) as? Object)
  }

  /// The names of the properties of the mappings at a path of keys, `anyOf` included.
  private func keys(at path: String...) throws -> Set<String> {
    var object = try schema()
    for key in path { object = try #require(object[key] as? Object) }
    let forms = [object] + (object["anyOf"] as? [Object] ?? [])
    return Set(forms.flatMap { ($0["properties"] as? Object ?? [:]).keys })
  }

  private func names(at path: String...) throws -> Set<String> {
    var object = try schema()
    for key in path { object = try #require(object[key] as? Object) }
    return Set(try #require(object["enum"] as? [String]))
  }

  @Test func committedFileHoldsTheSameBytes() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../schema/job-v1.json").standardized
    #expect(try String(contentsOf: file, encoding: .utf8) == JobSchema.text)
  }

  @Test func itDescribesTheReadersKeys() throws {
    #expect(try keys() == Set(KeyLevel.job.keys))
    #expect(
      try keys(at: "definitions", "globSource").union(keys(at: "definitions", "pathSource"))
        .union(keys(at: "definitions", "listSource")).union(keys(at: "definitions", "archiveSource")).union(
          keys(at: "definitions", "parquetSource")
        )
        .union(keys(at: "definitions", "annotationSource"))
        == Set(KeyLevel.source.keys))
    #expect(try keys(at: "definitions", "output") == Set(KeyLevel.output.keys))
    #expect(try keys(at: "definitions", "crop") == Set(KeyLevel.crop.keys))
    #expect(try keys(at: "definitions", "focus") == Set(KeyLevel.focus.keys))
    #expect(try keys(at: "definitions", "resize") == Set(KeyLevel.resize.keys))
    #expect(try keys(at: "definitions", "tiles") == Set(KeyLevel.tiles.keys))
    #expect(try keys(at: "definitions", "metadata") == Set(KeyLevel.metadata.keys))
    #expect(try keys(at: "properties", "decode") == Set(KeyLevel.decode.keys))
    #expect(try keys(at: "properties", "on_error") == Set(KeyLevel.onError.keys))
    #expect(try keys(at: "properties", "limits") == Set(KeyLevel.limits.keys))
    #expect(try keys(at: "properties", "split") == Set(KeyLevel.split.keys))
    #expect(try keys(at: "definitions", "export") == Set(KeyLevel.export.keys))
    #expect(try keys(at: "definitions", "where") == Set(KeyLevel.conditions.keys))
    #expect(
      try keys(at: "definitions", "where", "properties", "not_duplicate") == Set(KeyLevel.notDuplicate.keys))
  }

  @Test func everyMappingIsClosed() throws {
    var open: [String] = []
    func look(_ value: Any, _ path: String) {
      if let object = value as? Object {
        if object["type"] as? String == "object", object["additionalProperties"] as? Bool != false {
          open.append(path)
        }
        for (key, value) in object { look(value, path + "/" + key) }
      }
      if let list = value as? [Any] { list.forEach { look($0, path) } }
    }
    look(try schema(), "")
    #expect(open == [])
  }

  @Test func orientationsAreTheReaders() throws {
    #expect(try names(at: "definitions", "orientation") == ["bake", "keep", "ignore"])
    #expect(try names(at: "definitions", "chroma") == ["4:4:4", "4:2:2", "4:2:0"])
    #expect(try names(at: "properties", "hash") == ["sha256", "none"])
  }

  @Test func policiesAreTheReaders() throws {
    #expect(
      try names(at: "properties", "decode", "properties", "on_corrupt")
        == ["warning", "error", "truncated", "none"])
    #expect(try names(at: "properties", "decode", "properties", "verify") == ["crop", "full"])
    #expect(
      try names(at: "properties", "decode", "properties", "embedded_thumbnail")
        == ["never", "when_large_enough"])
    #expect(try names(at: "properties", "isolation") == ["process", "none"])
    #expect(try names(at: "properties", "durability") == ["none", "batch", "each"])
    #expect(try names(at: "properties", "existing") == ["replace", "keep", "error"])
    #expect(try names(at: "properties", "on_upgrade") == ["remake", "keep"])
  }

  /// YAML 1.1 reads an unquoted `off` as false, and so do some editors.
  @Test func sandboxMayBeOff() throws {
    let sandbox = try #require((schema()["properties"] as? Object)?["sandbox"] as? Object)
    let values = try #require(sandbox["enum"] as? [Any])
    #expect(values.compactMap { $0 as? String } == ["require", "best-effort", "off"])
    #expect(values.compactMap { $0 as? Bool } == [false])
  }
}
