import ImageModel
import JobFile
import Testing

@testable import Planning

@Suite struct FolderPlanTests {
  /// The paths of the job's `path` entries and their outputs, distributed to folders; each source whose name begins with
  /// `bad` can't be read.
  private func images(_ keys: String) throws -> [ImagePlan] {
    let job = try PlannedJob(keys)
    let items = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "job.yaml", reserved: []
    ).items
    let planner = Planner(job.spec)
    let refusal = SourceRefusal(Finding(.emptyFile, "the file is empty"))
    var images = items.enumerated().map { index, item in
      planner.plan(
        item, index: index + 1,
        info: item.stem.hasPrefix("bad") ? .failure(refusal) : .success(SourceInfo(30, 20)))
    }
    planner.distributeIntoFolders(&images, of: items)
    return images
  }

  private func sources(_ names: String...) -> String {
    "sources: [" + names.map { "{path: \($0).jpg}" }.joined(separator: ", ") + "]\n"
  }

  @Test func eachEntryFillsItsOwnFolders() throws {
    let images = try images(
      sources("a", "b", "c", "d", "e") + "files_per_folder: 2\n"
        + "outputs: [{path: 'l/{folder}/{stem}.jpg'}, {path: 'all/{stem}.jpg'}, {path: 's/{folder}-{index}.jpg'}]"
    )
    #expect(
      images.map { $0.outputs.map(\.path) } == [
        ["l/000000/a.jpg", "all/a.jpg", "s/000000-000001.jpg"],
        ["l/000000/b.jpg", "all/b.jpg", "s/000000-000002.jpg"],
        ["l/000001/c.jpg", "all/c.jpg", "s/000001-000003.jpg"],
        ["l/000001/d.jpg", "all/d.jpg", "s/000001-000004.jpg"],
        ["l/000002/e.jpg", "all/e.jpg", "s/000002-000005.jpg"],
      ])
  }

  /// `a` to `h` are below 0.8 of 2^64 by their digests, `g` and `i` above: 0xCD0AA985... and 0xDE7D1B72...
  @Test func eachSplitFillsItsOwnFolders() throws {
    let images = try images(
      sources("a", "b", "g", "h", "i") + "files_per_folder: 2\nsplit: {train: 80%, test: 20%}\n"
        + "outputs: [{path: '{split}/{folder}/{stem}.jpg'}, {path: '{folder}/{stem}.jpg'}]")
    #expect(
      images.map { $0.outputs.map(\.path) } == [
        ["train/000000/a.jpg", "000000/a.jpg"], ["train/000000/b.jpg", "000000/b.jpg"],
        ["test/000000/g.jpg", "000001/g.jpg"], ["train/000001/h.jpg", "000001/h.jpg"],
        ["test/000000/i.jpg", "000002/i.jpg"],
      ])
  }

  @Test func whatFailsCounts() throws {
    let images = try images(
      sources("a", "bad1", "bad2", "c") + "files_per_folder: 1\n"
        + "outputs: [{path: '{folder}/{stem}.jpg'}, {path: '{folder}/{stem}-{width}.jpg'}]")
    #expect(
      images.map { $0.outputs.map(\.path) } == [
        ["000000/a.jpg", "000000/a-30.jpg"], ["000001/bad1.jpg", nil], ["000002/bad2.jpg", nil],
        ["000003/c.jpg", "000003/c-30.jpg"],
      ])
  }

  /// The numbers of folders in the paths of a job with masks, whose pictures are in splits as above.
  private func numbers(_ outputs: String, _ names: String...) throws -> [[String]] {
    let sources = names.map { "{path: \($0).jpg, masks: 'm/{stem}.png'}" }.joined(separator: ", ")
    return try images(
      "sources: [\(sources)]\nfiles_per_folder: 2\nsplit: {train: 80%, test: 20%}\noutputs: [\(outputs)]"
    ).map { image in
      image.outputs.map { output in
        String((output.path ?? "").split(separator: "/").first { $0.hasPrefix("00000") } ?? "")
      }
    }
  }

  @Test func aMaskLiesInTheFolderOfItsPicture() throws {
    let pair = "{path: '{split}/{folder}/{stem}.jpg', mask: '{folder}/{stem}.png'}"
    #expect(
      try numbers(pair, "a", "b", "g", "h", "i") == [
        ["000000", "000000"], ["000000", "000000"], ["000000", "000000"], ["000001", "000001"],
        ["000000", "000000"],
      ])
    let images = try numbers("\(pair), {path: 'x/{stem}.jpg'}", "a", "b", "bad1", "bad2", "bad3", "g", "h")
    for image in images { #expect(image.count == 3 && image[0] == image[1] && image[2] == "") }
    #expect(images[6][1] != "000000")
  }

  @Test func masksOfPicturesWithoutFoldersAreCountedByThemselves() throws {
    let numbers = try numbers(
      "{path: '{split}/{stem}.jpg', mask: '{folder}/{stem}.png'}", "a", "b", "g", "h", "i")
    #expect(numbers.map { $0.last } == ["000000", "000000", "000001", "000001", "000002"])
  }

  @Test func sizesAndIDsStayThoseOfTheOutput() throws {
    let images = try images(
      "sources: [{path: a.jpg, id: one}, {path: a.jpg, id: two}]\nfiles_per_folder: 1\n"
        + "outputs: [{path: '{folder}/{id}-{width}x{height}.jpg', resize: '15,'}]")
    #expect(images.map { $0.outputs[0].path } == ["000000/one-15x10.jpg", "000001/two-15x10.jpg"])
  }

  /// A name of 249 bytes has no room for a folder's six digits and a dash, so that nothing is decoded for it.
  @Test func aNameThatIsTooLongIsKnownBeforeDecodesAreChosen() throws {
    let name = String(repeating: "n", count: 245)
    let images = try images(
      sources(name, "o") + "files_per_folder: 1\noutputs: [{path: '{folder}-{name}', format: jpeg}]")
    #expect(
      images[0].outputs[0].error
        == Finding(
          .badPath,
          "the output path that '{folder}-{name}' makes has a segment of 256 bytes, more than 255"))
    #expect(images[0].decodes == [])
    #expect(images.map { $0.outputs[0].path } == [nil, "000001-o.jpg"])
  }
}
