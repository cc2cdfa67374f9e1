/// Names of glyphs → characters, by the rules of the Adobe Glyph List specification: known names, `uniXXXX`, `uXXXXX`,
/// components joined by `_`, suffixes from the first `.` dropped.
enum GlyphNames {
    /// The characters of a name, nil where it stands for none that is known.
    static func scalars(of name: String) -> [Unicode.Scalar]? {
        var result: [Unicode.Scalar] = []
        let base = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        if base.isEmpty || base.count > 200 { return nil }
        for component in base.split(separator: UInt8(ascii: "_")) {
            guard let scalars = scalars(ofComponent: String(decoding: component, as: UTF8.self)) else { return nil }
            result += scalars
        }
        return result.isEmpty ? nil : result
    }

    private static func scalars(ofComponent name: String) -> [Unicode.Scalar]? {
        if name.unicodeScalars.count == 1, let letter = name.unicodeScalars.first, letter.isASCII, letter.properties.isAlphabetic {
            return [letter]
        }
        if let value = known[name] { return Unicode.Scalar(value).map { [$0] } }
        if name.hasPrefix("uni"), name.utf8.count >= 7, (name.utf8.count - 3) % 4 == 0 {
            let digits = Array(name.utf8.dropFirst(3))
            let units = stride(from: 0, to: digits.count, by: 4).map { hexadecimal(digits[$0..<$0 + 4]) }
            let scalars = units.compactMap { $0.flatMap { Unicode.Scalar($0) } }
            return scalars.count == units.count ? scalars : nil
        }
        if name.hasPrefix("u"), (5...7).contains(name.utf8.count), let value = hexadecimal(Array(name.utf8.dropFirst())[...]) {
            return Unicode.Scalar(value).map { [$0] }
        }
        return nil
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = Bytes.hexadecimal(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Letters with marks are made from their parts; the rest is listed below.
    private static let known: [String: UInt32] = {
        var result: [String: UInt32] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            for index in stride(from: 0, to: words.count - 1, by: 2) {
                if let scalar = words[index + 1].unicodeScalars.first { result[String(words[index])] = scalar.value }
            }
        }
        for (mark, pairs) in marked {
            for pair in pairs.split(separator: " ") {
                if let letter = pair.first, let scalar = pair.dropFirst().unicodeScalars.first {
                    result[String(letter) + mark] = scalar.value
                }
            }
        }
        result["space"] = 0x20
        result["nbspace"] = 0xA0
        result["nonbreakingspace"] = 0xA0
        result["softhyphen"] = 0x2D
        result["sfthyphen"] = 0x2D
        return result
    }()

    private static let marked: [(String, String)] = [
        ("grave", "AÀ EÈ IÌ OÒ UÙ aà eè iì oò uù NǸ nǹ"),
        ("acute", "AÁ EÉ IÍ OÓ UÚ YÝ aá eé ií oó uú yý CĆ cć LĹ lĺ NŃ nń RŔ rŕ SŚ sś ZŹ zź"),
        ("circumflex", "AÂ EÊ IÎ OÔ UÛ aâ eê iî oô uû CĈ cĉ GĜ gĝ HĤ hĥ JĴ jĵ SŜ sŝ WŴ wŵ YŶ yŷ"),
        ("tilde", "AÃ NÑ OÕ aã nñ oõ IĨ iĩ UŨ uũ"), ("dieresis", "AÄ EË IÏ OÖ UÜ YŸ aä eë iï oö uü yÿ"),
        ("ring", "AÅ aå UŮ uů"), ("cedilla", "CÇ cç SŞ sş TŢ tţ"), ("macron", "AĀ aā EĒ eē IĪ iī OŌ oō UŪ uū"),
        ("breve", "AĂ aă EĔ eĕ GĞ gğ IĬ iĭ OŎ oŏ UŬ uŭ"), ("ogonek", "AĄ aą EĘ eę IĮ iį UŲ uų"),
        ("dotaccent", "CĊ cċ EĖ eė GĠ gġ Iİ ZŻ zż"), ("caron", "CČ cč DĎ dď EĚ eě LĽ lľ NŇ nň RŘ rř SŠ sš TŤ tť ZŽ zž"),
        ("commaaccent", "GĢ gģ KĶ kķ LĻ lļ NŅ nņ RŖ rŗ SȘ sș TȚ tț"), ("hungarumlaut", "OŐ oő UŰ uű"), ("slash", "OØ oø LŁ lł"),
        ("croat", "DĐ dđ"), ("bar", "HĦ hħ TŦ tŧ"), ("dot", "LĿ lŀ ZŻ zż"),
    ]

    private static let table = """
        exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( parenright ) asterisk *
        plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9
        colon : semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \\ bracketright ]
        asciicircum ^ underscore _ grave ` braceleft { bar | braceright } asciitilde ~ exclamdown ¡ cent ¢ sterling £
        currency ¤ yen ¥ brokenbar ¦ section § dieresis ¨ copyright © ordfeminine ª guillemotleft « logicalnot ¬
        registered ® macron ¯ degree ° plusminus ± twosuperior ² threesuperior ³ acute ´ mu µ paragraph ¶
        periodcentered · middot · cedilla ¸ onesuperior ¹ ordmasculine º guillemotright » onequarter ¼ onehalf ½
        threequarters ¾ questiondown ¿ AE Æ Eth Ð multiply × Thorn Þ germandbls ß ae æ eth ð divide ÷ thorn þ dotlessi ı
        IJ Ĳ ij ĳ OE Œ oe œ Eng Ŋ eng ŋ kgreenlandic ĸ napostrophe ŉ quoteright ’ quoteleft ‘ quotedblleft “ quotedblright ”
        quotesinglbase ‚ quotedblbase „ guilsinglleft ‹ guilsinglright › endash – emdash — dagger † daggerdbl ‡ bullet •
        ellipsis … perthousand ‰ fraction ⁄ florin ƒ circumflex ˆ tilde ˜ breve ˘ dotaccent ˙ ring ˚ hungarumlaut ˝
        ogonek ˛ caron ˇ fi ﬁ fl ﬂ ff ﬀ ffi ﬃ ffl ﬄ Euro € trademark ™ minus − figuredash ‒ horizontalbar ― overline ‾
        Alpha Α Beta Β Gamma Γ Delta ∆ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο
        Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ
        eta η theta θ iota ι kappa κ lambda λ nu ν xi ξ omicron ο pi π rho ρ sigma σ sigma1 ς tau τ upsilon υ phi φ
        chi χ psi ψ omega ω theta1 ϑ phi1 ϕ omega1 ϖ partialdiff ∂ product ∏ summation ∑ radical √ infinity ∞
        integral ∫ approxequal ≈ notequal ≠ lessequal ≤ greaterequal ≥ lozenge ◊ arrowleft ← arrowup ↑ arrowright →
        arrowdown ↓ arrowboth ↔ similar ∼ congruent ≅ element ∈ intersection ∩ union ∪ universal ∀ existential ∃ gradient ∇
        equivalence ≡ perpendicular ⊥ angle ∠ therefore ∴ asteriskmath ∗ emptyset ∅ logicaland ∧ logicalor ∨ club ♣
        diamond ♦ heart ♥ spade ♠ checkmark ✓ zerosuperior ⁰ foursuperior ⁴ fivesuperior ⁵ sixsuperior ⁶ sevensuperior ⁷
        eightsuperior ⁸ ninesuperior ⁹ estimated ℮ afii61352 № numero № peseta ₧ franc ₣ lira ₤ colonmonetary ₡
        oneinferior ₁ twoinferior ₂ threeinferior ₃ filledbox ■ square □ H18533 ■ H22073 □ minute ′ second ″
        """
}

/// Presentation forms of ligatures → their letters.
enum Ligatures {
    static func expanded(_ scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0xFB00: Array("ff".utf8)
        case 0xFB01: Array("fi".utf8)
        case 0xFB02: Array("fl".utf8)
        case 0xFB03: Array("ffi".utf8)
        case 0xFB04: Array("ffl".utf8)
        case 0xFB05, 0xFB06: Array("st".utf8)
        default: nil
        }
    }
}
