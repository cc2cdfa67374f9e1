extension String {
    /// With U+FFFD in the place of U+0000, which not every database can hold in a text.
    package var withoutNulls: String {
        guard utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Without the signs that change nothing that people read: soft hyphens, U+200B and other places where a line may break or
    /// not, and invisible operators. A page may have them in one reading and not in the next.
    ///
    /// What joins or parts letters (U+200C, U+200D) and chooses their form stays, as do the marks of direction, unless
    /// `orMarksOfDirection`: of a number, a date or an address they are no part.
    package func withoutUnseen(orMarksOfDirection: Bool = false) -> String {
        // The first bytes of all of them; most texts have none.
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
