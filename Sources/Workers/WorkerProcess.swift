import CKernel
import Glibc
import Imaging
import System

/// A worker process with its socket. When this value goes out of scope, it kills the process and waits for
/// its end.
///
/// Only the thread that started the process uses this value. The thread must outlive it, because the kernel
/// kills the process when the thread ends.
struct WorkerProcess: ~Copyable {
  let process: pid_t
  let socket: MessageSocket
  /// The worker process's first message.
  private(set) var hello = WorkerHello(sandbox: SandboxLevel(landlock: nil, seccomp: false), memory: 0)
  /// The number of the worker process's threads, including helper threads.
  let threads: Int
  /// The number of images that the worker process was given.
  var images = 0
  /// Bytes by which the worker process had grown after its last image.
  var growth: UInt64 = 0
  private var isReaped = false

  /// The time in nanoseconds within which a started worker process must be ready.
  private static let startTime: Int64 = 30_000_000_000
  /// Milliseconds to wait for the end of a process after a signal. A process that hangs in the kernel may end
  /// later.
  private static let endTime = 2000
  /// Milliseconds in which a process that closed its socket may end by itself.
  private static let ownEndTime = 250
  /// The signal that ends a process which doesn't end by itself. It isn't SIGKILL, so the status still tells
  /// if the kernel killed the process.
  private static let eviction = SIGUSR1

  /// Starts a worker process and waits until it is ready, with these libraries loaded. Throws `system` and
  /// `notReady`.
  static func start(
    _ settings: WorkerSettings, _ libraries: Set<OptionalLibrary> = []
  ) throws(WorkerTrouble) -> WorkerProcess {
    var worker: WorkerProcess
    do throws(SystemError) { worker = try WorkerProcess(settings, libraries) } catch {
      throw missing(for: settings) ?? .system(error)
    }
    guard let message = try? worker.socket.receive(limit: 64, by: MonotonicClock.now() + startTime),
      let hello = try? PlanDecoder.decode(WorkerHello.self, from: message.body)
    else { throw .notReady }
    worker.hello = hello
    return worker
  }

  /// The trouble with a file that every worker process needs, if this process can't access the file. Nil if
  /// this process can access all such files.
  private static func missing(for settings: WorkerSettings) -> WorkerTrouble? {
    let needed = [(settings.program, X_OK), ("/dev/null", R_OK | W_OK)]
    for (file, rights) in needed where access(file, rights) != 0 { return .missing(file, .last) }
    return nil
  }

  private init(
    _ settings: WorkerSettings, _ libraries: Set<OptionalLibrary>
  ) throws(SystemError) {
    // If SIGCHLD were ignored, the status of ended children would be lost.
    signal(SIGCHLD, SIG_DFL)
    let sockets = try SocketPair()
    let names = libraries.map(\.rawValue).sorted()
    let arguments = (settings.arguments + [String(settings.helpers)] + names).map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    let process = kernel_start_worker(settings.program, arguments + [nil], sockets.other.number)
    guard process > 0 else { throw .last }
    self.process = process
    threads = settings.helpers + 1
    socket = sockets.own
  }

  deinit { if !isReaped { Self.kill(process) } }

  /// Kills the process at once.
  mutating func kill() {
    Self.kill(process)
    isReaped = true
  }

  /// Ends a worker process that closed its socket. Returns its status (waitpid(2)) if it ended by itself,
  /// else nil.
  mutating func end() -> Int32? {
    defer { isReaped = true }
    if let status = Self.status(process, within: Self.ownEndTime) { return status }
    Glibc.kill(process, Self.eviction)
    guard let status = Self.status(process, within: Self.endTime) else {
      Self.kill(process)
      return nil
    }
    return status & 0x7F == Self.eviction ? nil : status
  }

  private static func kill(_ process: pid_t) {
    Glibc.kill(process, SIGKILL)
    _ = status(process, within: endTime)
  }

  /// Waits for the end of a process, and returns its status (waitpid(2)). Nil if it doesn't end within this
  /// time.
  private static func status(_ process: pid_t, within milliseconds: Int) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<milliseconds {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status }
      if ended < 0 && errno != EINTR { return nil }
      usleep(1000)
    }
    return nil
  }

  /// True if the worker process must be replaced: it had `mostImages` images, has grown, or sends more than
  /// asked.
  func isWorn(after mostImages: Int) -> Bool {
    images >= mostImages || growth >= FixedLimits.Work.workerGrowth || socket.hasUnread
  }

  /// Sets the worker process's limits for the next image.
  func limit(_ limits: WorkerLimits) {
    kernel_set_soft_limit(process, Int32(RLIMIT_AS.rawValue), limits.memory)
    kernel_set_soft_limit(process, Int32(RLIMIT_FSIZE.rawValue), limits.fileSize)
    kernel_set_soft_limit(process, Int32(RLIMIT_CPU.rawValue), UInt64(processorSeconds) + limits.seconds)
  }

  /// The worker process's processor time so far, in seconds.
  private var processorSeconds: Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return time.tv_sec
  }
}
