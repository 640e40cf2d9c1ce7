import Glibc
import ImageModel
import JobFile
import Survey
import Synchronization
import System

/// Puts finished images in place, in the order that no crash can harm: data, rename, folder, journal.
///
/// At every instant a destination is absent, the old file or the whole new one, and what the journal holds as made is
/// there. With `durability: batch` that outlasts a power cut too, at the price of two flushes for many images.
package final class CommitQueue: Sendable {
  private let state: JobState
  private let committed: @Sendable (FinishedImage) -> Void
  private let waiting = Mutex(Waiting())
  /// Held while a batch is put in place; why that failed, once it has.
  private let failure = Mutex<Halt?>(nil)

  private static let mostImages = 256
  private static let mostFiles = 4096
  private static let longestWait: Int64 = 2_000_000_000
  private let begin = MonotonicClock.now()

  private struct Waiting {
    var images: [FinishedImage] = []
    var files = 0
    var since: Int64 = 0
    /// How long the round may last.
    var patience: Int64 = 0

    private var isFirst = true

    /// Begins a round. The first image is put in place at once, and then a round lasts as long as the run did before it: so
    /// much of a run that is killed stays, however early that is.
    mutating func begin(at now: Int64, of run: Int64) {
      since = now
      patience = isFirst ? 0 : min(CommitQueue.longestWait, now - run)
      isFirst = false
    }

    mutating func takeAll() -> [FinishedImage] {
      defer { (images, files) = ([], 0) }
      return images
    }
  }

  /// A queue that tells `committed` of each image once its outputs are in place, one at a time.
  package init(_ state: JobState, committed: @escaping @Sendable (FinishedImage) -> Void) {
    self.state = state
    self.committed = committed
  }

  /// Takes in an image; the batch that it completes is put in place before this returns.
  package func add(_ image: FinishedImage) throws(Halt) {
    let batch = waiting.withLock { waiting -> [FinishedImage] in
      let now = MonotonicClock.now()
      if waiting.images.isEmpty { waiting.begin(at: now, of: begin) }
      waiting.images.append(image)
      waiting.files += image.files.count
      let isDue =
        state.durability != .batch || waiting.images.count >= Self.mostImages
        || waiting.files >= Self.mostFiles || now - waiting.since >= waiting.patience
      return isDue ? waiting.takeAll() : []
    }
    try put(batch)
  }

  /// Puts in place what is waiting.
  package func finish() throws(Halt) {
    try put(waiting.withLock { $0.takeAll() })
  }

  private func put(_ batch: [FinishedImage]) throws(Halt) {
    if batch.isEmpty { return }
    try failure.withLock { failure throws(Halt) in
      if let failure { throw failure }
      do throws(Halt) {
        for image in try commit(batch) { committed(image) }
      } catch {
        failure = error
        throw error
      }
    }
  }

  private func commit(_ batch: [FinishedImage]) throws(Halt) -> [FinishedImage] {
    var batch = batch
    let files = batch.flatMap { $0.files.compactMap { $0 } }
    if !files.isEmpty {
      try note(files.map { .will(path: $0.path, file: $0.file.identity) }, syncs: state.durability == .each)
      try sync()
      for index in batch.indices { try place(&batch[index]) }
      try sync()
    }
    let items = batch.compactMap(\.item)
    if !items.isEmpty { try note(items.map { .item($0) }, syncs: state.durability != .none) }
    return batch
  }

  /// Puts an image's files in their places. One that can't be is a failed row, unless no other could be either.
  private func place(_ image: inout FinishedImage) throws(Halt) {
    for (index, ready) in image.files.enumerated() {
      guard let ready else { continue }
      do throws(SystemError) {
        try ready.file.place(
          from: state.folder, at: ready.path, in: state.tree, replacing: ready.replaces,
          syncs: state.durability == .each)
      } catch {
        ready.file.remove(from: state.folder)
        if let halt = Halt(error, output: ready.path) { throw halt }
        image.fail(index, error.code == EEXIST ? .exists(ready.path) : Finding(placing: ready.path, error))
      }
    }
  }

  private func sync() throws(Halt) {
    guard state.durability == .batch else { return }
    do throws(SystemError) { try state.tree.sync() } catch { throw Halt(error, writing: state.name) }
  }

  private func note(_ lines: [JournalLine], syncs: Bool) throws(Halt) {
    do throws(SystemError) {
      try state.journal.append(lines, syncs: syncs)
    } catch {
      throw Halt(error, writing: state.name)
    }
  }
}

extension Finding {
  fileprivate init(placing path: String, _ error: SystemError) {
    self.init(.writeFailed, "'\(path)' can't be put in place: \(error.message)")
  }
}
