import Glibc
import TestSupport
import Testing

@testable import Survey
@testable import System

/// What of a file is in memory, by the kernel's own account (mincore(2)).
@Suite("Reading ahead")
struct PrefetchTests {
  private static let pages = 256
  private static let pageSize = Int(getpagesize())

  @Test(
    "The whole file comes into memory, and nobody waits for it",
    .enabled(if: canEvict, "files here never leave memory"))
  func whole() throws {
    let folder = try TemporaryDirectory()
    let source = try OpenSource.open(try Self.evictedFile(in: folder))
    #expect(try Self.pagesInMemory(source.descriptor) == 0)
    source.prefetch()
    var looks = 0
    while try Self.pagesInMemory(source.descriptor) < Self.pages, looks < 10_000 {
      usleep(1000)
      looks += 1
    }
    #expect(try Self.pagesInMemory(source.descriptor) == Self.pages)
  }

  /// False where files lie in memory alone, as on tmpfs.
  private static let canEvict: Bool = {
    guard let folder = try? TemporaryDirectory(), let path = try? evictedFile(in: folder),
      let file = try? Descriptor.open(path, O_RDONLY)
    else { return false }
    return (try? pagesInMemory(file)) == 0
  }()

  /// The path of a file of that many pages, of which none is in memory.
  private static func evictedFile(in folder: TemporaryDirectory) throws -> String {
    try folder.write([UInt8](repeating: 7, count: pages * pageSize), to: "file")
    let path = folder.path("file")
    let file = try Descriptor.open(path, O_RDONLY)
    try file.sync()
    posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
    return path
  }

  private static func pagesInMemory(_ file: borrowing Descriptor) throws -> Int {
    let length = pages * pageSize
    let mapping = mmap(nil, length, PROT_READ, MAP_SHARED, file.number, 0)
    guard let mapping, mapping != MAP_FAILED else { throw TestSupport.SystemError("mmap") }
    defer { munmap(mapping, length) }
    var states = [UInt8](repeating: 0, count: pages)
    if mincore(mapping, length, &states) != 0 { throw TestSupport.SystemError("mincore") }
    return states.count { $0 & 1 == 1 }
  }
}
