/// The JSON Schema of job files, draft 7, for editors.
///
/// The schema accepts every valid job file. It also accepts two kinds of mistakes, which only the reader
/// finds: mistakes that concern several keys at once, and numbers out of range that are written as text.
package struct JobSchema {
  /// The schema, ended by a newline; `schema/job-v1.json` holds the same bytes.
  package static var text: String {
    let head: JSONNode = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "Upright job file, version 1",
      "description": "What to do with which pictures: orient, crop, resize, encode, always in this order.",
    ]
    let job = JSONNode.mapping(KeyLevel.job.described, required: ["version", "sources", "outputs"])
    return head.with(job).with(["definitions": JobKeys.definitions]).pretty() + "\n"
  }
}
