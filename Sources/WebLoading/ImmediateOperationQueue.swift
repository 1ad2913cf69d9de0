// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A queue that does at once, and on the caller's thread, what is put into it.
///
/// A session reads from its connections as fast as bytes come and puts each piece into the queue of
/// its delegate: an origin that sends without end would fill memory before the delegate has had a
/// word. With this queue the session reads the next piece when the delegate has taken the last one.
/// The delegate must not call what waits for the session, such as cancelling a request.
final class ImmediateOperationQueue: OperationQueue, @unchecked Sendable {
  // Sendable: there is no state beside the queue's own, which is made for threads.

  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
