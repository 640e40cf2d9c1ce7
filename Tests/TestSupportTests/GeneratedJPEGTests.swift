import TestSupport
import Testing

@Suite("Generated JPEG files")
struct GeneratedJPEGTests {
  private static let files = Result { try (0..<500).map { try GeneratedJPEG(seed: $0) } }

  /// The second bytes of a file's markers, in their order.
  private static func markers(_ file: [UInt8]) -> [UInt8] {
    var (markers, place): ([UInt8], Int) = ([], 2)
    while place + 1 < file.count, file[place] == 0xFF {
      let marker = file[place + 1]
      markers.append(marker)
      place += 2
      if marker != 0xD9, !(0xD0...0xD7).contains(marker) {
        place += Int(file[place]) << 8 + Int(file[place + 1])
      }
      // Entropy-coded data end before a marker; 0xFF 0 is one of their bytes.
      while place + 1 < file.count, file[place] != 0xFF || file[place + 1] == 0 { place += 1 }
    }
    return markers
  }

  @Test("libjpeg reads them without a warning, and finds what was to be written")
  func sound() throws {
    for file in try Self.files.get() {
      let read = try TestJPEG.Coefficients(file.bytes)
      #expect(read.warnings == 0, "\(file)")
      #expect(read.components.map(\.sampling) == file.kind.sampling, "\(file)")
      for component in read.components.indices {
        #expect(throws: Never.self, "\(file)") { try read.plane(component, eighths: 8) }
      }
    }
  }

  /// Outside of what libjpeg's samples can be, -384...639, it doesn't clamp, and nothing could be compared.
  @Test("No sample is so far off that libjpeg's overflow", arguments: [1, 3, 8])
  func bounds(_ eighths: Int) throws {
    for file in try Self.files.get() {
      let read = try TestJPEG.Coefficients(file.bytes)
      for component in read.components.indices {
        let exact = try read.exactPlane(component, eighths: eighths)
        let plane = try read.plane(component, eighths: eighths)
        let isNear = zip(plane.samples, exact.samples).allSatisfy { abs(Double($0) - $1) < 1 }
        #expect(isNear, "\(file)")
      }
    }
  }

  @Test("Whatever the scans, they say the same")
  func same() throws {
    for file in try Self.files.get() where file.script != .unfinished && !file.kind.hasWideSteps {
      var kind = file.kind
      (kind.process, kind.restart, kind.restartRows, kind.isOptimized) = (.planar, 0, 0, false)
      let (own, plain) = try (
        TestJPEG.Coefficients(file.bytes), TestJPEG.Coefficients(kind.file(file.picture))
      )
      #expect(own.components == plain.components, "\(file)")
      for component in own.components.indices {
        let planes = try (own.plane(component, eighths: 8), plain.plane(component, eighths: 8))
        #expect(planes.0 == planes.1, "\(file)")
      }
    }
  }

  @Test("All kinds come")
  func kinds() throws {
    let files = try Self.files.get()
    #expect(Set(files.map(\.script)) == Set(GeneratedJPEG.Script.allCases))
    #expect(Set(files.map(\.content)) == Set(GeneratedJPEG.Content.allCases))
    #expect(Set(files.map(\.kind.color)) == [.grey, .ycbcr, .rgb, .unknown])
    #expect(Set(files.map(\.kind.isOptimized)) == [false, true])
    #expect(Set(files.map(\.kind.restart)).isSuperset(of: [0, 1, 2, 3, 5, 7, 11, 13]))
    #expect(files.contains { $0.kind.quality == 1 } && files.contains { $0.kind.quality == 100 })
    #expect(files.contains { $0.kind.hasWideSteps && $0.kind.quality < 10 })
    let ends = Set([1, 7, 8, 9, 15, 16, 17, 63, 64, 65])
    #expect(ends.isSubset(of: files.map(\.picture.width)) && ends.isSubset(of: files.map(\.picture.height)))
    for script in GeneratedJPEG.Script.allCases {
      let own = files.filter { $0.script == script }
      let markers = own.map { Set(Self.markers($0.bytes)) }
      #expect(Set(markers.map { $0.contains(0xD0) }) == [false, true], "\(script)")
      #expect(markers.allSatisfy { $0.contains(script.isProgressive ? 0xC2 : 0xC0) }, "\(script)")
      #expect(markers.allSatisfy { $0.contains(0xD9) }, "\(script)")
      #expect(own.contains { $0.kind.restartRows == 1 }, "\(script)")
    }
  }

  @Test("All kinds of scans come")
  func scans() throws {
    let scans: [TestJPEG.Scan] = try Self.files.get().flatMap { file in
      if case .script(let scans) = file.kind.process { scans } else { [TestJPEG.Scan]() }
    }
    #expect(Set(scans.map(\.low)) == [0, 1, 2, 3])
    #expect(Set(scans.map(\.high)) == [0, 1, 2, 3])
    let dc = scans.filter { $0.band == 0...0 }
    #expect(Set(dc.map(\.components)) == [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
    #expect(Set(scans.map(\.band.lowerBound)).isSuperset(of: 0...63))
    #expect(Set(scans.map(\.band.upperBound)).isSuperset(of: 1...63))
  }

  /// Of the products of two factors 1, 2, 3, 4, 6 and 8 come 1, 2, 2, 3, 2 and 2 times; so often do three of them
  /// have a sum of at most 10.
  @Test("All sampling factors that one scan can hold are drawn from, and some that none can")
  func sampling() throws {
    #expect(GeneratedJPEG.interleavable.count == 515)
    #expect(Set(GeneratedJPEG.interleavable).count == 515)
    let samplings = try Self.files.get().map(\.kind.sampling)
    let blocks = samplings.filter { $0.count == 3 }.map { sampling in
      sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
    }
    #expect(Set(blocks).isSuperset(of: 3...10))
    #expect(blocks.contains { $0 > 10 })
    #expect(Set(samplings.filter { $0.count == 1 }).count > 8)
    let fractional = samplings.filter { sampling in
      let most = sampling.map(\.horizontal).max() ?? 1
      return sampling.contains { !most.isMultiple(of: $0.horizontal) }
    }
    #expect(fractional.count > 10)
  }

  @Test("A seed makes the same bytes again, and another seed makes others")
  func seeds() throws {
    let files = try Self.files.get()
    for file in files.prefix(50) { #expect(try GeneratedJPEG(seed: file.seed).bytes == file.bytes) }
    #expect(Set(files.map(\.bytes)).count > 490)
    #expect(Set(files.map(\.description)).count == 500)
  }
}
