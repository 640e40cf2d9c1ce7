import Glibc
import ImageModel
import Net
import Remote
import Survey
import System

/// Puts finished images into a bucket, several at a time. A thread of its own announces new objects in the journal,
/// begins to put them, and notes each image whose objects are there. So a run that is killed makes at most the images
/// again that were under way.
final class UploadQueue: Sendable {
  private let uploads: Uploads
  private let thread: pthread_t

  /// The images that wait for their end. Their finished files lie on the local disk.
  private static let mostImages = 64
  /// The files of these images. Each is open.
  private static let mostFiles = 128

  /// A queue that calls `committed` with each image once its outputs are in `bucket`, one image at a time.
  init(
    _ state: JobState, to bucket: OutputBucket, committed: @escaping @Sendable (FinishedImage) -> Void
  ) throws(SystemError) {
    let uploads = Uploads(state, bucket, committed)
    self.uploads = uploads
    thread = try SystemThread.start { uploads.serve() }
  }

  deinit {
    uploads.end()
    pthread_join(thread, nil)
  }

  /// Adds an image. Waits while many images are under way.
  func add(_ image: FinishedImage) throws(Halted) {
    try uploads.add(image, mostImages: Self.mostImages, mostFiles: Self.mostFiles)
  }

  /// Waits until all images have come to their end. Throws if the store didn't answer at the last.
  func finish() throws(Halted) { try uploads.finish() }
}

/// The images on their way to a bucket, for use by several threads.
private final class Uploads: Sendable {
  private struct Upload {
    var image: FinishedImage
    /// An object for each output of the image; nil for an output without a new file.
    let objects: [NewObject?]
    /// The number of objects that aren't put yet.
    var left: Int
    /// True if an object failed for a reason that all others share. The journal then notes nothing of the image.
    var isDropped = false

    init(_ image: FinishedImage, _ objects: [NewObject?]) {
      (self.image, self.objects) = (image, objects)
      left = objects.count { $0 != nil }
    }
  }

  private struct Books {
    /// The images that aren't announced yet.
    var fresh: [Upload] = []
    /// The announced images, by their numbers.
    var pending: [Int: Upload] = [:]
    /// The images whose objects all came to their end.
    var done: [Upload] = []
    var number = 0
    /// All images that the journal doesn't note yet, and their files.
    var (images, files) = (0, 0)
    /// The objects that failed one after the other for reasons that may pass.
    var failuresInRow = 0
    /// The last of these failures; nil if the store has answered since.
    var lastFailure: Halted?
    /// The reason of the first failure that concerns all images.
    var failure: Halted?
    var isOver = false

    /// Notes that the store answers.
    mutating func noteAnswer() { (failuresInRow, lastFailure) = (0, nil) }

    /// The next work of the thread; nil if there is none now.
    mutating func turn() -> (fresh: [Upload], done: [Upload])? {
      if fresh.isEmpty && done.isEmpty { return isOver ? ([], []) : nil }
      defer { (fresh, done) = ([], []) }
      return (fresh, done)
    }
  }

  private let state: JobState
  private let bucket: OutputBucket
  private let committed: @Sendable (FinishedImage) -> Void
  private let books = Monitor(Books())

  /// After so many failures one after the other, the store counts as gone.
  private static let mostFailures = 16

  init(
    _ state: JobState, _ bucket: OutputBucket, _ committed: @escaping @Sendable (FinishedImage) -> Void
  ) {
    (self.state, self.bucket, self.committed) = (state, bucket, committed)
  }

  func add(_ image: FinishedImage, mostImages: Int, mostFiles: Int) throws(Halted) {
    let upload = try upload(image)
    let failure: Halted? = books.wait { books in
      if let failure = books.failure { return .some(failure) }
      let isFull = books.images >= mostImages || books.files + upload.left > mostFiles
      if isFull && books.images > 0 { return nil }
      books.fresh.append(upload)
      books.images += 1
      books.files += upload.left
      return .some(nil)
    }
    if let failure { throw failure }
  }

  func finish() throws(Halted) {
    let failure: Halted? = books.wait { $0.images == 0 ? .some($0.failure ?? $0.lastFailure) : nil }
    if let failure { throw failure }
  }

  func end() { books.with { $0.isOver = true } }

