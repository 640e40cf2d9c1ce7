extension ParquetPagesTarget {
  /// A page with its header. `kind` is 0 for data, 2 for a dictionary, 3 for data of the second version.
  private static func page(
    _ kind: Int, _ values: Int, _ encoding: Int, _ body: [UInt8], bytes: Int? = nil, levels: Int = 0
  ) -> [UInt8] {
    let header = PlainThrift.structure { header in
      header.number(1, kind)
      header.number(2, bytes ?? body.count)
      header.number(3, body.count)
      header.structure([0: 5, 2: 7][kind] ?? 8) { data in
        data.number(1, values)
        if kind < 3 {
          data.number(2, encoding)
          data.number(3, 3)
          data.number(4, 3)
        } else {
          data.number(4, encoding)
          data.number(5, levels)
          data.number(6, 0)
        }
      }
    }
    return header + body
  }

  private static func input(
    codec: UInt8, type: UInt8, _ choices: UInt8, rows: UInt8, values: UInt8, _ pages: [UInt8]
  ) -> [UInt8] {
    [codec | type << 3, choices, rows, 0, values, 0] + pages
  }

  package static func seeds() throws -> [[UInt8]] {
    let texts: [UInt8] = [1, 0, 0, 0, 97, 2, 0, 0, 0, 98, 99]
    let levels: [UInt8] = [4, 0, 0, 0, 2, 0, 4, 1]
    let dictionary = page(2, 2, 0, texts)
    let packed: [UInt8] = [11, 40] + texts
    let block: [UInt8] = [0xB0] + texts
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 11, 89, 0, 0] + texts
    let member: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x63, 0x64, 0x60, 0x60, 0x48, 0x64, 0x02,
      0x12, 0x49, 0xC9, 0x00, 0xB1, 0xB1, 0x70, 0x49, 0x0B, 0x00, 0x00, 0x00,
    ]
    let numbers: [UInt8] = [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    let repeated: [UInt8] = [4, 0, 0, 0, 2, 0, 4, 1] + [2, 0, 0, 0, 6, 1] + texts + [1, 0, 0, 0, 97]
    return [
      input(codec: 0, type: 6, 0, rows: 2, values: 2, page(0, 2, 0, texts)),
      input(codec: 0, type: 6, 1, rows: 3, values: 3, page(0, 3, 0, levels + texts)),
      input(codec: 0, type: 6, 13, rows: 3, values: 3, page(0, 3, 0, [4, 0, 0, 0, 2, 1, 4, 2] + texts)),
      input(codec: 0, type: 6, 9, rows: 3, values: 3, page(3, 3, 0, levels[4...] + texts, levels: 4)),
      input(codec: 0, type: 6, 10, rows: 1, values: 3, page(0, 3, 0, repeated)),
      input(codec: 0, type: 6, 8, rows: 3, values: 3, dictionary + page(0, 3, 8, [1, 3, 0b101])),
      input(codec: 1, type: 6, 0, rows: 2, values: 2, page(0, 2, 0, packed, bytes: 11)),
      input(codec: 7, type: 6, 0, rows: 2, values: 2, page(0, 2, 0, block, bytes: 11)),
      input(
        codec: 5, type: 6, 0, rows: 2, values: 2,
        page(0, 2, 0, [0, 0, 0, 11, 0, 0, 0, 12] + block, bytes: 11)),
      input(codec: 2, type: 6, 0, rows: 2, values: 2, page(0, 2, 0, member, bytes: 11)),
      input(codec: 6, type: 6, 0, rows: 2, values: 2, page(0, 2, 0, frame, bytes: 11)),
      input(codec: 0, type: 1, 8, rows: 2, values: 2, page(0, 2, 0, numbers)),
      input(codec: 0, type: 2, 8, rows: 1, values: 1, page(0, 1, 0, numbers)),
      input(codec: 0, type: 4, 0, rows: 2, values: 2, page(0, 2, 0, numbers)),
      input(codec: 0, type: 5, 0, rows: 1, values: 1, page(0, 1, 0, numbers)),
      input(codec: 0, type: 0, 0, rows: 3, values: 3, page(0, 3, 0, [5])),
      input(codec: 0, type: 0, 0, rows: 3, values: 3, page(0, 3, 3, [2, 0, 0, 0, 6, 1])),
      input(codec: 0, type: 7, 0, rows: 2, values: 2, page(0, 2, 0, [1, 2, 3, 4, 5, 6])),
    ]
  }
}
