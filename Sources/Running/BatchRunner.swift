import Glibc
import ImageModel
import Planning
import State
import Survey
import Synchronization
import System
import Workers

/// Runs a batch: each image on a worker, each outcome put in place as it ends.
package struct BatchRunner: Sendable {
  private let maker: ImageMaker
  private let queue: CommitQueue
  private let pool: WorkerPool
  private let memory: MemoryBudget
  private let stop: StopRequest
  private let stopsAtFailure: Bool
  private let watch: @Sendable (Event) -> Void

  /// An image's progress, as a batch tells it.
  package enum Event: Sendable {
    /// A thread begins to make it.
    case begun
    /// Its outputs are made of a source of so many bytes, or can't be; they aren't in place yet.
    case made(bytes: Int)
  }

  /// More have nothing to do while one thread reads, hashes and resamples.
  private static let mostHelpers = 7

  /// A runner whose images go through `queue`, and of which those in work fit into `memory`. With `stopsAtFailure`
  /// they are begun in source order, and none after the first failed row. `watch` is called by all threads.
  package init(
    _ maker: ImageMaker, _ queue: CommitQueue, pool: WorkerPool, memory: MemoryBudget, stop: StopRequest,
    stopsAtFailure: Bool, watch: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.maker = maker
    self.queue = queue
    self.pool = pool
    self.memory = memory
    self.stop = stop
    self.stopsAtFailure = stopsAtFailure
    self.watch = watch
  }

  /// Makes what isn't done of the images at `places`, each worker with a renderer of its own. Where there are fewer images
  /// than the pool is wide, `renderer` is to have helpers.
  ///
  /// Returns when all are in place, or those are that were in work when a stop was asked for. Throws what stands in
  /// the way of all images; what was finished before is in place then as well, where that can be.
  package func run(
    _ images: [ImagePlan], at places: [Int32], renderer: @escaping @Sendable (_ helpers: Int) -> any Renderer
  ) throws(Halt) {
    Allocator.returnLargeBlocks()
    let course = Mutex(Course())
    let outputs = places.lazy.map { images[Int($0)].widestRound }.max() ?? 0
    let limited = pool.limited(outputs: outputs)
    let threads = max(1, min(limited.width, places.count))
    let helpers = helpers(places.lazy.map { images[Int($0)] }, threads: threads)
    let memory = memory.helped(by: helpers)
    let schedule = Schedule(
      count: places.count, threads: threads, budget: memory.bytes, kept: BatchPlan.keptBytes,
      lasts: memory.lasts, inOrder: stopsAtFailure
    ) { memory.need(images[Int(places[$0])]) }
    let schedules = ScheduleQueue(schedule) { stop.reason != nil || course.withLock { $0.halt != nil } }
    limited.run(threads: threads) { thread in
      let renderer = renderer(helpers)
      while let place = schedules.next(thread, leave: renderer.giveBack) {
        for soon in schedules.upcoming() { maker.prefetch(images[Int(places[soon])]) }
        let image = images[Int(places[place])]
        let isAgain = course.withLock { $0.again.contains(place) }
        if !isAgain { watch(.begun) }
        if work(on: isAgain ? image.withRoomForLibjpeg : image, renderer, course) { continue }
        course.withLock { _ = $0.again.insert(place) }
        schedules.again(place, need: memory.need(image.withRoomForLibjpeg))
      }
    }
    let halt = course.withLock { $0.halt }
    do throws(Halt) { try queue.finish() } catch { throw halt ?? error }
    if let halt { throw halt }
  }

  /// How many each of so many threads gets, of which the largest image leaves room for.
  private func helpers(_ images: some Sequence<ImagePlan>, threads: Int) -> Int {
    let idle = min(Self.mostHelpers, pool.width / threads - 1)
    if idle == 0 { return 0 }
    let most = images.map(memory.need).max() ?? 0
    return min(idle, max(0, memory.bytes / threads - most) / WorkerLimits.helperBytes)
  }

  /// False where the image is to be begun again, with room for libjpeg.
  private func work(
    on image: ImagePlan, _ renderer: any Renderer, _ course: borrowing Mutex<Course>
  ) -> Bool {
    do throws(Halt) {
      let made =
        course.withLock { $0.goesOn }
        ? try maker.make(image, renderer, refusal: memory.refusal(image)) : FinishedImage(unstarted: image)
      guard let finished = made else { return false }
      if stopsAtFailure && finished.hasFailed { course.withLock { $0.goesOn = false } }
      watch(.made(bytes: image.bytes ?? 0))
      try queue.add(finished)
    } catch {
      course.withLock { $0.halt = $0.halt ?? error }
    }
    return true
  }

  private struct Course {
    var goesOn = true
    /// The places of images that are begun again.
    var again: Set<Int> = []
    var halt: Halt?
  }
}

extension FinishedImage {
  fileprivate var hasFailed: Bool {
    outcome.outputs.contains { $0.error != nil && $0.error?.code != .exists }
  }
}
