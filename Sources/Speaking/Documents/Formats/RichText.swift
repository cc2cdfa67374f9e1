import Markup
import Records

/// The text of an RTF document, without control words, font tables, headers and pictures.
///
/// Source: Rich Text Format Specification 1.9.1. Characters are in the declared code page, or given by number (`\u`). Linear time; the
/// nesting of groups is limited.
struct RichText {
    private(set) var page = ConvertedPage()

    private static let groupLimit = 1_000
    /// Groups whose content isn't document text.
    private static let unread: Set = [
        "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator", "pict", "object", "header",
        "headerl",
        "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "fldinst", "pntext", "listtext", "themedata", "colorschememapping",
        "datastore", "latentstyles", "xmlnstbl", "private", "annotation", "atnid", "atnauthor", "deleted", "bkmkstart", "bkmkend",
        "filetbl",
        "revtbl", "nonshppict", "info", "author", "mmathPr", "comment",
    ]
    private static let signs: [String: String] = [
        "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "tab": " ",
        "line": "<br>", "cell": " ", "row": "</p>\n<p>", "par": "</p>\n<p>", "sect": "</p>\n<p>", "page": "</p>\n<p>", "~": "\u{A0}",
        "_": "-", "emspace": " ", "enspace": " ",
    ]

    private struct Group {
        var isRead = true
        var isTitle = false
        var isNote = false
        var isHidden = false
        var isRaised = false
        /// The number of fallback characters after `\u`.
        var skip = 1
    }

    /// Throws `DocumentError`.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        guard bytes.count <= EPUBArchive.limit else { throw .tooManyWords }
        var reader = Reader(bytes)
        while reader.step() {}
        guard reader.groups.count <= Self.groupLimit else { throw .tooManyWords }
        page.title = reader.title
        page.html = "<p>\(reader.finished())</p>"
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0
        var groups = [Group()]
        var title: String?
        private var html = ""
        private var charset = Charset.windows1252
        /// Bytes of the code page that aren't decoded yet.
        private var pending: [UInt8] = []
        private var skipping = 0
        private var isStarred = false
        private var high: UInt32?

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func finished() -> String {
            flush()
            return html
        }

        mutating func step() -> Bool {
            guard place < bytes.count, groups.count <= RichText.groupLimit else { return false }
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"):
                flush()
                groups.append(groups[groups.count - 1])
            case UInt8(ascii: "}"):
                flush()
                guard groups.count > 1 else { return false }
                let ended = groups.removeLast()
                if ended.isNote, !groups[groups.count - 1].isNote { html += "</span>" }
                if ended.isRaised, !groups[groups.count - 1].isRaised { html += "</sup>" }
            case UInt8(ascii: "\\"): control()
            case 0x0A, 0x0D: break
            default: accept(byte)
            }
            return true
        }

        private mutating func accept(_ byte: UInt8) {
            if skipping > 0 { skipping -= 1 } else if groups[groups.count - 1].isRead { pending.append(byte) }
        }

        private mutating func control() {
            guard place < bytes.count else { return }
            let first = bytes[place]
            guard (0x61...0x7A).contains(first | 0x20), first < 0x80 else {
                place += 1
                switch first {
                case UInt8(ascii: "'"):
                    let digits = String(decoding: bytes[place..<min(place + 2, bytes.count)], as: UTF8.self)
                    place = min(place + 2, bytes.count)
                    if let byte = UInt8(digits, radix: 16) { accept(byte) }
                case UInt8(ascii: "*"): isStarred = true
                case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): accept(first)
                case 0x0A, 0x0D: add("</p>\n<p>")
                default: if let sign = RichText.signs[String(UnicodeScalar(first))] { add(sign) }
                }
                return
            }
            let start = place
            while place < bytes.count, (0x61...0x7A).contains(bytes[place] | 0x20), place - start < 32 { place += 1 }
            let word = String(decoding: bytes[start..<place], as: UTF8.self)
            let digits = place
            if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
            while place < bytes.count, (0x30...0x39).contains(bytes[place]), place - digits < 11 { place += 1 }
            let number = Int(String(decoding: bytes[digits..<place], as: UTF8.self))
            if place < bytes.count, bytes[place] == 0x20 { place += 1 }
            obey(word, number)
        }

        private mutating func obey(_ word: String, _ number: Int?) {
            let (last, wasStarred) = (groups.count - 1, isStarred)
            isStarred = false
            if word != "u" { flush() }
            switch word {
            case "u": addScalar(number ?? 0)
            case "uc": groups[last].skip = min(max(number ?? 1, 0), 16)
            case "bin": place = min(bytes.count, place + max(0, number ?? 0))
            case "ansicpg": if let page = number, let named = try? Charset(label: "windows-\(page)") { charset = named }
            case "title" where !wasStarred: (groups[last].isTitle, groups[last].isRead) = (true, true)
            case "footnote":
                if groups[last].isRead, !groups[last].isNote { html += "<span role=\"doc-footnote\">" }
                groups[last].isNote = groups[last].isRead
            case "v": groups[last].isHidden = number != 0
            case "super", "nosupersub", "plain":
                let isRaised = word == "super" && number != 0
                guard groups[last].isRead, isRaised != groups[last].isRaised else { break }
                // A group rarely turns off what an outer group turned on; in that case the superscript lasts to the end of the outer group.
                if isRaised { html += "<sup>" } else { html += "</sup>" }
                groups[last].isRaised = isRaised
            default:
                if let sign = RichText.signs[word] {
                    add(sign)
                } else if wasStarred || RichText.unread.contains(word) {
                    groups[last].isRead = false
                }
            }
        }

        private mutating func addScalar(_ number: Int) {
            flush()
            let unit = UInt32(number < 0 ? number + 65_536 : number) & 0xFFFF
            skipping = groups[groups.count - 1].skip
            if (0xD800..<0xDC00).contains(unit) {
                high = unit
                return
            }
            var value = unit
            if let before = high, (0xDC00..<0xE000).contains(unit) { value = 0x10000 + (before - 0xD800) << 10 + (unit - 0xDC00) }
            high = nil
            if let scalar = Unicode.Scalar(value) { add(ConvertedPage.escaped(String(scalar))) }
        }

        /// Appends markup or escaped text.
        private mutating func add(_ text: String) {
            flush()
            let group = groups[groups.count - 1]
            guard group.isRead, !group.isHidden else { return }
            if group.isTitle { title = ((title ?? "") + text).limited(to: 500) } else { html += text }
        }

        private mutating func flush() {
            guard !pending.isEmpty else { return }
            let bytes = pending
            pending = []
            var decoder = TextDecoder(charset, invalidBytes: .replace)
            guard let start = try? decoder.decode(bytes), let end = try? decoder.finish() else { return }
            add(ConvertedPage.escaped(String(decoding: start + end, as: UTF8.self)))
        }
    }
}
