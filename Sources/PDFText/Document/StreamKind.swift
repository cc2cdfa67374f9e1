/// What a stream is for, as its dictionary and those who refer to it say.
enum StreamKind {
    /// Nothing that text needs: images, metadata, embedded files; patterns, whose text is decoration. The glyph procedures of Type 3 fonts
    /// are read like contents, and not kept: what they show is the shape of a glyph, and its name tells the character.
    case skipped
    /// Objects in a stream (ISO 32000-1, 7.5.7).
    case objects
    /// A font's ToUnicode map, or its CMap.
    case map
    /// A font program.
    case program
    /// A font program or contents: /Length1 says the one, its first bytes will tell.
    case perhapsProgram
    /// The CIDToGIDMap of a font.
    case glyphMap
    /// Contents of a page.
    case contents
    /// A form XObject (8.10).
    case form
    /// Contents or a map: its first bytes will tell.
    case unknown

    /// Whether its first bytes tell its kind.
    var isOpen: Bool { self == .unknown || self == .perhapsProgram }

    /// Read whole for the sake of a font.
    var isOfFont: Bool { self == .map || self == .program || self == .glyphMap }

    private static let skippedTypes: Set<String> = ["XRef", "Metadata", "EmbeddedFile", "XObject", "Pattern", "Sound", "Halftone", "Mesh"]
    private static let skippedSubtypes: Set<String> = [
        "Image", "XML", "PS", "U3D", "PRC", "Type1", "TrueType",
    ]
    private static let skippedKeys = [
        "FunctionType", "ShadingType", "PatternType", "Alternate", "BBox", "Width", "ColorSpace",
    ]

    /// The kind that the dictionary alone tells.
    init(_ dictionary: PDFDictionary) {
        let type = dictionary.name("Type")
        switch type {
        case "ObjStm": self = .objects
        case "CMap": self = .map
        case nil where StreamKind.programSubtypes.contains(dictionary.name("Subtype") ?? ""): self = .program
        case nil where StreamKind.isPerhapsProgram(dictionary): self = .perhapsProgram
        case "XObject", nil:
            // Appearances of annotations often don't say that they are forms.
            let isBoxed = dictionary["BBox"] != nil && dictionary["PatternType"] == nil && dictionary["ShadingType"] == nil
            if dictionary.name("Subtype") ?? (isBoxed ? "Form" : "") == "Form" {
                self = .form
            } else {
                self = StreamKind.other(dictionary, type)
            }
        default: self = StreamKind.other(dictionary, type)
        }
    }

    private static func other(_ dictionary: PDFDictionary, _ type: String?) -> StreamKind {
        let isSkipped =
            type.map { skippedTypes.contains($0) } ?? false
            || dictionary.name("Subtype").map { skippedSubtypes.contains($0) } ?? false
            || skippedKeys.contains { dictionary[$0] != nil } || dictionary["S"]?.integer != nil
            || (dictionary["N"]?.integer != nil && type == nil)
        return isSkipped ? .skipped : .unknown
    }

    private static let programSubtypes: Set<String> = ["Type1C", "CIDFontType0C", "OpenType"]

    private static func isPerhapsProgram(_ dictionary: PDFDictionary) -> Bool {
        dictionary["Subtype"] == nil && ["Length1", "Length2", "Length3"].contains { dictionary[$0] != nil }
    }

    /// Decoded bytes of a font program that is still looked at.
    static let longestProgram = 4_000_000

    /// Bytes of an unknown stream that are looked at.
    static let headBytes = 1_024

    /// Map or contents, or a font program where it may be one, by its first bytes.
    init(head: Span<UInt8>, mayBeProgram: Bool) {
        if mayBeProgram, StreamKind.looksLikeProgram(head) {
            self = .program
            return
        }
        for index in head.indices where head[index] == 0x62 || head[index] == 0x2F {
            if head.holds("begincmap", at: index) || head.holds("beginbfchar", at: index) || head.holds("beginbfrange", at: index)
                || head.holds("begincodespacerange", at: index) || head.holds("/CIDInit", at: index)
            {
                self = .map
                return
            }
        }
        self = .contents
    }

    /// PostScript begins with `%!`; the other forms of programs have control characters among their first bytes, which contents have not.
    private static func looksLikeProgram(_ head: Span<UInt8>) -> Bool {
        let start = head.indices.first { !Bytes.isWhiteSpace(head[$0]) } ?? 0
        if head.holds("%!", at: start) || head.holds("OTTO", at: 0) || head.holds("true", at: 0) { return true }
        return head.indices.prefix(16).contains { head[$0] >= 0x7F || (head[$0] < 0x20 && !Bytes.isWhiteSpace(head[$0])) }
    }
}
