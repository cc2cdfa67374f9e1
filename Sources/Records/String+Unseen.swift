extension String {
    /// With U+FFFD instead of U+0000, which some databases can't store in a text.
    package var withoutNulls: String {
        guard utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Without characters that are invisible to people: soft hyphens, U+200B and other optional line breaks, and invisible operators. A
    /// page may contain them in one reading and not in the next.
    ///
    /// Characters that join, separate or shape letters (U+200C, U+200D) stay, and so do marks of direction, unless `orMarksOfDirection`:
    /// they aren't part of a number, a date or an address.
    package func withoutUnseen(orMarksOfDirection: Bool = false) -> String {
        // The first bytes of all such characters; most texts have none.
        guard utf8.contains(where: { $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE1 || $0 == 0xE2 || $0 == 0xEF }) else { return self }
        func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF: true
            case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: orMarksOfDirection
            default: false
            }
        }
        guard unicodeScalars.contains(where: isUnseen) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !isUnseen($0) }))
    }
}
