import CKernel
import Glibc
import Imaging
import System

/// A worker process with the socket to it; killed and waited for when this goes out of scope.
///
/// Used by the thread that started it, which must outlive it: the kernel kills a worker with its parent's thread.
struct WorkerProcess: ~Copyable {
  let process: pid_t
  let socket: MessageSocket
  /// What it said when it was ready.
  private(set) var hello = WorkerHello(sandbox: SandboxLevel(landlock: nil, seccomp: false), memory: 0)
  /// Its threads.
  let threads: Int
  /// Images that it was given.
  var images = 0
  /// How much larger than at first it was after its last image, in bytes.
  var growth: UInt64 = 0
  private var isReaped = false

  /// Bytes by which a worker may grow before it is replaced.
  static let mostGrowth: UInt64 = 256 << 20
  /// Nanoseconds from its start until it must be ready.
  private static let startTime: Int64 = 30_000_000_000
  /// Milliseconds that a process is waited for after a signal: one that hangs in the kernel ends when the kernel lets it.
  private static let endTime = 2000
  /// Milliseconds that one which has closed its socket is given to end by itself.
  private static let ownEndTime = 250
  /// What ends one that doesn't. One that is killed by the kernel, or ends otherwise, keeps the status of that.
  private static let eviction = SIGUSR1

  /// Starts a worker and waits until it is ready, with these libraries loaded. Throws `system` and `notReady`.
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

  /// The file that a worker can't be started without, where it isn't there.
  private static func missing(for settings: WorkerSettings) -> WorkerTrouble? {
    let needed = [(settings.program, X_OK), ("/dev/null", R_OK | W_OK)]
    for (file, rights) in needed where access(file, rights) != 0 { return .missing(file, .last) }
    return nil
  }

  private init(
    _ settings: WorkerSettings, _ libraries: Set<OptionalLibrary>
  ) throws(SystemError) {
    // Where SIGCHLD is ignored, children leave no word of how they ended.
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

  /// Kills it, whatever it is doing.
  mutating func kill() {
    Self.kill(process)
    isReaped = true
  }

  /// Ends a worker that has closed its socket, and tells how it ended by itself, as waitpid(2) does; nil where it didn't.
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

  /// The status of a process that ends within so many milliseconds.
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

  /// True for one that is to be replaced: it had so many images, has grown, or says more than it was asked.
  func isWorn(after mostImages: Int) -> Bool {
    images >= mostImages || growth >= Self.mostGrowth || socket.hasUnread
  }

  /// What it is allowed while it works on the next image.
  func limit(_ limits: WorkerLimits) {
    kernel_set_soft_limit(process, Int32(RLIMIT_AS.rawValue), limits.memory)
    kernel_set_soft_limit(process, Int32(RLIMIT_FSIZE.rawValue), limits.fileSize)
    kernel_set_soft_limit(process, Int32(RLIMIT_CPU.rawValue), UInt64(processorSeconds) + limits.seconds)
  }

  /// Processor time that it has had so far, in seconds.
  private var processorSeconds: Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return time.tv_sec
  }
}