  /// The image with its files as objects. A file that can't be read fails its row, or all rows.
  private func upload(_ image: FinishedImage) throws(Halted) -> Upload {
    var image = image
    var objects: [NewObject?] = []
    let records = image.item?.records(of: image.plan)
    for (index, ready) in image.files.enumerated() {
      guard let ready else {
        objects.append(nil)
        continue
      }
      do throws(SystemError) { objects.append(try object(ready, index, records?[index], of: image)) } catch {
        if let halt = Halt(error, output: ready.path) { throw Halted(halt) }
        image.fail(index, Finding(.writeFailed, "'\(ready.path)' can't be put: \(error.message)"))
        objects.append(nil)
      }
    }
    return Upload(image, objects)
  }

  private func object(
    _ ready: FinishedImage.ReadyFile, _ index: Int, _ record: JournalOutput?, of image: FinishedImage
  ) throws(SystemError) -> NewObject {
    var object = try bucket.object(
      ready.file, at: ready.path, from: state.temporaries, sha256: image.outcome.outputs[index].sha256)
    object.mustBeNew = !ready.replaces
    if let item = image.item, let output = record {
      object.facts = [
        OutputBucket.recipeFact: output.recipe,
        OutputBucket.sourceFact: OutputBucket.fact(of: item.version, item.mask?.version),
      ]
    }
    return object
  }

  /// Serves until ``end()``.
  func serve() {
    while true {
      let (fresh, ended) = books.wait { $0.turn() }
      if fresh.isEmpty && ended.isEmpty { return }
      let done = ended + fresh.filter { $0.left == 0 }
      let begun = fresh.filter { $0.left > 0 }
      do throws(SystemError) {
        try note(begun, done)
        for upload in done where !upload.isDropped { committed(upload.image) }
      } catch {
        books.with { $0.failure = $0.failure ?? Halted(Halt(error, writing: state.name)) }
      }
      for upload in done {
        for ready in upload.image.files { ready?.file.remove(from: state.temporaries) }
      }
      let isOver = books.with { books in
        books.images -= done.count
        books.files -= done.reduce(0) { $0 + $1.objects.count { $0 != nil } }
        return books.failure != nil
      }
      for upload in begun { if isOver { drop(upload) } else { begin(upload) } }
    }
  }

  /// Announces the objects of new images, and notes the images that are done. One flush serves all of them.
  private func note(_ begun: [Upload], _ done: [Upload]) throws(SystemError) {
    var lines: [JournalLine] = []
    for upload in begun {
      for (ready, object) in zip(upload.image.files, upload.objects) {
        guard let ready, let object else { continue }
        let file = FileIdentity(announcing: object.sums.bytes, sha256: object.sums.whole)
        lines.append(.will(path: ready.path, file: file))
      }
    }
    lines += done.filter { !$0.isDropped }.compactMap(\.image.item).map { .item($0) }
    if !lines.isEmpty { try state.journal.append(lines, syncs: state.durability != .none) }
  }

  private func begin(_ upload: Upload) {
    let number = books.with { books in
      books.number += 1
      books.pending[books.number] = upload
      return books.number
    }
    for (index, object) in upload.objects.enumerated() {
      if let object { bucket.store.put(object) { [weak self] in self?.end(number, index, $0) } }
    }
  }

  /// Takes the end of an object's way.
  private func end(_ number: Int, _ index: Int, _ result: Result<EntityTag?, PutFault>) {
    books.with { books in
      guard var upload = books.pending[number], let object = upload.objects[index],
        let path = upload.image.files[index]?.path
      else { return }
      switch result {
      case .success(let tag):
        let file = FileIdentity(object: object.sums.bytes, tag)
        bucket.note(file, at: path)
        upload.image.put(index, as: file)
        books.noteAnswer()
      case .failure(.exists):
        upload.image.fail(index, .exists(path))
        books.noteAnswer()
      case .failure(.store(let fault, let isOfAll)):
        let error = bucket.trouble("be put", at: path, fault)
        let failure = Halted(Halt(error, writing: path))
        if fault.isTemporary {
          books.failuresInRow += 1
          books.lastFailure = failure
        } else {
          books.noteAnswer()
        }
        if isOfAll || books.failuresInRow >= Self.mostFailures {
          upload.isDropped = true
          books.failure = books.failure ?? failure
        }
        upload.image.fail(index, Finding(.writeFailed, error.message))
      }
      upload.left -= 1
      books.pending[number] = upload.left > 0 ? upload : nil
      if upload.left == 0 { books.done.append(upload) }
    }
  }

  /// Gives up an image, of which nothing was put.
  private func drop(_ upload: Upload) {
    var upload = upload
    upload.isDropped = true
    books.with { $0.done.append(upload) }
  }
}
