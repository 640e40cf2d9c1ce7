import Archives
import Foundation
import TestSupport

/// 7z and RAR archives: their unpacked bytes are the same in whatever order they are read, and members have paths that
/// don't climb and names that differ.
///
/// The input is a byte and an archive. If the last bit of the byte is set, the archive is a RAR, else a 7z. The target
/// corrects the checksums of a 7z, unless the next bit is set.
package enum SevenZipRarTarget: FuzzTarget {
  package static let name = "SevenZipRar"
  package static let longest = 16_384

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first else { return nil }
    var archive = Array(bytes.dropFirst())
    if choice & 1 == 1 {
      return PackedBytesTarget.fault(archive, .rar) { ArchiveReading($0, TarScan()).trouble }
    }
    if choice & 2 == 0 { mend(&archive) }
    let scan = SevenZipScan(size: UInt64(archive.count))
    return ArchiveReading(archive, scan, room: .max).trouble ?? PackedBytesTarget.fault(archive, .sevenZip)
  }

  /// Corrects the checksums of the first header, and of the one that it names.
  private static func mend(_ archive: inout [UInt8]) {
    guard archive.count >= 32 else { return }
    let numbers = [12, 20].map { place in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(archive[place + $1]) << UInt64(8 * $1) }
    }
    if let offset = Int(exactly: numbers[0]), let count = Int(exactly: numbers[1]),
      offset <= archive.count - 32,
      count <= archive.count - 32 - offset
    {
      let sum = CRC32.of(archive[(32 + offset)..<(32 + offset + count)])
      archive.replaceSubrange(28..<32, with: ZipBuilder.number(sum))
    }
    archive.replaceSubrange(8..<12, with: ZipBuilder.number(CRC32.of(archive[12..<32])))
  }

  package static func seeds() throws -> [[UInt8]] {
    let texts = ["a.jpg", "dir/é.jpg", "empty"].map { ($0, [UInt8](repeating: 97, count: $0.utf8.count * 9)) }
    var files = texts.map { SevenZipBuilder.File($0.0, $0.1) }
    files[2].bytes = []
    files[0].attributes = 0x20
    // `upright ` 40 times and more, packed by 7-Zip.
    let packed = Data(
      base64Encoded:
        "N3q8ryccAASjydasjAAAAAAAAAAhAAAAAAAAAJnv7E3gAUUAF10AOpwKlC0GF97iIpPxDFF7vC4g+2Cw2wAAAACBMw"
        + "euD8/88GwP6+qcvzY9/tQa7qYXDWOYYlWWMXqawgu+GqChFWeDblWb1xKmTUEfj0vCM0G8Pgg/VByCMSR+uJjuLSAu"
        + "Bt4/3wDmm3X9bqBEV7xUosBNJ+7hIzP8bSDY6nCXyE+5nAAAABcGHwEJbQAHCwEAASMDAQEFXQAQAAAMgJIKAS0B2e"
        + "MAAA==")
    let archives = [
      SevenZipBuilder(files).bytes, SevenZipBuilder(files, isSolid: true).bytes,
      packed.map { [UInt8]($0) } ?? [],
    ]
    var seeds = archives.map { [0] + $0 }
    for version in RarBuilder.Version.allCases {
      var rar = RarBuilder(version)
      for (name, bytes) in texts { rar.add(name, bytes) }
      rar.add("link.jpg", Array("a.jpg".utf8), .link)
      rar.end()
      seeds.append([1] + rar.bytes)
    }
    return seeds
  }
}
