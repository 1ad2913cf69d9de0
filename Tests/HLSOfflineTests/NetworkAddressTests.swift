// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSOffline
import Testing

@Suite struct NetworkAddressTests {
  // RFC 6890, RFC 4193, RFC 4291, RFC 6598, RFC 6052, RFC 3056.
  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "0.0.0.0", "192.0.0.8", "198.18.0.1", "224.0.0.1",
    "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001:db8::1", "fec0::1",
  ])
  func `finds private addresses`(_ text: String) throws {
    #expect(try #require(NetworkAddress(parsing: text)).isPrivate)
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1",
    "192.167.1.1", "198.17.0.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8",
    "64:ff9b::808:808", "2002:808:808::",
  ])
  func `finds public addresses`(_ text: String) throws {
    #expect(try !#require(NetworkAddress(parsing: text)).isPrivate)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "::g", "0x7f000001"])
  func `takes no other text`(_ text: String) { #expect(NetworkAddress(parsing: text) == nil) }
}
