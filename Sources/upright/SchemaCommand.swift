import ArgumentParser
import JobFile

/// `upright schema`: prints the JSON Schema of job files.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of job files, for editors that complete and check keys.",
    discussion: """
        upright schema > job-v1.json

      and in the first line of a job file:

        # yaml-language-server: $schema=job-v1.json
      """)

  func run() throws {
    try Console.output(JobSchema.text)
  }
}
