import Markup

/// Decodes the bytes of a mail leniently: never fails.
enum MailText {
    /// In the declared charset; if that is unknown, in a guessed one.
    static func text(_ bytes: some Collection<UInt8>, charset: String?) -> String {
        let all = Array(bytes)
        // ASCII has no such bytes, regardless of the declaration; valid UTF-8 is decoded as UTF-8.
        let isASCII = charset.map { ["us-ascii", "ascii", "ansi_x3.4-1968"].contains($0.lowercased()) } ?? false
        if isASCII, let text = String(validating: all, as: UTF8.self) { return text }
        let named = charset.flatMap { try? Charset(label: $0) }
        let charset = named ?? (try? Charset.detect(all, isWhole: true, syntax: .text)) ?? .utf8
        var decoder = TextDecoder(charset, invalidBytes: .replace)
        guard let start = try? decoder.decode(all), let end = try? decoder.finish() else { return raw(all[...]) }
        return String(decoding: start + end, as: UTF8.self)
    }

    /// Decodes header bytes, which should be ASCII only.
    static func raw(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var decoder = TextDecoder(.windows1252, invalidBytes: .replace)
        return String(decoding: (try? decoder.decode(Array(bytes))) ?? [], as: UTF8.self)
    }
}
