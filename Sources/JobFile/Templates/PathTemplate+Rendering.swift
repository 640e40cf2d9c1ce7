import ImageModel
import System

extension PathTemplate {
  /// The values of the variables in one output's path.
  package struct Values: Sendable {
    package var stem: String
    package var name: String
    /// The source's file extension without the dot.
    package var ext: String
    /// The source's folder below the glob's fixed part. It may hold `/`. It is empty if there is no such
    /// folder.
    package var dir: String
    package var id: String
    /// The image's number in the order of sources, from 1.
    package var index: Int
    /// The source's page, from 0.
    package var page = 0
    /// The output's encoded size, used only if `usesSize`.
    package var size: (width: Int, height: Int)
    /// The first 8 hexadecimal digits of a SHA-256: the hash of the source's path, as `source` in the
    /// manifest gives it.
    package var hash8: String
    package var job: String
    /// The category of an annotation file's box; nil without a box.
    package var category: String?
    /// The box's number among the boxes of its picture, from 1.
    package var boxIndex = 0
    /// The name of the item's split; empty without `split`.
    package var split = ""
    /// The number of the folder that takes the output, from 0.
    package var folder = 0
    /// The usual file extension of the output's format, without the dot.
    package var format = ""
    /// The size of the output's bucket.
    package var bucket = ""
    /// The number of the shard of an export, from 0.
    package var shard = 0
    /// The row and the column of a tile, from 0.
    package var tile = (row: 0, column: 0)
    /// The distance of a tile from the crop's left and top edge, in pixels.
    package var tilePlace = (x: 0, y: 0)

    /// Takes stem, name, extension and folder from a source.
    package init(_ item: SourceItem, id: String?, index: Int, hash8: String, job: String) {
      stem = item.stem
      name = item.name
      ext = item.fileExtension
      dir = item.dir
      self.id = id ?? stem
      self.index = index
      size = (0, 0)
      self.hash8 = hash8
      self.job = job
    }

    /// The values for the path of a file that holds the data of many outputs.
    package init(split: String, shard: Int, job: String) {
      (stem, name, ext, dir, id) = ("", "", "", "", "")
      index = 0
      size = (0, 0)
      hash8 = ""
      self.job = job
      self.split = split
      self.shard = shard
    }
  }

  /// The planned path of an output, relative to the output root and never outside of it.
  ///
  /// Throws the finding `bad_path` if a value makes an invalid path.
  package func render(_ values: Values) throws(ImageError) -> String {
    var path: [UInt8] = []
    path.reserveCapacity(128)
    for piece in pieces {
      switch piece {
      case .literal(let text): path += text.utf8
      case .variable(.category) where values.category == nil:
        throw ImageError(.badPath, "the box has no category, which '\(text)' needs")
      case .variable(let variable): try append(values[variable], of: variable, to: &path)
      }
    }
    let whole = String(decoding: path, as: UTF8.self)
    guard OutputPath.contentCount(whole) == (uses(.content) ? 1 : 0) else {
      throw ImageError(
        .badPath,
        "the output path that '\(text)' makes has '\(OutputPath.content)' as text of a name, which stands for a hash"
      )
    }
    do {
      return String(decoding: try OutputPath.checked(path), as: UTF8.self)
    } catch {
      throw ImageError(.badPath, "the output path that '\(text)' makes \(error.message)")
    }
  }

  private func append(_ value: String, of variable: Variable, to path: inout [UInt8]) throws(ImageError) {
    guard variable == .dir || !value.utf8.contains(.slash) else {
      throw ImageError(
        .badPath, "'{\(variable.rawValue)}' in '\(text)' is '\(value)': only '{dir}' may hold '/'")
    }
    path += value.utf8
  }
}

extension PathTemplate.Values {
  /// The value of one variable.
  package subscript(variable: PathTemplate.Variable) -> String {
    switch variable {
    case .stem: stem
    case .name: name
    case .ext: ext
    case .dir: dir
    case .id: id
    case .index: index.digits(6)
    case .page: page.digits(6)
    case .width: String(size.width)
    case .height: String(size.height)
    case .hash8: hash8
    case .job: job
    case .category: category ?? ""
    case .boxIndex: boxIndex.digits(6)
    case .split: split
    case .folder: folder.digits(6)
    case .format: format
    case .shard: shard.digits(6)
    case .bucket: bucket
    case .row: tile.row.digits(6)
    case .column: tile.column.digits(6)
    case .x: String(tilePlace.x)
    case .y: String(tilePlace.y)
    case .content: OutputPath.content
    }
  }
}
