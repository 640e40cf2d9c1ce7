import Glibc
import JSON
import JobFile
import Planning
import System

/// The record of an exact split: a file of JSON lines that names the split of each group that was ever dealt.
package struct SplitRecord {
  /// The parts of the recorded groups, by ``Split/number(ofGroup:)``.
  package private(set) var parts: [UInt64: Int32] = [:]
  /// The reasons why the record can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the record of `job`, if the job has an exact split and the record exists.
  package init(_ job: JobSpec, _ folders: JobFolders) {
    guard let split = job.split, let path = folders.splits, FileStatus(at: path) != nil else { return }
    var number: Int?
    do throws(FileFault) {
      try Self.withFile(path) { feed throws(FileFault) in
        try feed.forEachLine { line, place throws(FileFault) in
          number = place
          let group = try Self.group(line, split)
          let part = Int32(clamping: group.part)
          if let other = parts.updateValue(part, forKey: Split.number(ofGroup: group.name)), other != part {
            throw FileFault("an earlier line gives the group '\(group.name)' another split")
          }
          number = nil
        }
      }
    } catch {
      let place = number.map { "line \($0): " } ?? ""
      diagnostics.append(
        Diagnostic(
          file: String(path.lastName), at: nil,
          "\(place)\(error.message); mend this record of splits, or remove it to deal all groups anew"))
    }
  }

  private static func withFile(_ path: String, _ body: (ByteFeed) throws(FileFault) -> Void) throws(FileFault)
  {
    let file: Descriptor
    do throws(SystemError) { file = try Descriptor.openRegular(path) } catch {
      throw FileFault("the file can't be read: \(error.message)")
    }
    try body(ByteFeed(reading: file.number))
  }

  private static func group(
    _ line: ArraySlice<UInt8>, _ split: Split
  ) throws(FileFault) -> (name: String, part: Int) {
    let value = try JSONValue(line: line)
    guard let name = value["group"]?.text, let part = value["split"]?.text else {
      throw FileFault("there is no 'group' with a 'split'")
    }
    guard let index = split.parts.firstIndex(where: { $0.name.hasSameBytes(as: part) }) else {
      throw FileFault("the job has no split '\(part)'")
    }
    return (name, index)
  }

  /// Adds groups to the record at `path`, by rename.
  package static func add(_ groups: [DealtGroup], to path: String) throws {
    if groups.isEmpty { return }
    let file = try WholeFile(path)
    if FileStatus(at: path) != nil { try copy(Descriptor.openRegular(path), to: file.number) }
    var json = JSONWriter()
    for group in groups {
      json.line(group)
      if json.count >= JSONWriter.chunk { try Descriptor.write(json.take(), to: file.number) }
    }
    try Descriptor.write(json.take(), to: file.number)
    try file.commit(syncs: true)
  }

  /// Copies a record, and ends its last line.
  private static func copy(_ record: borrowing Descriptor, to file: Int32) throws(SystemError) {
    var offset = 0
    var last = UInt8(ascii: "\n")
    while true {
      let piece = try record.read(JSONWriter.chunk, at: offset)
      guard let end = piece.last else { break }
      last = end
      offset += piece.count
      try Descriptor.write(piece, to: file)
    }
    if last != UInt8(ascii: "\n") { try Descriptor.write([UInt8(ascii: "\n")], to: file) }
  }
}

extension DealtGroup: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("group", name)
    json.field("split", split)
  }
}
