import Foundation
import TestSupport

/// Job files judged by the JSON Schema, with a validator that isn't ours.
enum SchemaCheck {
  /// What `python3` misses for it; nil when all is there.
  static let missing: String? = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return "python3 is not installed" }
    let imports = try? CommandRun.run(python, ["-c", "import jsonschema, yaml"], in: "/")
    return imports?.ending == .exit(0) ? nil : "python3-jsonschema or python3-yaml is not installed"
  }()

  /// Where each file breaks the schema: its path, then the keys that lead to each wrong value, `/` for the top.
  static func faults(in files: [String]) throws -> String {
    let schema = "\(PackageRoot.path)/schema/job-v1.json"
    let run = try CommandRun.run(python, ["-c", script, schema] + files, in: PackageRoot.path)
    guard run.ending == .exit(0) else { throw Failure(description: run.stderr) }
    return run.stdout
  }

  /// The validator itself failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let python = "/usr/bin/python3"

  private static let script = """
    import json, sys, jsonschema, yaml
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for name in sys.argv[2:]:
        job = yaml.safe_load(open(name))
        paths = {"/" + "/".join(map(str, e.absolute_path)) for e in validator.iter_errors(job)}
        print(" ".join([name] + sorted(paths)))
    """
}
