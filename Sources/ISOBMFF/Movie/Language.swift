// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Languages as `mdhd` has them: three letters of ISO 639-2/T in 15 bits, or QuickTime's numbers.
public enum Language {
  /// The code of 15 bits for a BCP 47 tag; that of `und` where there is none (ISO/IEC 14496-12
  /// section 8.4.2.3).
  public static func packed(_ tag: String?) -> UInt16 {
    let primary = (tag ?? "und").prefix { $0 != "-" && $0 != "_" }.lowercased()
    let code = primary.utf8.count == 2 ? threeLetters[primary] ?? "und" : primary
    let letters = Array(code.utf8)
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      return packed("und")
    }
    return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }

  /// The three letters of a code; `nil` for `und` and for what is no code.
  static func unpacked(_ code: UInt16) -> String? {
    if code < 0x400 {
      return quickTime.indices.contains(Int(code)) ? String(quickTime[Int(code)]) : nil
    }
    let letters = [10, 5, 0].map { UInt8(code >> UInt16($0) & 0x1F) + 0x60 }
    guard code < 0x7FFF, letters.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    let text = String(decoding: letters, as: UTF8.self)
    return text == "und" ? nil : text
  }

  /// QuickTime's languages by number (QuickTime File Format, language code values).
  private static let quickTime =
    """
    eng fra deu ita nld swe spa dan por nor heb jpn ara fin ell isl mlt tur hrv zho urd hin tha \
    kor lit pol hun est lav sme fao fas rus zho nld gle sqi ron ces slk slv yid srp mkd bul ukr
    """
    .split(separator: " ")

  /// The language of ISO 639-1 for each of ISO 639-2/T that has one.
  private static let threeLetters: [String: String] = {
    var table: [String: String] = [:]
    for pair in list.split(separator: " ") {
      table[String(pair.prefix(2))] = String(pair.dropFirst(2))
    }
    return table
  }()

  /// Two letters and three letters of each language.
  private static let list = """
    aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul \
    bhbih bibis bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv \
    cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin \
    fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv \
    hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn \
    jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor \
    kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal \
    mnmon mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav \
    nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh rnrun roron \
    rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp \
    ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur \
    tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid \
    yoyor zazha zhzho zuzul
    """
}
