import CKernel
import Glibc
import TestSupport
import Testing

@Suite("Opening below a folder")
struct OpenBeneathTests {
  private let outside: TemporaryDirectory
  private let root: Int32

  init() throws {
    outside = try TemporaryDirectory()
    try outside.write("secret", to: "secret")
    try outside.write("plain", to: "root/inner/plain")
    try #require(symlink("../secret", "\(outside.path)/root/up") == 0)
    try #require(symlink("inner", "\(outside.path)/root/link") == 0)
    root = open("\(outside.path)/root", KERNEL_O_PATH | O_DIRECTORY | O_CLOEXEC)
    try #require(root >= 0)
  }

  /// 0 where `path` opens, else errno.
  private func outcome(_ path: String, _ resolve: UInt64) -> Int32 {
    let file = kernel_openat2(root, path, O_RDONLY | O_CLOEXEC, 0, resolve)
    if file < 0 { return errno }
    close(file)
    return 0
  }

  @Test func nothingAboveTheFolderOpens() {
    defer { close(root) }
    #expect(outcome("inner/plain", KERNEL_RESOLVE_BENEATH) == 0)
    #expect(outcome("link/plain", KERNEL_RESOLVE_BENEATH) == 0)
    #expect(outcome("link/plain", KERNEL_RESOLVE_BENEATH | KERNEL_RESOLVE_NO_SYMLINKS) == ELOOP)
    #expect(outcome("up", KERNEL_RESOLVE_BENEATH) == EXDEV)
    #expect(outcome("../secret", KERNEL_RESOLVE_BENEATH) == EXDEV)
    #expect(outcome("/etc/passwd", KERNEL_RESOLVE_BENEATH) == EXDEV)
    #expect(outcome("../secret", 0) == 0)
  }

  @Test func aFileIsMadeWithItsMode() throws {
    defer { close(root) }
    let file = kernel_openat2(
      root, "inner/new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600, KERNEL_RESOLVE_BENEATH)
    try #require(file >= 0)
    defer { close(file) }
    var status = stat()
    try #require(fstat(file, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }
}
