import Glibc
import ImageModel
import Planning
import State
import Survey
import Synchronization
import System
import Workers

/// Makes images that come one after the other, nobody knows when: each on a worker, each put in place as it ends.
package struct FedRunner: Sendable {
  private let maker: ImageMaker
  private let queue: CommitQueue
  private let pool: WorkerPool
  private let memory: MemoryBudget

  /// A runner whose images go through `queue`, and of which those in work fit into `memory`.
  package init(_ maker: ImageMaker, _ queue: CommitQueue, pool: WorkerPool, memory: MemoryBudget) {
    self.maker = maker
    self.queue = queue
    self.pool = pool
    self.memory = memory
  }

  /// Makes the images that `next` returns until that is nil, each worker with a renderer of its own; `next` may wait, and
  /// is called by one thread at a time. While it waits all that is made is in place.
  ///
  /// No more images are taken than are worked on. Throws what stands in the way of all images.
  package func run(
    isReady: @escaping @Sendable () -> Bool, next: @escaping @Sendable () -> ImagePlan?,
    renderer: @escaping @Sendable () -> any Renderer
  ) throws(Halt) {
    Allocator.returnLargeBlocks()
    let course = Course(memory)
    pool.run(threads: pool.width) { _ in
      let renderer = renderer()
      while let image = take(course, isReady, next) {
        course.attempt { () throws(Halt) in try make(image, renderer, course) }
      }
    }
    course.attempt { () throws(Halt) in try queue.finish() }
    if let halt = course.halt { throw halt }
  }

  /// Makes an image for which there is room; where libjpeg needs more, once there is room for that.
  private func make(_ image: ImagePlan, _ renderer: any Renderer, _ course: Course) throws(Halt) {
    var image = image
    defer { course.release(image) }
    var finished = try maker.make(image, renderer, refusal: memory.refusal(image))
    if finished == nil {
      renderer.giveBack()
      course.release(image)
      image = image.withRoomForLibjpeg
      course.waitForRoom(image)
      finished = try maker.make(image, renderer, refusal: memory.refusal(image))
    }
    if let finished { try queue.add(finished) }
  }

  /// The next image, for which there is room then.
  private func take(
    _ course: Course, _ isReady: () -> Bool, _ next: () -> ImagePlan?
  ) -> ImagePlan? {
    if let taken = course.turn.withLockIfAvailable({ _ in takeNow(course, isReady, next) }) { return taken }
    // Whoever has it may wait for what is to come, or for the memory that this one gave back.
    course.attempt { () throws(Halt) in try queue.finish() }
    return course.turn.withLock { _ in takeNow(course, isReady, next) }
  }

  private func takeNow(
    _ course: Course, _ isReady: () -> Bool, _ next: () -> ImagePlan?
  ) -> ImagePlan? {
    if course.halt != nil { return nil }
    if !isReady() { course.attempt { () throws(Halt) in try queue.finish() } }
    guard let image = next() else { return nil }
    course.waitForRoom(image)
    return image
  }
}

/// What the threads of a run have in common.
private final class Course: Sendable {
  /// Held by whoever takes the next image.
  let turn = Mutex<Void>(())
  private let memory: MemoryBudget
  /// Bytes of the images in work.
  private let used = Mutex(0)
  private let trouble = Mutex<Halt?>(nil)

  /// Nanoseconds between two looks whether there is room.
  private static let patience: Int64 = 2_000_000

  init(_ memory: MemoryBudget) { self.memory = memory }

  /// Why no further image is taken.
  var halt: Halt? { trouble.withLock { $0 } }

  /// Does `work`; the first one that throws ends the run.
  func attempt(_ work: () throws(Halt) -> Void) {
    do throws(Halt) { try work() } catch { trouble.withLock { $0 = $0 ?? error } }
  }

  /// Waits until an image fits beside those in work; one that would not fit alone isn't made, and takes none.
  func waitForRoom(_ image: ImagePlan) {
    while !used.withLock({ reserve(image, in: &$0) }) {
      MonotonicClock.sleep(until: MonotonicClock.now() + Self.patience)
    }
  }

  private func reserve(_ image: ImagePlan, in used: inout Int) -> Bool {
    let need = room(image)
    if used > 0 && need > memory.bytes - used { return false }
    used += need
    return true
  }

  func release(_ image: ImagePlan) { used.withLock { $0 -= room(image) } }

  private func room(_ image: ImagePlan) -> Int { memory.refusal(image) == nil ? memory.need(image) : 0 }
}
