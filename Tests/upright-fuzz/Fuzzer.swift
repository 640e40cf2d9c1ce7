import FuzzTargets
import Glibc

/// The target that `--target=NAME` names; libFuzzer leaves options with two dashes alone.
private let target = fuzzTargets.first { $0.name == option("--target=") }

/// libFuzzer's first call, before it reads its own options.
///
/// `--list` prints each target with its longest input and ends; `--seeds=FOLDER` writes the target's seeds
/// there and ends; `--edit=FOLDER --into=OUT` writes what the inputs of `MetadataEditor` in a folder are before and
/// after, and ends.
@_cdecl("LLVMFuzzerInitialize")
package func initialize(_ count: UnsafeRawPointer?, _ arguments: UnsafeRawPointer?) -> Int32 {
  if CommandLine.arguments.contains("--list") {
    for target in fuzzTargets { print(target.name, target.longest) }
    exit(0)
  }
  do {
    if let folder = option("--edit="), let out = option("--into=") {
      try writeEdits(of: folder, to: out)
    } else {
      guard let target else { fail("there is no such target: see --list") }
      guard let folder = option("--seeds=") else { return 0 }
      try writeSeeds(of: target, to: folder)
    }
  } catch {
    fail("nothing is written: \(error)")
  }
  // Without the search for leaks at an ordinary end: what this function still holds would count as one.
  _exit(0)
}

/// One input.
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let target else { fail("there is no target") }
  let begin = processorSeconds()
  if let fault = target.fault(Array(UnsafeBufferPointer(start: start, count: count))) { fail(fault) }
  let used = processorSeconds() - begin
  if used > Double(target.seconds) { fail("it took \(used) s of the processor, more than \(target.seconds)") }
  return 0
}

/// What follows an option's name.
private func option(_ name: String) -> String? {
  CommandLine.arguments.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
}

/// Ends as libFuzzer wants it: the input is kept.
private func fail(_ reason: String) -> Never {
  let words = Array("upright-fuzz: \(reason)\n".utf8)
  write(STDERR_FILENO, words, words.count)
  abort()
}

/// The processor's time that this thread has had.
private func processorSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
