import Hashing
import ImageModel
import JobFile

/// Where an encoder's bytes go: into an open file, through the digest.
final class OutputSink {
  private let target: Int32
  private var digest: SHA256?
  /// Bytes written.
  private(set) var count = 0
  /// Why a write failed.
  private(set) var failure: SystemError?

  /// A sink into `target`. Throws `memory`.
  init(_ target: Int32, hash: HashKind) throws(Finding) {
    self.target = target
    switch hash {
    case .none: digest = nil
    case .sha256:
      digest = SHA256()
      if digest == nil { throw Finding(.memory, "memory for a digest can't be had") }
    }
  }

  /// Throws `write_failed` without words: what happened is in `failure`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: target)
    } catch {
      failure = error
      throw Finding(.writeFailed, "")
    }
    digest?.update(bytes)
    count += bytes.count
  }

  /// The SHA-256 of all bytes, in hexadecimal; nil where none is wanted. Nothing is written after it.
  func finish() -> String? { digest.take()?.finish() }
}
