// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What libFuzzer calls with bytes of its making.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHLSConformance(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  validateEverything(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
