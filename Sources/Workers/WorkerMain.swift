import CKernel
import Glibc
import JobFile
import ImageModel
import Imaging
import Planning
import Rendering
import Synchronization
import System

/// The main function of a worker process: it renders one image after the other, as requests come over its
/// socket.
package enum WorkerMain {
  /// The first argument of a worker process. The second is the sandbox policy, the third the number of
  /// helpers, and the others name libraries.
  package static let command = "_worker"

  /// True if this process was started as a worker process: its socket is open.
  package static var hasSocket: Bool {
    (try? FileStatus(of: Int32(KERNEL_WORKER_SOCKET)))?.isSocket == true
  }

  /// Works until the parent closes the socket, and returns the exit status.
  package static func run(
    _ policy: SandboxPolicy, helpers: Int, _ libraries: [OptionalLibrary]
  ) -> Int32 {
    _ = kernel_end_with_parent()
    resetSignals()
    Allocator.returnLargeBlocks()
    Allocator.shareHeap()
    let memory = OwnMemory()
    WarmUp.run()
    for library in libraries { WarmUp.load(library) }
    let parts = policy == .off ? [] : Set(Confinement.Part.allCases)
    let versions = Mutex<[Int?]>([])
    // A confined process can't start threads. So each helper thread starts before, and confines itself. Its
    // system calls are confined together with those of this thread.
    let prepare = { @Sendable in
      let version = Confinement.enterThread(parts)
      versions.withLock { $0.append(version) }
    }
    let helpers = helpers > 0 ? HelperPool(helpers, prepare: prepare) : nil
    let workspace = Workspace(keeping: 128 << 20, helpers: helpers)
    let fonts = libraries.contains(.pango) ? OptionalLibrary.fontFolders : []
    kernel_forget_environment()
    WarmUp.setTimeZone()
    var level = Confinement.enter(parts, socket: Int32(KERNEL_WORKER_SOCKET), fonts: fonts) {
      if libraries.contains(.librsvg) { WarmUp.startDrawingThread() }
    }
    level.include(threads: versions.withLock { $0 })
    let socket = MessageSocket(owning: Int32(KERNEL_WORKER_SOCKET))
    do {
      try socket.send(WorkerHello(sandbox: level, memory: memory.virtualBytes).encoded())
      while true {
        let request = try socket.receive(limit: .max, takesDescriptors: true)
        try socket.send(answer(request, workspace, memory))
      }
    } catch MessageError.closed {
      return 0
    } catch {
      return 1
    }
  }

  /// Resets the handling of signals. A crash must end the process, so that the parent sees it. A file that
  /// grows too large must cause an error.
  private static func resetSignals() {
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT] { signal(number, SIG_DFL) }
    signal(SIGXFSZ, SIG_IGN)
  }

  private static func answer(
    _ message: Message, _ workspace: Workspace, _ memory: borrowing OwnMemory
  ) throws -> [UInt8] {
    defer { for descriptor in message.descriptors { close(descriptor) } }
    let request = try PlanDecoder.decode(WorkerRequest.self, from: message.body)
    var descriptors = message.descriptors[...]
    guard let source = descriptors.popFirst() else { throw WireError.wrong("descriptors") }
    let mask = request.hasMask ? descriptors.popFirst() : nil
    guard (mask != nil) == request.hasMask, descriptors.count == request.isWanted.count(where: { $0 })
    else { throw WireError.wrong("descriptors") }
    let (outcome, measurement) = ImageRenderer.render(
      request.plan, source: source, mask: mask,
      targets: request.isWanted.map { $0 ? descriptors.popFirst() : nil },
      workspace: workspace, measures: request.measures)
    return WorkerReply(outcome: outcome, memory: memory.virtualBytes, measurement: measurement)
      .encoded(for: request.plan)
  }
}
