import Archives
import Foundation
import System
import TestSupport

/// What the scan of an archive that another program made gives.
struct ArchiveFile: Equatable {
  /// The members with their unpacked bytes, in the order of the archive.
  var members: [Member] = []
  /// The names of skipped members, and why.
  var skipped: [String: MemberFault] = [:]
  var fault: ArchiveFault?

  struct Member: Equatable, CustomStringConvertible {
    var name: String
    var bytes: [UInt8]

    var description: String { "\(name) (\(bytes.count))" }
  }

  /// Scans the bytes of a tar, or of a zip, and unpacks all members.
  init(_ bytes: [UInt8], isZip: Bool) throws {
    let found = isZip ? Scanned.zip(bytes) : Scanned.tar(bytes)
    (skipped, fault) = (found.faults, found.fault)
    for member in found.members {
      let place = try isZip ? Self.settled(member, bytes) : member.place
      members.append(Member(name: member.name, bytes: try Self.unpacked(place, bytes)))
    }
  }

  private static func settled(_ member: ArchiveMember, _ bytes: [UInt8]) throws -> MemberPlace {
    var given = 1
    while true {
      let start = Int(member.place.header)
      let part = bytes[start..<min(bytes.count, start + given)]
      switch try ZipLocalHeader.read(part, of: member, before: UInt64(bytes.count)) {
      case .needs(let count): given = count
      case .place(let place): return place
      }
    }
  }

  private static func unpacked(_ place: MemberPlace, _ bytes: [UInt8]) throws -> [UInt8] {
    let data = packed(place, bytes)
    let result =
      switch place.method {
      case .stored: data
      case .deflate: try inflated(data, within: Int(place.size))
      case .zstd: try MemoryFile(data).unpacked(.zstd, exactly: Int(place.size)).get().bytes(Int(place.size))
      }
    var sum = CRC32()
    sum.add(result)
    if let fault = place.fault(bytes: result.count, sum) { throw fault }
    return result
  }

  private static func inflated(_ data: [UInt8], within most: Int) throws -> [UInt8] {
    guard case .file(let file, let bytes) = try MemoryFile(data).inflated(data.count, .raw, within: most)
    else {
      throw MemberFault.damaged(.data)
    }
    return try file.bytes(bytes)
  }
}

/// Programs that make archives.
enum ArchiveProgram: String {
  case tar, bsdtar, zip, python3
  case gzip, bzip2, xz, zstd
  case sevenZip = "7z"

  /// The absolute path; nil if the program isn't installed.
  var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(rawValue)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program. Throws if it isn't installed, or if it fails.
  func run(_ arguments: [String], in folder: String, stdin: String = "") throws {
    guard let path else { throw Failure(description: "\(rawValue) isn't installed") }
    // Names beyond ASCII are UTF-8 for all programs.
    let run = try CommandRun.run(
      path, arguments, in: folder, environment: ["LC_ALL": "C.UTF-8"], stdin: stdin)
    guard run.ending == .exit(0) else {
      throw Failure(description: "\(rawValue) \(arguments): \(run.ending) \(run.stdout) \(run.stderr)")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

/// A folder with files of many sizes and names.
struct SampleTree {
  let folder: TemporaryDirectory
  /// The bytes of each file by its path.
  private(set) var files: [String: [UInt8]] = [:]

  init(longNames: Bool = true) throws {
    folder = try TemporaryDirectory()
    var random = SplitMix64(seed: 11)
    var names = ["a.jpg", "b c.txt", "dir/é-日本.png", "dir/sub/.hidden", "dir/x;y'z.jpg", "empty"]
    let part = String(repeating: "long-", count: 16)
    if longNames { names += ["\(part)/\(part)/file.jpg", "dir/\(part)name.jpg"] }
    for (place, name) in names.enumerated() {
      let size = [1, 511, 512, 513, 70_000, 0, 1024, 33][place]
      // Bytes that can be compressed.
      files[name] = (0..<size).map { _ in UInt8.random(in: 0...15, using: &random) }
    }
    for (name, bytes) in files { try folder.write(bytes, to: "tree/\(name)") }
    try folder.link("tree/dir/soft", to: "../a.jpg")
  }

  /// Writes a file of 256 KiB that is mostly holes, in more pieces than a header has room for.
  func makeSparse(_ name: String) throws {
    try folder.write("", to: "tree/\(name)")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("tree/\(name)")))
    for place in stride(from: 0, to: 1 << 18, by: 1 << 14) {
      try file.seek(toOffset: UInt64(place))
      try file.write(contentsOf: [1])
    }
    try file.truncate(atOffset: 1 << 18)
    try file.close()
  }

  /// The files in a form that can be compared with an archive.
  var members: [ArchiveFile.Member] {
    files.map { ArchiveFile.Member(name: $0.key, bytes: $0.value) }.sorted { $0.name < $1.name }
  }
}

extension ArchiveFile {
  /// The members by their names. Programs put files of a folder into archives in any order.
  var sorted: [Member] { members.sorted { $0.name < $1.name } }
}
