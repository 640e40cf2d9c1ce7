import Foundation
import TestSupport
import Testing

@testable import Reporting

/// What a program says of its own build.
@Suite struct VersionTests {
  @Test func onlyVersionsBetweenReleasesNameTheirCommit() {
    #expect(ToolVersion.number(release: "0.2.0-dev", commit: "0cc2bd4f1a2b") == "0.2.0-dev+0cc2bd4f1a2b")
    #expect(ToolVersion.number(release: "0.2.0-dev", commit: nil) == "0.2.0-dev")
    #expect(ToolVersion.number(release: "0.2.0", commit: "0cc2bd4f1a2b") == "0.2.0")
  }

  /// The Python module and the changelog have the version too. Between releases, the changelog begins with what the next
  /// release has.
  @Test func theNewestHeadingOfTheChangelogNamesTheRelease() throws {
    let changelog = try String(contentsOfFile: "\(PackageRoot.path)/CHANGELOG.md", encoding: .utf8)
    let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## [") }
    let newest = try #require(headings.first)
    let module = try String(
      contentsOfFile: "\(PackageRoot.path)/packaging/wheel/upright/_version.py", encoding: .utf8)
    if newest == "## [Unreleased]" {
      #expect(ToolVersion.number.contains("-dev"))
      #expect(module.contains(".dev0"))
    } else {
      #expect(newest.hasPrefix("## [\(ToolVersion.number)] - "))
      #expect(module == "__version__ = \"\(ToolVersion.number)\"\n")
    }
  }

  @Test func linkedLibrariesAreReadByName() {
    #expect(
      LinkedLibrary.parse("zimg=debian.1 libpng=debian.2+deb12u4 zlib=0123abcd ")
        == ["zimg": "debian.1", "libpng": "debian.2+deb12u4", "zlib": "0123abcd"])
    #expect(LinkedLibrary.parse("") == [:])
  }

  /// The commit is named in manifests, and shapes no byte.
  @Test func anotherRecipeNumberMakesOtherBytesAndAnotherCommitDoesNot() {
    let header = PlannedBatch.header
    var other = header
    other.tool += "x"
    #expect(other.versions == header.versions)
    #expect(other.identity != header.identity)
    other.recipeNumber += 1
    #expect(other.versions != header.versions)
  }
}
