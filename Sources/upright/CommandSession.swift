import Session
import Survey
import System

extension JobSession {
  /// The session of a command. The session writes its messages to stderr.
  init(
    pool: ThreadPool = ThreadPool(width: 1), memory: MemoryOption? = nil,
    counting work: WorkDone = WorkDone()
  ) {
    self.init(in: Console.currentFolder, pool: pool, memory: memory?.memory?.bytes, counting: work) { event in
      if case .message(let message) = event { Log.tell(message) }
    }
  }

  /// Reads the job files that the user names. `runs` tells if the command runs them after it planned them.
  func load(_ options: JobOptions, runs: Bool = false) throws(SessionError) -> [Job] {
    try load(options.jobs, root: options.base.root, state: options.base.state, runs: runs)
  }
}
