/// The file name that a browser saves a download under.
package enum Attachment {
    /// The full name, and an ASCII version for clients that read nothing else (RFC 6266, appendix D).
    package static func disposition(_ name: String, _ ending: String) -> String {
        let name = String(
            name.unicodeScalars.prefix(80).map { $0.value < 0x20 || "/\\:\"\u{7F}".unicodeScalars.contains($0) ? "_" : Character($0) })
        let plain = String(name.unicodeScalars.map { $0.isASCII ? Character($0) : "_" })
        let whole = plain == name ? "" : "; filename*=UTF-8''\(Percent.encoded(name)).\(ending)"
        return #"attachment; filename="\#(plain).\#(ending)"\#(whole)"#
    }
}
