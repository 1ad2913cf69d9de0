// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An element of an XML document with what is in it.
public struct XMLElement: Hashable, Sendable {
  /// An attribute.
  public struct Attribute: Hashable, Sendable {
    /// The name without a prefix.
    public var name: String
    /// The namespace; `nil` for a name without a prefix.
    public var namespace: String?
    /// The value, references replaced.
    public var value: String

    /// Creates an attribute.
    public init(_ name: String, namespace: String? = nil, _ value: String) {
      self.name = name
      self.namespace = namespace
      self.value = value
    }
  }

  /// What is in an element.
  public enum Content: Hashable, Sendable {
    /// Another element.
    case element(XMLElement)
    /// Text, references replaced.
    case text(String)
  }

  /// The name without a prefix.
  public var name: String
  /// The namespace; `nil` for none.
  public var namespace: String?
  /// The attributes, in order, without declarations of namespaces.
  public var attributes: [Attribute]
  /// What is in the element, in order. Comments and processing instructions are left out.
  public var content: [Content]

  /// Creates an element.
  public init(
    _ name: String, namespace: String? = nil, attributes: [Attribute] = [], content: [Content] = []
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.content = content
  }

  /// The elements directly inside, in order.
  public var children: [XMLElement] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text directly inside, joined.
  public var text: String {
    content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The value of an attribute; `nil` where there is none.
  public subscript(name: String, namespace namespace: String? = nil) -> String? {
    attributes.first { $0.name == name && $0.namespace == namespace }?.value
  }

  /// The first element of a name directly inside.
  public func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}
