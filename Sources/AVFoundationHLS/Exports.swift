// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// AVFoundation brings Foundation along, and NSPredicate(format:) with it.

@_exported public import Foundation
@_exported public import PredicateFoundation
