// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// A graph of FFmpeg filters with any number of sources and ends.
///
/// The graph is built from filters and their options as values; nothing is pasted into a filter
/// string, so that no path or name needs escaping.
@safe
public struct FilterGraph: ~Copyable {
  /// A filter in the graph.
  public struct Node: Hashable, Sendable {
    fileprivate let index: Int
  }

  private let graph: UnsafeMutablePointer<AVFilterGraph>
  private var filters: [UnsafeMutablePointer<AVFilterContext>] = unsafe []

  /// Creates an empty graph, whose filters work on the caller's thread alone: `zscale` scales each
  /// slice of a frame by itself, so that pixels near the seams follow the number of cores.
  ///
  /// - Returns: The graph.
  /// - Throws: ``LibAVError`` when memory runs out.
  public static func make() throws(LibAVError) -> FilterGraph {
    let graph = try unsafe LibAVError.allocated(avfilter_graph_alloc(), "a filter graph")
    unsafe graph.pointee.nb_threads = 1
    return unsafe FilterGraph(adopting: graph)
  }

  private init(adopting graph: UnsafeMutablePointer<AVFilterGraph>) { unsafe self.graph = graph }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe self.graph
    unsafe avfilter_graph_free(&graph)
  }

  /// Adds a filter with its options.
  public mutating func add(
    _ name: String, _ options: [(name: String, value: String)] = []
  ) throws(LibAVError) -> Node {
    guard let filter = unsafe avfilter_get_by_name(name) else {
      throw LibAVError(.invalidArgument, "filter", reason: "FFmpeg has no filter '\(name)'")
    }
    let label = "\(name)\(unsafe filters.count)"
    let node = try unsafe LibAVError.allocated(
      avfilter_graph_alloc_filter(graph, filter, label), "filter '\(name)'")
    for option in options {
      try unsafe LibAVError.check(
        av_opt_set(node, option.name, option.value, AV_OPT_SEARCH_CHILDREN),
        "set '\(option.name)' of filter '\(name)'")
    }
    try unsafe LibAVError.check(avfilter_init_str(node, nil), "start filter '\(name)'")
    unsafe filters.append(node)
    return Node(index: unsafe filters.count - 1)
  }

  /// Adds a filter behind another.
  public mutating func add(
    _ name: String, _ options: [(name: String, value: String)] = [], after source: Node
  ) throws(LibAVError) -> Node {
    let node = try add(name, options)
    try link(source, 0, to: node)
    return node
  }

  /// Links an output of a filter to an input of another, the first unless said.
  public func link(
    _ source: Node, _ output: Int, to target: Node, _ input: Int = 0
  ) throws(LibAVError) {
    try unsafe LibAVError.check(
      avfilter_link(
        filters[source.index], UInt32(clamping: output), filters[target.index],
        UInt32(clamping: input)),
      "link filters")
  }

  /// Settles formats and sizes along the links. Call once, after the last link.
  public func configure() throws(LibAVError) {
    try unsafe LibAVError.check(avfilter_graph_config(graph, nil), "configure the filters")
  }

  /// Feeds a source of the graph; `nil` ends the stream. The frame stays the caller's.
  ///
  /// - Parameters:
  ///   - frame: The frame, or `nil`.
  ///   - time: The frame's time in the source's time base, in place of its own; without a frame
  ///     the time at which the last one ends.
  ///   - node: The source.
  /// - Throws: ``LibAVError`` when a filter fails.
  public func push(_ frame: Frame?, at time: Int64, into node: Node) throws(LibAVError) {
    let source = unsafe filters[node.index]
    guard let frame else {
      try unsafe LibAVError.check(av_buffersrc_close(source, time, 0), "end the filters")
      return
    }
    let copy = try frame.reference()
    unsafe copy.raw.pointee.pts = time
    try unsafe LibAVError.check(
      av_buffersrc_add_frame_flags(source, copy.raw, Int32(AV_BUFFERSRC_FLAG_PUSH)),
      "filter a frame")
  }

  /// Takes a frame that is ready from an end, or `nil` when none is.
  public func pull(from node: Node) throws(LibAVError) -> Frame? {
    let frame = try Frame()
    let result = unsafe av_buffersink_get_frame(filters[node.index], frame.raw)
    switch LibAVError.Code(rawValue: result) {
    case .tryAgain, .endOfFile: return nil
    default:
      try LibAVError.check(result, "filter a frame")
      return frame
    }
  }

  /// Makes an audio end give frames of exactly this many samples, but for the last.
  public func setFrameSize(_ samples: Int, of node: Node) {
    unsafe av_buffersink_set_frame_size(filters[node.index], UInt32(clamping: samples))
  }
}
