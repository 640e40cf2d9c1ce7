import ImageModel
import LockFiles
import Planning
import Reporting
import Survey
import System

/// One job's lock, from a plan to its file.
struct LockWriting {
  private let job: LoadedJob
  private let plan: BatchPlan
  private let annotations: AnnotationFiles
  private let sums: FileSums
  /// Failures that are told, and how many more there are.
  private var told = 0
  private var untold = 0
  private static let mostTold = 20

  /// The lock of a job with a `plan` that was made from `annotations`, with the `sums` of all files.
  init(_ job: LoadedJob, _ plan: BatchPlan, _ annotations: AnnotationFiles, _ sums: FileSums) {
    self.job = job
    self.plan = plan
    self.annotations = annotations
    self.sums = sums
  }

  /// Hashes all files, writes the lock, and says so, and of what something is wrong. Throws, having said why, where that
  /// can't be done.
  mutating func write() throws -> ExitStatus {
    var failing: Set<ExactText> = []
    for image in plan.images {
      if image.error != nil { failing.insert(ExactText(image.source)) }
      for output in image.outputs.indices.prefix(image.error == nil ? image.outputs.count : 1) {
        if let failure = image.failure(ofOutput: output) { tell(image.source, failure) }
      }
    }
    let bytes = try writeFile { name, finding in
      if !failing.contains(ExactText(name)) { tell(name, finding) }
    }
    if untold > 0 { Log.tell(LogEntry(.info, "and \(untold) more")) }
    let line = "\(job.lockName): \(plan.images.count.counted("source")), \(ByteCount.text(bytes))"
    try Console.output(line.shown + "\n")
    return told > 0 ? .failures : .done
  }

  private func writeFile(_ unreadable: (String, Finding) -> Void) throws -> Int {
    do {
      return try LockWriter(job.header, annotations, plan.images, sums, largest: job.spec.limits.maxFileBytes)
        .write(to: job.folders.lock, job.folders, unreadable: unreadable)
    } catch let error as SystemError {
      throw refuse(Halt(error, writing: job.lockName))
    } catch let halt as Halt {
      throw refuse(halt)
    }
  }

  private func refuse(_ halt: Halt) -> ExitStatus {
    Log.tell(LogEntry(.error, file: job.file, halt.message))
    return ExitStatus(halt)
  }

  private mutating func tell(_ source: String, _ finding: Finding) {
    if told == Self.mostTold { return untold += 1 }
    told += 1
    Log.tell(LogEntry(.error, job: job.spec.name, source: source, finding))
  }
}
