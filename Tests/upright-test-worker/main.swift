import CForbidden
import Glibc
import Workers

// A process that does what a worker shouldn't.
//
//   try ACT PART...   enters these parts of the sandbox, then tries an act: exit status 0 when it could be done, else
//                     errno. With `fonts`, the sandbox leaves the fonts in the folder `empty`.
//   level             exit status: the version of Landlock
//   worker FAULT      says hello, takes a request, and then goes wrong

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("try", let act?): exit(attempt(Int32(act) ?? -1, Array(arguments.dropFirst(2))))
case ("level", nil): exit(Int32(Confinement.enter([.landlock], socket: 3).landlock ?? 0))
case ("worker", let fault?): exit(misbehave(fault))
default: exit(99)
}

func attempt(_ act: Int32, _ parts: [String]) -> Int32 {
  let wanted = Set(Confinement.Part.allCases.filter { parts.contains("\($0)") })
  let level = Confinement.enter(wanted, socket: 3, fonts: parts.contains("fonts") ? ["empty"] : [])
  if level.missing.count + wanted.count != 2 { return 98 }
  return forbidden_try(act)
}

func misbehave(_ fault: String) -> Int32 {
  if fault == "early" { return 5 }
  let socket = MessageSocket(owning: 3)
  do {
    try socket.send(
      WorkerHello(sandbox: SandboxLevel(landlock: nil, seccomp: false), memory: 1 << 40).encoded())
    let request = try socket.receive(limit: .max, takesDescriptors: true)
    // A worker may have written part of an output.
    for target in request.descriptors.dropFirst() { write(target, "part", 4) }
    switch fault {
    // Before the socket is closed.
    case "exit": exit(5)
    case "abort": abort()
    case "kill": kill(getpid(), SIGKILL)
    case "time": kill(getpid(), SIGXCPU)
    case "nonsense": try socket.send([1, 2, 3])
    case "flood": try socket.send([UInt8](repeating: 0, count: 1 << 20))
    case "forbidden":
      _ = Confinement.enter([.seccomp], socket: 3)
      getppid()
    default: break
    }
    _ = try socket.receive(limit: .max)
  } catch {}
  return 6
}
