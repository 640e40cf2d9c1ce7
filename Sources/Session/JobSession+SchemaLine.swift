import Glibc
import JobFile
import Planning
import System

extension JobSession {
  /// A change of the comment by which editors find the schema of a job file.
  package enum SchemaLineChange: Equatable, Sendable {
    /// The file had no such comment.
    case added(String)
    /// The comment led to no file.
    case corrected(String, from: String)

    /// The change in words.
    package var words: String {
      switch self {
      case .added(let path): "the schema line was added: \(path)"
      case .corrected(let path, let old): "the schema line was corrected: \(path) in place of \(old)"
      }
    }
  }

  /// Makes the schema line of a job file lead to the schema, and leaves all other bytes as they are. The new file takes
  /// the place of the old one when it is whole. Nil if the line leads to a file or is a URL. Throws for a file that can't
  /// be a job.
  package func fixSchemaLine(of file: String) throws(SessionError) -> SchemaLineChange? {
    let path = absolute(file)
    let status = FileStatus(at: path, followingLinks: false)
    if status?.isSpecial == true {
      throw SessionError(.usage, file: file, "--fix-schema-line writes regular files only, and this is none")
    }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileBytes.read(path, limit: FixedLimits.JobFile.bytes + 1) } catch {
      throw SessionError(.usage, file: file, "can't be read: \(error.message)")
    }
    try Self.checkIsJob(bytes, file)
    let (line, folder) = (SchemaLine(bytes), path.parentFolder)
    if line.value.map({ Self.leads($0, from: folder) }) == true { return nil }
    guard let schema = Self.schema(above: folder) ?? Self.installedSchema else {
      throw SessionError(
        .usage, file: file,
        "there is no \(SchemaLine.file) in its folder, nor in one above or in its subfolder 'schema', nor in upright's "
          + "installation: write it by 'upright schema >\(SchemaLine.file)'")
    }
    do throws(SystemError) {
      let whole = try WholeFile(path)
      try Descriptor.write(line.leading(to: schema, in: bytes), to: whole.number)
      if let status { try SystemError.check { fchmod(whole.number, status.permissions) } }
      try whole.commit(syncs: true)
    } catch {
      throw SessionError(.unwritten, file: file, "can't be written: \(error.message)")
    }
    return line.value.map { .corrected(schema, from: $0) } ?? .added(schema)
  }

  private static func checkIsJob(_ bytes: [UInt8], _ file: String) throws(SessionError) {
    switch JobFileReader.isJob(text: bytes, file: file) {
    case .success(true): return
    case .success(false):
      throw SessionError(
        .usage, file: file,
        "--fix-schema-line writes job files only, and this is none: it is no mapping with 'sources' and 'outputs'"
      )
    case .failure(let errors): throw SessionError(.usage, [.diagnostics(errors.diagnostics, text: bytes)])
    }
  }

  /// True if a schema line with this value is to stay: it is a URL, or names a file.
  private static func leads(_ value: String, from folder: String) -> Bool {
    WebAddress.isURL(value) || isFile(JobFolders.absolute(value, from: folder))
  }

  private static func isFile(_ path: String) -> Bool { FileStatus(at: path)?.isSpecial == false }

  /// The absolute path of the schema that is installed with this program; nil if there is none.
  private static var installedSchema: String? {
    guard let program = ProgramFile.path else { return nil }
    let path = JobFolders.absolute("../share/upright/" + SchemaLine.file, from: program.parentFolder)
    return isFile(path) ? path : nil
  }

  /// Upright looks for the schema in the job file's folder, and in at most this number of folders above it.
  private static let mostFolders = 8

  /// The path of the nearest schema, relative to `folder`; nil if there is none.
  static func schema(above folder: String) -> String? {
    var (place, way) = (folder, "")
    for _ in 0...mostFolders {
      for name in [SchemaLine.file, "schema/" + SchemaLine.file]
      where isFile(JobFolders.absolute(name, from: place)) {
        return way + name
      }
      if place == "/" { return nil }
      (place, way) = (place.parentFolder, way + "../")
    }
    return nil
  }
}

/// The comment by which editors find the schema of a job file: `# yaml-language-server: $schema=PATH`. It stands among
/// the comments at the file's start.
struct SchemaLine {
  /// The usual name of the schema's file.
  static let file = "job-v1.json"

  /// The text behind `$schema=`; nil if the file has no such comment.
  let value: String?
  /// The place of the value, or of a new line.
  private let range: Range<Int>

  /// Looks for the comment in the bytes of a job file.
  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    var next = start
    while next < bytes.count {
      let end = bytes[next...].firstIndex(of: Self.newline) ?? bytes.count
      let line = bytes[next..<end].drop(while: Self.isBlank)
      if let first = line.first, first != UInt8(ascii: "#") { break }
      if let range = Self.value(in: line) {
        (value, self.range) = (String(decoding: bytes[range], as: UTF8.self), range)
        return
      }
      next = end + 1
    }
    (value, range) = (nil, start..<start)
  }

  /// The bytes of the job file with a comment that leads to `path`. A new line ends as the file's first line does.
  func leading(to path: String, in bytes: [UInt8]) -> [UInt8] {
    var text = path
    if value == nil {
      let end = bytes.firstIndex(of: Self.newline)
      let isOfWindows = end.map { $0 > 0 && bytes[$0 - 1] == Self.carriageReturn } == true
      text = "# yaml-language-server: $schema=\(path)\(isOfWindows ? "\r\n" : "\n")"
    }
    return bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
  }

  /// The place of the value in a comment; nil if the comment is another one.
  private static func value(in comment: ArraySlice<UInt8>) -> Range<Int>? {
    let name = comment.dropFirst().drop(while: isBlank)
    guard name.startIndex > comment.startIndex + 1, name.starts(with: "yaml-language-server".utf8) else {
      return nil
    }
    let colon = name.dropFirst("yaml-language-server".utf8.count).drop(while: isBlank)
    guard colon.first == UInt8(ascii: ":") else { return nil }
    for word in colon.dropFirst().split(whereSeparator: isBlank) where word.starts(with: "$schema=".utf8) {
      let value = word.dropFirst("$schema=".utf8.count)
      return value.isEmpty ? nil : value.startIndex..<value.endIndex
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), carriageReturn].contains(byte)
  }
}
