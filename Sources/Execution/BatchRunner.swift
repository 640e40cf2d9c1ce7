import Glibc
import ImageModel
import Planning
import Synchronization

/// Runs a batch: each image on a worker, each outcome put in place as it ends.
package struct BatchRunner: Sendable {
  private let maker: ImageMaker
  private let queue: CommitQueue
  private let pool: WorkerPool
  private let stop: StopRequest
  private let stopsAtFailure: Bool

  /// A runner whose images go through `queue`. With `stopsAtFailure` none is started after the first failed row.
  package init(
    _ maker: ImageMaker, _ queue: CommitQueue, pool: WorkerPool, stop: StopRequest, stopsAtFailure: Bool
  ) {
    self.maker = maker
    self.queue = queue
    self.pool = pool
    self.stop = stop
    self.stopsAtFailure = stopsAtFailure
  }

  /// Makes what isn't done of the images at `places`, each worker with a renderer of its own.
  ///
  /// Returns when all are in place, or those are that were in work when a stop was asked for. Throws what stands in
  /// the way of all images; what was finished before is in place then as well, where that can be.
  package func run(
    _ images: [ImagePlan], at places: [Int32], renderer: @escaping @Sendable () -> any Renderer
  ) throws(Halt) {
    Allocator.returnLargeBlocks()
    let course = Mutex(Course())
    let outputs = places.lazy.map { images[Int($0)].outputs.count }.max() ?? 0
    pool.limited(outputs: outputs).run(count: places.count, state: renderer) { renderer, place in
      let image = images[Int(places[place])]
      guard stop.reason == nil, let goesOn = course.withLock({ $0.halt == nil ? $0.goesOn : nil }) else {
        return
      }
      do throws(Halt) {
        let finished = goesOn ? try maker.make(image, renderer) : FinishedImage(unstarted: image)
        if stopsAtFailure && finished.hasFailed { course.withLock { $0.goesOn = false } }
        try queue.add(finished)
      } catch {
        course.withLock { $0.halt = $0.halt ?? error }
      }
    }
    let halt = course.withLock { $0.halt }
    do throws(Halt) { try queue.finish() } catch { throw halt ?? error }
    if let halt { throw halt }
  }

  private struct Course {
    var goesOn = true
    var halt: Halt?
  }
}

extension FinishedImage {
  fileprivate var hasFailed: Bool {
    outcome.outputs.contains { $0.error != nil && $0.error?.code != .exists }
  }
}
