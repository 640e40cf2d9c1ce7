/// Files whose headers say what can't be, or what nobody expects.
struct HostileHeaders {
  private let base: Segments
  private let progressive: Segments

  init(base: [UInt8], progressive: [UInt8]) {
    self.base = Segments(base)
    self.progressive = Segments(progressive)
  }

  var files: [HostileFile] { sizes + frames + samplings + segments }

  private var sizes: [HostileFile] {
    let sides = [0, 1, 7, 8, 65500, 65501, 65535]
    return sides.flatMap { width in
      sides.flatMap { height in
        [("baseline", base), ("progressive", progressive)].map { name, image in
          HostileFile(name: "size-\(name)-\(width)x\(height)", bytes: image.sized(width, height).file)
        }
      }
    }
  }

  /// Precisions, numbers of components, kinds of frame.
  private var frames: [HostileFile] {
    let precisions = [0, 2, 8, 12, 16, 255].map { value in
      changed("precision-\(value)") { $0.head[$0.frame].payload[0] = UInt8(value) }
    }
    let components = [0, 1, 2, 3, 4, 5, 10, 255].map { value in
      changed("components-\(value)") { $0.head[$0.frame].payload[5] = UInt8(value) }
    }
    let repeated = [4, 5, 10, 255].map { value in
      changed("components-\(value)-all") { image in
        image.head[image.frame].payload[5] = UInt8(value)
        image.head[image.frame].payload += (3..<value).flatMap { [UInt8($0 & 0xFF), 0x11, 0] }
      }
    }
    let kinds = (0...15).flatMap { kind in
      [("baseline", base), ("progressive", progressive)].map { name, image in
        var image = image
        image.head[image.frame].marker = 0xC0 | UInt8(kind)
        return HostileFile(name: "frame-\(name)-\(kind)", bytes: image.file)
      }
    }
    return precisions + components + repeated + kinds
  }

  /// All pairs of factors for the first component.
  private var samplings: [HostileFile] {
    (0...255).map { value in
      changed("sampling-\(value)") { $0.head[$0.frame].payload[7] = UInt8(value) }
    }
  }

  /// Each segment missing, twice, empty, one byte short and with a length that leads astray.
  private var segments: [HostileFile] {
    base.head.indices.flatMap { index in
      [
        changed("missing-\(index)") { $0.head.remove(at: index) },
        changed("twice-\(index)") { $0.head.insert($0.head[index], at: index) },
        changed("empty-\(index)") { $0.head[index].payload = [] },
        changed("short-\(index)") { $0.head[index].payload.removeLast() },
        changed("last-\(index)") { $0.head.append($0.head.remove(at: index)) },
      ]
    } + [
      changed("no-scan") { $0.rest = [0xFF, 0xD9] },
      changed("nothing-behind") { $0.rest = [] },
      changed("scan-twice") { $0.rest = $0.rest.dropLast(2) + $0.rest },
      changed("scan-length-0") { $0.rest.replaceSubrange(2..<4, with: [0, 0]) },
      changed("scan-length-65535") { $0.rest.replaceSubrange(2..<4, with: [0xFF, 0xFF]) },
      changed("all-fill") { $0.rest = $0.rest.prefix(14) + [UInt8](repeating: 0xFF, count: 3000) },
    ]
  }

  private func changed(_ name: String, _ body: (inout Segments) -> Void) -> HostileFile {
    var image = base
    body(&image)
    return HostileFile(name: "header-\(name)", bytes: image.file)
  }
}
