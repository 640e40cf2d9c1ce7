/// The fixed limits on input, memory and work. Ordinary files stay far below these limits. The comment on
/// each limit gives its reason.
///
/// A job sets other limits by its key `limits`. Numbers that a format or the system defines stand where they are
/// used. Sizes are in bytes.
package enum FixedLimits {
  /// Job files, their patterns and their templates.
  package enum JobFile {
    /// The reader keeps a whole job file in memory, with the place of each value.
    package static let bytes = 1 << 20
    /// Each level of lists and mappings is a nested call.
    package static let depth = 32
    /// `{a,b}{c,d}` multiplies: a short pattern could name millions of paths.
    package static let alternatives = 1024
    /// All alternatives of one pattern are in memory together.
    package static let alternativeCharacters = 65_536
    /// The alternatives of all patterns are in memory together. Each character takes some 20 bytes.
    package static let patternCharacters = 1 << 22
    /// Each level of braces is a nested call.
    package static let braceDepth = 8
    /// The walk keeps in memory the whole path of each folder that waits to be read.
    package static let folderDepth = 256
    /// The most that `limits.max_pages` may be: the plan holds an item for each page.
    package static let pages = 4096
    /// The tiles of a crop: the plan holds an output for each.
    package static let tiles = 10_000
    /// The most that `limits.max_frames` may be: no header reader counts more.
    package static let frames = Header.parts
    /// The most keypoints of an object of `yolo-pose`. Each one is a place in the plan.
    package static let keypoints = 1000
    /// Each plan of an image contains the profile file that its job names.
    package static let profileBytes = 64 << 10
  }

  /// JSON, CSV, XML and lists.
  package enum Text {
    /// The reader of JSON Lines, manifests and plans keeps a whole line in memory.
    package static let lineBytes = 64 << 20
    /// The captions of all pictures of a job are in memory together.
    package static let captionBytes = 64 << 10
    /// The reader notes each open list and object in memory. No annotation format nests as deep.
    package static let jsonDepth = 64
    /// The JSON values in one record: the reader keeps a whole record in memory.
    package static let jsonValues = 2_000_000
    /// yajl keeps a whole string in memory.
    package static let jsonTokenBytes = 64 << 20
    /// The reader keeps a whole row in memory. Without the limit, a quote without its end would take in the
    /// rest of the file.
    package static let csvRowBytes = 1 << 20
    /// The reader keeps the name of each open element in memory.
    package static let xmlDepth = 64
    /// expat keeps a whole tag or comment in memory.
    package static let xmlTokenBytes = 1 << 20
    /// The reader keeps the text of an element in memory. Names and numbers are shorter.
    package static let xmlTextBytes = 4096
    /// The numbers of a shape in a line of a text file: as many as a record of JSON may have.
    package static let shapeNumbers = jsonValues
    /// Pairs of edges of an outline that are compared, to find out if they cross. A zigzag of 3,000 edges has so many. An
    /// outline of 100,000 points may have some 40 edges at each height.
    package static let outlinePairs = 1 << 22
    /// All boxes are kept, and take several times the memory of their text.
    package static let annotationBytes = 4 << 30
  }

  /// Parquet files.
  package enum Parquet {
    /// The description of a whole file is in memory. Each group of rows takes some 200 bytes for each column.
    package static let footerBytes = 64 << 20
    /// Each level of columns is a nested call.
    package static let depth = 32
    /// All columns are in memory.
    package static let columns = 10_000
    /// Columns that exports write besides their own, and parts of each. A group of rows has a buffer for each.
    package static let carriedColumns = 1000
    /// The header of a page is in memory. Some writers put the smallest and the largest value into it.
    package static let pageHeaderBytes = 16 << 20
    /// A whole page of pictures is in memory, compressed and decompressed. Writers end a page behind 1 MB, but a
    /// picture is never divided.
    package static let pageBytes = 1 << 30
    /// The bytes of pages that stay in memory after a picture is read, for the next picture. The last page stays even if
    /// it is larger.
    package static let keptBytes = 64 << 20
    /// A page of each other column is in memory at once.
    package static let valuePageBytes = 256 << 20
    /// The index of pictures takes 12 bytes for each row, and some bytes of a file can stand for any number of empty
    /// rows. A dictionary takes 4 bytes for each value.
    package static let rows = 1 << 25
    /// Each value takes time, and some bytes of a file can stand for any number of values.
    package static let columnValues = 1 << 28
    /// All values of a row are in memory.
    package static let rowValues = Text.jsonValues
    /// The texts of a row are in memory.
    package static let rowBytes = 1 << 20
    /// The texts of all rows are in memory if a job keeps them. A page can repeat one text any number of times.
    package static let allRowBytes = 4 << 30
  }

  /// Addresses, replies and documents from the network.
  package enum Web {
    /// A whole address is in memory for each source. RFC 9110, section 4.1, asks servers for 8,000 bytes.
    package static let addressBytes = 8192
    /// Addresses of names are kept for a minute. Each name takes some 200 bytes. Few lists have more hosts at a time.
    package static let resolvedNames = 4096
    /// A whole file of trusted certificates is in memory. That of the system has some 200 KB.
    package static let certificateBytes = 16 << 20
    /// A server may encode a picture once more, and 1 MB of Deflate can stand for 1 GB. A picture of more bytes than
    /// these may have at most the times of its encoded bytes.
    package static let freelyInflatedBytes = 64 << 20
    package static let inflationRatio = 100
    /// A whole `robots.txt` is in memory. RFC 9309, section 2.5, asks for 500 KiB.
    package static let robotsBytes = 512 << 10
    /// The rules of all hosts together are in memory while a plan is made. The rules of most hosts take some kilobytes.
    package static let robotsRuleBytes = 64 << 20
    /// Each path of a host is compared with each of its rules.
    package static let robotsRules = 10_000
    /// Each request in flight has a connection and a file in memory, whatever its host is.
    package static let requestsAtOnce = 64
    /// Requests of pictures that wait or are in flight. Each takes about a kilobyte.
    package static let openRequests = 4096
    /// Sources whose headers are read at once. Most of them wait for a reply, and keep up to a megabyte.
    package static let openHeaders = 512
    /// Blocks of archives and Parquet files that were read last. Each thread that plans or makes images uses two blocks
    /// of 1 MiB.
    package static let blockBytes = 64 << 20
    /// Pictures that were fetched ahead. Each is an open file.
    package static let picturesAtOnce = 1024
  }

  /// Object stores and their settings.
  package enum Store {
    /// A whole file of settings is in memory. Files with hundreds of profiles take some 100 KB.
    package static let settingsBytes = 1 << 20
    /// A whole page of a listing is in memory. The keys of a page of 1000 objects take up to 3 MB.
    package static let listingBytes = 4 << 20
    /// A whole reply that is neither an object nor a listing is in memory. It has less than 2 KB.
    package static let replyBytes = 64 << 10
    /// The reader keeps the name of each open element in memory. A listing nests 4 deep.
    package static let xmlDepth = 16
    /// The reader keeps the text of an element in memory. An encoded key has up to 3 KiB.
    package static let xmlTextBytes = 16 << 10
    /// The plan holds the version of each object. Stores use up to 100 bytes. Amazon S3 allows 1024.
    package static let versionBytes = 256
    /// A whole reply of a service of keys is in memory. A reply has some 2 KB.
    package static let keyBytes = 64 << 10
  }

  /// Archives whose members are sources.
  package enum Archive {
    /// The index of an archive is in memory, with 44 bytes for each member.
    package static let members = 10_000_000
    /// The names of all members are in memory. Names of 10 million members have some 600 MB.
    package static let nameBytes = 1 << 30
    /// The directory of a zip is read as a whole before the first member. 10 million members have some 1 GB.
    package static let directoryBytes = 2 << 30
    /// A directory comes in pieces of this number of bytes at most. The longest entry has 196,651.
    package static let directoryPiece = 1 << 20
    /// A kept index is read as a whole. 10 million members with names of 60 bytes have some 1 GB.
    package static let indexBytes = 2 << 30
    /// The headers before a member of a tar are in memory together.
    package static let headerBytes = 1 << 20
    /// A member's name becomes a source's name, and may become a part of a path. Linux takes paths of 4095 bytes.
    package static let memberNameBytes = 1024
    /// Parts of a member's name: each one is compared with patterns.
    package static let memberNameParts = 64
    /// An export holds a member beside a picture in memory while it writes the sample.
    package static let carriedBytes = 16 << 20
    /// The plan of a picture has the endings of the members that exports carry beside it: less than 1 KB.
    package static let carriedMembers = 16
    package static let carriedEndingBytes = 48
    /// The last unpacked bytes of a compressed archive. Threads read members in almost the archive's order.
    package static let window = 32 << 20
    /// Unpacked bytes between two places where unpacking can restart. To unpack so many takes a hundredth of a second.
    package static let pointDistance: UInt64 = 4 << 20
    /// The restart points of an archive are in memory, each one of gzip with 32 KiB.
    package static let pointBytes = 16 << 20
    /// The memory of a decoder, which a file's header chooses: 128 MiB is what zstd allows. xz needs 65 MiB at most,
    /// unless options ask for more.
    package static let unpackMemory = 128 << 20
    /// The dictionary of LZMA in a 7z, which level 9 of 7-Zip chooses.
    package static let dictionaryBytes = 256 << 20
    /// The directory of a 7z is in memory as a whole, packed and unpacked. A million members have some 80 MB.
    package static let sevenZipHeaderBytes = 128 << 20
    /// Pieces of data of a 7z, which 7-Zip calls folders. Each takes some 100 bytes, and a packed directory can
    /// describe millions in some kilobytes. 7-Zip makes one for each member at most.
    package static let sevenZipFolders = 1 << 20
    /// An archive may unpack to this size, however small it is.
    package static let freelyUnpackedBytes: UInt64 = 64 << 20
    /// Unpacked bytes for each compressed one. Deflate reaches 1032. The other formats make zeros smaller without a
    /// bound, also those in pictures of one colour.
    package static let unpackRatio: UInt64 = 10_000
  }

  /// Headers of pictures.
  package enum Header {
    /// Every plan needs the headers of all sources. Profile, EXIF and XMP of one source usually take a small
    /// part of this size.
    package static let bytes = 16 << 20
    /// Markers, chunks, boxes or fields: each one costs a read.
    package static let parts = 4096
    /// Blocks of a GIF: each frame of an animation has two of them or more.
    package static let gifBlocks = 4 * parts
    /// The search for smaller copies reads up to this number of directories after the first page's directory.
    /// Each one costs a read.
    package static let tiffSmallerCopies = 32
    /// The search for a raw picture and its previews reads up to this number of directories. Each one costs a read.
    package static let rawDirectories = 32
    /// The maker's name and the model of a raw file's camera stand in a message.
    package static let rawNameBytes = 64
    /// No field that describes a picture has more values; a TIFF has at most 16 samples a pixel here.
    package static let tiffValues = 16
    /// Extents (pieces of data) of all HEIF items together: each extent is kept in memory. A grid has at most
    /// 65,536 tiles.
    package static let heifExtents = 65_536
    /// Properties of all HEIF items together: each property's number is kept in memory.
    package static let heifProperties = 65_536
    /// Steps from a derived picture down to a coded one. Without the limit, a loop of derivations would never
    /// end.
    package static let heifDerivations = 8
    /// The sequence header lies in the first bytes of a picture's data.
    package static let av1SequenceBytes = 512
    /// Pictures of a multi-picture file (CIPA DC-007). Cameras write up to 4.
    package static let listedPictures = 16
    /// The text of an XBM before its samples is in memory at once. Writers put at most some lines of comment
    /// there.
    package static let xbmBytes = 1 << 16
    /// Upright reads this number of bytes from the start of each further picture in a file. The picture's
    /// metadata is expected in these bytes.
    package static let gainMapBytes = 1 << 16
  }

  /// Metadata that an output may keep.
  package enum Metadata {
    /// A whole profile is in memory, and Little CMS builds tables from it.
    package static let profileBytes = 4 << 20
    /// Upright reads up to this number of a profile's tags to predict the profile's memory. Real profiles
    /// have up to 40 tags.
    package static let profileTags = 100
    /// The most directories that are read in an EXIF block or a TIFF. Without the limit, a loop of
    /// directories would never end.
    package static let exifDirectories = 16
    /// Tags that `probe` shows: libexif holds the text of each one.
    package static let exifTags = 512
    /// Upright searches up to this number of EXIF blocks, and of XMP blocks, for an orientation. Most files
    /// have one block of each kind.
    package static let orientationBlocks = 4
    /// The reader of XMP notes each open element in memory.
    package static let xmlDepth = 100
    /// Attributes of one tag. Each attribute is compared with all others.
    package static let xmlAttributes = 500
    /// The comments that an output keeps are in memory together.
    package static let comments = 64
    /// The text of all comments that an output keeps is in memory at once.
    package static let commentBytes = 1 << 20
    /// Segments with Photoshop's resources: one file's resources are joined in memory.
    package static let photoshopSegments = 16
  }

  /// SVG. The header reader and the worker process each read a whole file.
  package enum Drawing {
    /// The text is in memory as a whole, also that of a compressed file.
    package static let bytes = 16 << 20
    /// Each element takes over a kilobyte in librsvg.
    package static let elements = 500_000
    /// librsvg draws nested elements by nested calls.
    package static let depth = 200
    /// The ratio of the text with expanded entities to the text in the file, for texts above 1 MiB.
    package static let expansion: Float = 4
    /// The longest side of a surface of cairo (its `MAX_IMAGE_SIZE`).
    package static let side = 32767
    /// librsvg computes each octave of a turbulence. An octave has half the amplitude of the one before it, so 8 bits
    /// show 9 of them at most.
    package static let octaves = 32
    /// Bytes of address space in which a worker process may map font files.
    package static let fontSpace = 1 << 30
    /// The pixels of all pictures within an SVG: librsvg holds them decoded.
    package static let pictures = 100_000_000
  }

  /// Decodes.
  package enum Decode {
    /// Each scan of a progressive JPEG repeats the work for all blocks. Encoders write up to 12.
    package static let scans = 100
    /// The number of scans times the number of pixels. The limit bounds the time that a large progressive
    /// JPEG takes.
    package static let scanPixels = 4_000_000_000
    /// libtiff holds a whole strip or tile, compressed and decompressed.
    package static let tiffHeldBytes = 1 << 30
    /// LibRaw holds the whole raw data, with masked pixels that no output shows.
    package static let rawHeldBytes = 1 << 30
    /// The whole data of one coded picture of a HEIC or AVIF file is in memory at once.
    package static let tileBytes = 256 << 20
    /// A tile or coded picture may have 16 times as many pixels as the picture that it shows, plus this
    /// number. All pixels are decoded, even those that aren't shown.
    package static let sparePixels = 1 << 24
  }

  /// Worker processes and runs.
  package enum Work {
    /// A worker process that has grown by this number of bytes is replaced: a library may leak.
    package static let workerGrowth: UInt64 = 256 << 20
    /// The number of a thread's worker processes that may die in a row, whatever the images are. After more
    /// deaths the machine counts as faulty, and the run ends.
    package static let workerDeaths = 50
    /// Worker processes in a row that never became ready. After this number the machine counts as faulty.
    package static let workerFalseStarts = 5
    /// Each output that is made holds an open file.
    package static let outputsAtOnce = 128
    /// Each shard has a file and a state folder.
    package static let shards = 100_000
    /// Processes of `upright worker` at work on a plan. Each has a state folder.
    package static let feeds = 4096
    /// Memory for the hashes of the failures that the last run reported.
    package static let reportedFailureBytes = 1 << 26
    /// The facts about pictures that earlier plans found are in memory.
    package static let keptFactBytes = 1 << 28
    /// Files that crashed runs announced in the journal before putting them in place. Each crash leaves at
    /// most one announcement.
    package static let openAnnouncements = 16
  }
}
