/// The encodings of simple fonts (ISO 32000-1, annex D): code → Unicode, 0 for unused codes.
enum Encodings {
    /// `WinAnsiEncoding`. Unused codes map to a bullet.
    static let winAnsi: [UInt32] = table(
        ascii: ascii,
        upper: """
            €•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ ¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿\
            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
            """)

    /// `MacRomanEncoding`.
    static let macRoman: [UInt32] = table(
        ascii: ascii,
        upper: """
            ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
            ¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{0}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
            """)

    /// `StandardEncoding`, built into Latin fonts.
    static let standard: [UInt32] = {
        let none33 = String(repeating: "\u{0}", count: 33)
        return table(
            ascii: String(ascii.map { $0 == "'" ? "’" : $0 == "`" ? "‘" : $0 }),
            upper: none33 + """
                ¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ\u{0}–†‡·\u{0}¶•‚„”»…‰\u{0}¿\u{0}`´ˆ˜¯˘˙¨\u{0}˚¸\u{0}˝˛ˇ—\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
                \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}Æ\u{0}ª\u{0}\u{0}\u{0}\u{0}\
                ŁØŒº\u{0}\u{0}\u{0}\u{0}\u{0}æ\u{0}\u{0}\u{0}ı\u{0}\u{0}łøœß\
                \u{0}\u{0}\u{0}\u{0}
                """)
    }()

    /// The encoding with that name; nil if it isn't known.
    static func named(_ name: String) -> [UInt32]? {
        switch name {
        case "WinAnsiEncoding": winAnsi
        case "MacRomanEncoding": macRoman
        case "StandardEncoding": standard
        case "MacExpertEncoding": SpecialEncodings.macExpert
        case "SymbolEncoding", "SymbolSetEncoding": SpecialEncodings.symbol
        case "ZapfDingbatsEncoding": SpecialEncodings.zapfDingbats
        default: nil
        }
    }

    private static let ascii = String(String.UnicodeScalarView((0x20..<0x7F).compactMap { Unicode.Scalar($0 as UInt32) }))

    /// `ascii` has codes 32 to 126, `upper` codes from 128.
    private static func table(ascii: String, upper: String) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: 256)
        for (index, scalar) in ascii.unicodeScalars.enumerated() { result[0x20 + index] = scalar.value }
        for (index, scalar) in upper.unicodeScalars.prefix(128).enumerated() { result[0x80 + index] = scalar.value }
        return result
    }
}
