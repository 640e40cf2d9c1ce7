import Foundation
import JobFile
import System
import TestSupport
import Testing

@testable import Planning
@testable import Survey

/// Stores that find the indexes of archives on a shelf.
@Suite("The shelf of archives")
struct ArchiveShelfTests {
  private let folder: TemporaryDirectory
  private let spec: JobSpec

  /// The job's folder has a compressed tar with 12 MiB before the member `end.txt`.
  init() throws {
    folder = try TemporaryDirectory()
    var random = SplitMix64(seed: 5)
    // Gzip looks 32 KiB back, so it finds no repetition.
    let piece = (0..<8192).flatMap { _ in ZipBuilder.number(random.next()) }
    var tar = TarBuilder()
    tar.add("start.bin", Array(repeating: piece, count: 192).flatMap { $0 })
    tar.add("end.txt", Array("the end".utf8))
    tar.end()
    try folder.write(try GzipProgram.compressed(tar.bytes), to: "set.tgz")
    let job = "version: 1\nsources: [{archive: set.tgz}]\noutputs: [{path: a.jpg}]"
    spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
  }

  /// A store for another process, which reads from the folder at `base`.
  private func store(_ base: String? = nil) -> SourceStore {
    SourceStore(
      JobFolders(spec, file: "job.yaml", root: base, current: folder.path), shelf: folder.path("shelf"))
  }

  /// Reads the last member, and tells how many bytes were unpacked for that.
  private func readEnd(_ store: SourceStore) throws -> UInt64 {
    let source = try store.open(named: "set.tgz::end.txt")
    #expect(try source.descriptor.read(99, at: 0) == Array("the end".utf8))
    return store.archives.packed.opened.withLock { opened in
      opened.reduce(0) { sum, archive in
        if case .unpacked(let bytes, _) = archive.bytes { sum + bytes.work } else { sum }
      }
    }
  }

  @Test("A process that finds the points of an earlier one doesn't unpack the front")
  func points() throws {
    let first = store()
    first.keepArchives { [folder] name, pieces throws(System.SystemError) in
      let isWritten = (try? folder.write(pieces.flatMap { $0 }, to: "shelf/\(name)")) != nil
      if !isWritten { throw System.SystemError(EIO) }
    } tell: { _ in
    }
    #expect(try readEnd(first) >= 12 << 20)
    #expect(first.shelvedArchives.count == 1)
    // Points lie some 4 MiB apart.
    #expect(try readEnd(store()) < 5 << 20)
    try FileManager.default.removeItem(atPath: folder.path("shelf"))
    #expect(try readEnd(store()) >= 12 << 20)
  }

  @Test("An archive has one name on the shelf, whatever folder the job reads from")
  func names() throws {
    let base = store()
    _ = try base.open(named: "set.tgz::end.txt")
    let other = try TemporaryDirectory()
    try other.write(try folder.read("set.tgz"), to: "set.tgz")
    let moved = store(other.path)
    _ = try moved.open(named: "set.tgz::end.txt")
    #expect(moved.shelvedArchives == base.shelvedArchives)
    _ = try moved.open(named: "\(folder.path)/set.tgz::end.txt")
    #expect(moved.shelvedArchives.count == 2)
  }
}
