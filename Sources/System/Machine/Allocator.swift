import CMalloc

/// How the C library hands out memory.
package enum Allocator {
  /// Gives each large block pages of its own, which go back to the system as soon as the block is freed.
  ///
  /// Left alone, glibc raises the limit when such blocks are freed, and planes of one image stay behind in the heap
  /// of the next (mallopt(3)).
  package static func returnLargeBlocks() { _ = mallopt(M_MMAP_THRESHOLD, 128 << 10) }

  /// Gives all threads the same heap: others would grow by a system call that workers can't make (mallopt(3)).
  package static func shareHeap() { _ = mallopt(M_ARENA_MAX, 1) }

  /// Bytes that are handed out at the moment, to all threads (mallinfo(3)).
  package static var bytesInUse: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }
}
