import Planning
import State
import Survey
import Synchronization

/// Progress of an image in a run.
package enum ImageEvent: Sendable {
  /// A thread begins to make the image.
  case begun
  /// Each output is made or has failed. None is in its place yet. The source has this number of bytes.
  case made(bytes: Int)
}

/// Makes the images of a job, and puts them in place.
extension Runner {
  /// Makes the images at `places`, and puts them in place through `queue`. A `larder` for the same places fetches
  /// their sources ahead. With `stopsAtFailure`, images begin in source order, and none is made after the first
  /// failed row. All threads call `watch`.
  ///
  /// Returns when all images are in place. After a stop request it returns when the images in work are in
  /// place. Throws an error that concerns all images; images that were finished before are put in place if
  /// possible.
  package func make(
    _ images: [ImagePlan], at places: [Int32], by maker: ImageMaker, into queue: CommitQueue,
    from larder: Larder? = nil, stopsAtFailure: Bool = false,
    watch: @escaping @Sendable (ImageEvent) -> Void = { _ in }
  ) throws(Halted) {
    let hasFailed = Atomic<Bool>(false)
    let outputs = places.lazy.map { images[Int($0)].outputsAtOnce }.max() ?? 0
    let turns = places.map { ImageTurn(place: $0) }
    let soon = { @Sendable (turn: ImageTurn) in maker.prefetch(images[Int(turn.place)]) }
    let feed =
      larder.map { larder in
        Feed.arrivals(turns, soon: soon, waited: larder.noteWait) { arrive in
          larder.begin { arrive($0.map { ImageTurn(place: $0) }) }.map { ImageTurn(place: $0) }
        }
      } ?? .list(turns, soon: soon)
    defer { larder?.end() }
    try finish(queue) { () throws(Halted) in
      try run(feed, outputs: outputs, inOrder: stopsAtFailure, need: { memory.need($0.image(of: images)) }) {
        turn, renderer throws(Halted) in
        let image = turn.image(of: images)
        if !turn.isSecond { watch(.begun) }
        if hasFailed.load(ordering: .acquiring) { return .made(FinishedImage(unstarted: image)) }
        guard let finished = try maker.make(image, renderer, from: larder?.picture(at: turn.place)) else {
          return .again(ImageTurn(place: turn.place, isSecond: true))
        }
        larder?.remove(turn.place)
        if stopsAtFailure && finished.hasFailed {
          hasFailed.store(true, ordering: .releasing)
          larder?.end()
        }
        return .made(finished)
      } sink: { turn, finished throws(Halted) in
        watch(.made(bytes: finished.plan.bytes ?? 0))
        try queue.add(finished)
      }
    }
  }

  /// Makes the images that `next` returns, until it returns nil, and puts them in place through `queue`. One
  /// thread at a time calls `next`, which may wait. `isReady` tells if `next` would return at once. All
  /// finished images are put in place before `next` waits.
  ///
  /// An image is taken only when a thread is free for it. Throws an error that concerns all images.
  package func make(
    by maker: ImageMaker, into queue: CommitQueue, isReady: @escaping @Sendable () -> Bool,
    next: @escaping @Sendable () -> ImagePlan?
  ) throws(Halted) {
    let feed = Feed.stream { () throws(Halted) in
      if !isReady() { try queue.finish() }
      return next()
    } idle: { () throws(Halted) in
      try queue.finish()
    }
    try finish(queue) { () throws(Halted) in
      try run(feed, outputs: 0, need: { memory.need($0) }) { image, renderer throws(Halted) in
        try maker.make(image, renderer).map { .made($0) } ?? .again(image.withRoomForLibjpeg)
      } sink: { _, finished throws(Halted) in
        try queue.add(finished)
      }
    }
  }

  /// Does `work`, and then puts all images that wait in `queue` in place, also after an error.
  private func finish(_ queue: CommitQueue, after work: () throws(Halted) -> Void) throws(Halted) {
    let result = Result { () throws(Halted) in try work() }
    let rest = Result { () throws(Halted) in try queue.finish() }
    try result.get()
    try rest.get()
  }
}

/// An attempt to make an image of a run.
private struct ImageTurn {
  /// The image's index in the plan.
  let place: Int32
  /// True if the image is begun again, because libjpeg must decode damaged data and needs more memory.
  var isSecond = false

  func image(of images: [ImagePlan]) -> ImagePlan {
    let image = images[Int(place)]
    return isSecond ? image.withRoomForLibjpeg : image
  }
}

extension FinishedImage {
  fileprivate var hasFailed: Bool {
    outcome.outputs.contains { output in output.error.map { $0.code != .exists && !$0.isFiltered } ?? false }
  }
}
