// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct InspectCommandTests {
  @Test func `a source's tracks, colours and HDR10 metadata are shown`() async throws {
    let (code, printed) = await CollectedConsole.run("inspect", Fixture.path("hdr10.mp4"))
    #expect(code == .success)
    let lines = printed.output.split(separator: "\n").map(String.init)
    #expect(
      lines[1]
        == "#  kind   codec         what                                          language  title")
    #expect(lines[2] == "0  video  hevc Main 10  640x360 29.97 fps, 10 bits 4:2:0, BT.2020 PQ")
    #expect(
      lines[3] == "1  audio  aac LC        mono, 48000 Hz                                eng")
    #expect(lines.contains("mastering display: 0.005 to 1000 cd/m²"))
    #expect(lines.contains("light levels: MaxCLL 1000, MaxFALL 400 cd/m²"))
  }

  @Test func `JSON has documented keys`() async throws {
    let (code, printed) = await CollectedConsole.run("inspect", "--json", Fixture.path("hlg.mp4"))
    #expect(code == .success)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    let video = try #require(tracks[0]["video"] as? [String: Any])
    #expect(video["width"] as? Int == 640)
    #expect(video["range"] as? String == "HLG")
    #expect(video["frameRate"] as? String == "50")
    let color = try #require(video["color"] as? [String: Any])
    #expect(color["primaries"] as? Int == 9)
    #expect(color["transfer"] as? Int == 18)
    #expect(color["matrix"] as? Int == 9)
  }
}
