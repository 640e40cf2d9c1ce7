import Glibc
import ImageModel
import JobFile
import Survey
import Synchronization
import System

/// Puts finished images in place. The steps of a round have an order in which a crash does no harm: announce
/// the files in the journal, flush their data, rename them, flush their folders, note the images in the
/// journal. `durability` selects the flushes.
///
/// At every instant a destination has no file, the old file or the whole new file. A file that the journal
/// notes as made is in its place. With `durability: batch` both also hold after a power cut. A round then
/// costs two flushes of the file system and one of the journal, for many images. Outputs in a bucket take the way of an
/// ``UploadQueue`` instead.
package final class CommitQueue: Sendable {
  private let state: JobState
  private let committed: @Sendable (FinishedImage) -> Void
  private let waiting = Mutex(Waiting())
  /// The way of images into a bucket; nil if the outputs go into a folder.
  private let uploads: UploadQueue?
  /// The reason of the first failure; nil before it. The mutex is locked while a round is put in place.
  private let failure = Mutex<Halted?>(nil)

  private static let mostImages = 256
  private static let mostFiles = 4096
  private static let longestWait: Int64 = 2_000_000_000
  private let begin = MonotonicClock.now()

  private struct Waiting {
    var images: [FinishedImage] = []
    var files = 0
    var since: Int64 = 0
    /// How long the round may last, in nanoseconds.
    var patience: Int64 = 0

    private var isFirst = true

    /// Begins a round. The first round has one image. A later round lasts at most two seconds, and at most as
    /// long as the run had lasted when the round began. So a run that is killed early keeps about half of its
    /// work.
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

  /// A queue that calls `committed` with each image once its outputs are in place, one image at a time.
  package init(
    _ state: JobState, committed: @escaping @Sendable (FinishedImage) -> Void
  ) throws(Halted) {
    self.state = state
    self.committed = committed
    do throws(SystemError) {
      uploads =
        if let bucket = state.outputs as? OutputBucket {
          try UploadQueue(state, to: bucket, committed: committed)
        } else { nil }
    } catch { throw Halted(Halt(.later, "a thread can't be started: \(error.message)")) }
  }

  /// Adds an image. If the image completes a round, this call puts the round in place before it returns.
  package func add(_ image: FinishedImage) throws(Halted) {
    if let uploads { return try uploads.add(image) }
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

  /// Puts all waiting images in place.
  package func finish() throws(Halted) {
    if let uploads { return try uploads.finish() }
    try put(waiting.withLock { $0.takeAll() })
  }

  /// Puts the waiting images in place, if that takes no time worth speaking of. The process ends soon.
  package func giveUp() {
    if uploads == nil { try? finish() }
  }

  private func put(_ batch: [FinishedImage]) throws(Halted) {
    if batch.isEmpty { return }
    try failure.withLock { failure throws(Halted) in
      if let failure { throw failure }
      do throws(Halted) {
        for image in try commit(batch) { committed(image) }
      } catch {
        failure = error
        throw error
      }
    }
  }

  private func commit(_ batch: [FinishedImage]) throws(Halted) -> [FinishedImage] {
    var batch = batch
    let files = batch.flatMap { $0.files.compactMap { $0 } }
    if !files.isEmpty {
      try note(files.map { .will(path: $0.path, file: $0.file.identity) }, syncs: state.syncsAnnouncements)
      try sync()
      for index in batch.indices { try place(&batch[index]) }
      try sync()
    }
    let items = batch.compactMap(\.item)
    if !items.isEmpty { try note(items.map { .item($0) }, syncs: state.durability != .none) }
    return batch
  }

  /// Puts an image's files in their places. A file that can't be placed fails its row. Throws an error that
  /// would fail all other files too.
  private func place(_ image: inout FinishedImage) throws(Halted) {
    for (index, ready) in image.files.enumerated() {
      guard let ready else { continue }
      do throws(SystemError) {
        try ready.file.place(
          from: state.temporaries, at: ready.path, in: state.tree, replacing: ready.replaces,
          syncs: state.durability == .each)
      } catch {
        ready.file.remove(from: state.temporaries)
        if let halt = Halt(error, output: ready.path) { throw Halted(halt) }
        image.fail(index, error.code == EEXIST ? .exists(ready.path) : Finding(placing: ready.path, error))
      }
    }
  }

  private func sync() throws(Halted) {
    guard state.durability == .batch else { return }
    do throws(SystemError) { try state.outputs.sync() } catch {
      throw Halted(Halt(error, writing: state.name))
    }
  }

  private func note(_ lines: [JournalLine], syncs: Bool) throws(Halted) {
    do throws(SystemError) {
      try state.journal.append(lines, syncs: syncs)
    } catch {
      throw Halted(Halt(error, writing: state.name))
    }
  }
}

extension Finding {
  fileprivate init(placing path: String, _ error: SystemError) {
    self.init(.writeFailed, "'\(path)' can't be put in place: \(error.message)")
  }
}
