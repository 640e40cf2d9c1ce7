import CMalloc

/// Settings of the C library's allocator.
package enum Allocator {
  /// Gives each large block pages of its own, which return to the system when the block is freed.
  ///
  /// By default, glibc gives own pages only to blocks above a threshold, and raises the threshold when such a
  /// block is freed. The planes of one image would then stay in the heap (mallopt(3)).
  package static func returnLargeBlocks() { _ = mallopt(M_MMAP_THRESHOLD, 128 << 10) }

  /// Gives all threads one heap. Other heaps would grow by a system call that worker processes can't make
  /// (mallopt(3)).
  package static func shareHeap() { _ = mallopt(M_ARENA_MAX, 1) }

  /// Bytes allocated at the moment, by all threads (mallinfo(3)).
  package static var bytesInUse: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }
}
