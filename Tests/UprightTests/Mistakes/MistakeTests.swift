import TestSupport
import Testing

/// What the program says to wrong command lines and job files, whole, with its exit status.
struct MistakeTests {
  @Test("The whole text and the status", arguments: Mistake.commands + Mistake.sources + Mistake.outputs)
  func told(mistake: Mistake) throws {
    let studio = try Studio()
    try studio.add(Picture(), "photos/a.jpg")
    try studio.add(Picture(), "photos/b.jpg")
    for (path, text) in mistake.files { try studio.folder.write(text, to: path) }
    let before = studio.folder.files()
    let arguments = mistake.arguments.split(separator: " ").map(String.init)
    #expect(
      try CommandRun.upright(arguments, in: studio.folder)
        == CommandRun(.exit(mistake.status), stderr: mistake.stderr))
    if mistake.status == 2 { #expect(studio.folder.files() == before) }
  }
}
