import JSON
import Planning
import System

/// This program, its libraries and the processor that it runs on, as `upright --version --json` prints them.
package struct ProgramDescription: JSONObject {
  package init() {}

  package func writeFields(to json: inout JSONWriter) {
    json.field("tool", ToolVersion.tool)
    json.field("version", ToolVersion.number)
    json.fieldIfPresent("commit", ToolVersion.commit)
    json.field("recipe_number", Recipe.number)
    json.field("libraries", LibraryVersions.loaded(draws: true))
    json.key("processor")
    json.object { json in
      json.field("architecture", ProcessorFeatures.architecture)
      json.field("features", ProcessorFeatures.present)
    }
  }
}
