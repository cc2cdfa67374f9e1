/// Time zones as written beside a time: `+0130`, `-5`, `+05:30`, `Z`, `BST`.
///
/// Names follow common usage. `IST`, which means three zones, isn't included; nor are the military letters except Z, because RFC 822 has
/// their signs wrong (RFC 5322, section 4.3).
package enum ZoneNames {
    /// Seconds east of Greenwich; nil if unknown.
    package static func offset(of zone: String) -> Int64? {
        let bytes = zone.utf8
        let isWest = bytes.first == UInt8(ascii: "-")
        var (number, count, hasColon) = (0, 0, false)
        for byte in isWest || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...] {
            if let digit = byte.digit, count < 4 {
                (number, count) = (number * 10 + digit, count + 1)
            } else if byte == UInt8(ascii: ":"), count == 2, !hasColon {
                hasColon = true
            } else {
                return names[zone.uppercased()].map { Int64($0 * 3600) }
            }
        }
        guard hasColon ? count == 4 : count > 0 else { return nil }
        let (hours, minutes) = count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 15, minutes <= 59 else { return nil }
        return (isWest ? -1 : 1) * Int64(hours * 3600 + minutes * 60)
    }

    /// Hours east of Greenwich.
    private static let names: [String: Double] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "MEZ": 1, "CEST": 2, "MEST": 2, "MESZ": 2,
        "EET": 2,
        "EEST": 3, "MSK": 3, "TRT": 3, "SAST": 2, "GST": 4, "PKT": 5, "WIB": 7, "ICT": 7, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9,
        "ACST": 9.5,
        "AEST": 10, "ACDT": 10.5, "AEDT": 11, "NZST": 12, "NZDT": 13, "BRT": -3, "ART": -3, "NDT": -2.5, "NST": -3.5, "ADT": -3, "AST": -4,
        "EDT": -4,
        "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8, "AKDT": -8, "AKST": -9, "HST": -10,
    ]
}
