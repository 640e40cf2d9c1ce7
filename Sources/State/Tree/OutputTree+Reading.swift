import CKernel
import Glibc
import System

extension OutputTree {
  /// Opens the regular file at a path for reading; refuses links, devices and FIFOs.
  package func open(_ path: String) throws(SystemError) -> Descriptor {
    let folder = try folder(of: path)
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    let file = try Descriptor.open(path.folderAndName.name, flags, below: folder.number)
    if try file.status().isSpecial { throw .special }
    return file
  }

  /// The names in the folder at a path, sorted by bytes; none if there is no such folder.
  func names(in path: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try folder(of: path + "/x").names().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  /// True if the file at a path holds these bytes.
  package func holds(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard let status = try status(path), !status.isSpecial, status.bytes == bytes.count else {
      return false
    }
    return try open(path).read(bytes.count + 1, at: 0) == bytes
  }

  /// True if the file at a path holds the same bytes as the open file with the descriptor `number`.
  package func holds(_ path: String, theBytesOf number: Int32) throws(SystemError) -> Bool {
    let own = try FileStatus(of: number)
    guard let status = try status(path), !status.isSpecial, status.bytes == own.bytes else {
      return false
    }
    let file = try open(path)
    var offset = 0
    while offset < own.bytes {
      let bytes = try FileBytes.read(number, count: 1 << 18, at: offset)
      if bytes.isEmpty { return false }
      guard try file.read(bytes.count, at: offset) == bytes else { return false }
      offset += bytes.count
    }
    return true
  }
}
