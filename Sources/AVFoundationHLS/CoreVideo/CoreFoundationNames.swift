// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The names of Core Foundation that calls of Core Video and Core Media are written with.

/// A dictionary of attributes or extensions.
public typealias CFDictionary = [String: Any]
/// A key or a value of one.
public typealias CFString = String
/// Who gives memory; there is one, and `nil` stands for it.
public enum CFAllocator: Sendable {}
/// The one that gives memory.
public let kCFAllocatorDefault: CFAllocator? = nil
/// Four characters, the first in the highest bits.
public typealias OSType = FourCharCode
/// What a call of Core Media returns; 0 where all is well.
public typealias OSStatus = Int32
/// All is well.
public let noErr: OSStatus = 0
