// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto
internal import Synchronization

/// Memory for keys: kept out of swap files and core dumps, and wiped when it is given back.
///
/// Blocks come in sizes of powers of two, out of regions that are mapped for nothing else. libcrypto
/// takes all its memory from here too, since its ciphers copy keys into blocks of their own.
enum SecretArena {
  /// Before each block: its class, in the alignment that `malloc` promises.
  private static let headerSize = 16
  private static let smallest = 64
  private static let regionSize = 1 << 20
  /// Blocks of this class and above are regions of their own.
  private static let largeClass = 12

  private struct State {
    /// The first free block of each class, by its address; free blocks hold the next one's.
    var free = [UInt](repeating: 0, count: SecretArena.largeClass)
    /// What is left of the newest region.
    var rest: Range<UInt> = 0..<0
  }

  private static let state = Mutex(State())

  /// A block, or `nil` where there is no memory.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size > 0, size < 1 << 40 else { return nil }
    let wanted = size + headerSize
    var kind = 0
    while smallest << kind < wanted { kind += 1 }
    let block =
      kind < largeClass
      ? state.withLock { take(kind, &$0) } : map(smallest << kind)
    guard let block, let start = unsafe UnsafeMutableRawPointer(bitPattern: block) else {
      return nil
    }
    unsafe start.storeBytes(of: kind, as: Int.self)
    return unsafe start + headerSize
  }

  /// Wipes a block and takes it back.
  static func release(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    let block = unsafe pointer - headerSize
    let kind = unsafe block.load(as: Int.self)
    unsafe OPENSSL_cleanse(pointer, smallest << kind - headerSize)
    guard kind < largeClass else {
      unsafe _ = munmap(block, smallest << kind)
      return
    }
    let address = UInt(bitPattern: block)
    state.withLock { state in
      if let block = unsafe UnsafeMutableRawPointer(bitPattern: address) {
        unsafe (block + headerSize).storeBytes(of: state.free[kind], as: UInt.self)
      }
      state.free[kind] = address
    }
  }

  /// A block with the content of another one, which is taken back.
  static func resize(
    _ pointer: UnsafeMutableRawPointer?, _ size: Int
  ) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe pointer else { return unsafe allocate(size) }
    guard size > 0 else {
      unsafe release(pointer)
      return nil
    }
    let room = unsafe smallest << (pointer - headerSize).load(as: Int.self) - headerSize
    if size <= room { return unsafe pointer }
    guard let larger = unsafe allocate(size) else { return nil }
    unsafe larger.copyMemory(from: pointer, byteCount: room)
    unsafe release(pointer)
    return unsafe larger
  }

  private static func take(_ kind: Int, _ state: inout State) -> UInt? {
    let first = state.free[kind]
    if let block = unsafe UnsafeMutableRawPointer(bitPattern: first) {
      state.free[kind] = unsafe (block + headerSize).load(as: UInt.self)
      return first
    }
    let size = UInt(smallest << kind)
    if UInt(state.rest.count) < size {
      guard let start = map(regionSize) else { return nil }
      state.rest = start..<start + UInt(regionSize)
    }
    let block = state.rest.lowerBound
    state.rest = block + size..<state.rest.upperBound
    return block
  }

  /// Maps memory that no core dump holds. Where a user may lock no more, it can still be swapped.
  private static func map(_ size: Int) -> UInt? {
    let region = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    // All ones are how the call says that it failed.
    guard let region = unsafe region, UInt(bitPattern: region) != .max else { return nil }
    unsafe _ = madvise(region, size, Int32(MADV_DONTDUMP))
    unsafe _ = mlock(region, size)
    return UInt(bitPattern: region)
  }
}
