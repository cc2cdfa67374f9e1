/// The purpose of a stream, according to its dictionary and its references.
enum StreamKind {
    /// Not needed for text: images, metadata, embedded files; patterns, whose text is decoration. Glyph procedures of Type 3 fonts are read
    /// like contents and then discarded: they draw a glyph's shape, and its name gives the character.
    case skipped
    /// Objects in a stream (ISO 32000-1, 7.5.7).
    case objects
    /// A font's ToUnicode map, or its CMap.
    case map
    /// A font program.
    case program
    /// A font program or contents: /Length1 suggests a program; the first bytes decide.
    case perhapsProgram
    /// The CIDToGIDMap of a font.
    case glyphMap
    /// Contents of a page.
    case contents
    /// A form XObject (8.10).
    case form
    /// Contents or a map, decided by the first bytes.
    case unknown

    /// Whether the first bytes decide its kind.
    var isOpen: Bool { self == .unknown || self == .perhapsProgram }

    /// Whether it is read whole, for a font.
    var isOfFont: Bool { self == .map || self == .program || self == .glyphMap }

    private static let skippedTypes: Set<String> = ["XRef", "Metadata", "EmbeddedFile", "XObject", "Pattern", "Sound", "Halftone", "Mesh"]
    private static let skippedSubtypes: Set<String> = [
        "Image", "XML", "PS", "U3D", "PRC", "Type1", "TrueType",
    ]
    private static let skippedKeys = [
        "FunctionType", "ShadingType", "PatternType", "Alternate", "BBox", "Width", "ColorSpace",
    ]

    /// The kind by the dictionary only.
    init(_ dictionary: PDFDictionary) {
        let type = dictionary.name("Type")
        switch type {
        case "ObjStm": self = .objects
        case "CMap": self = .map
        case nil where StreamKind.programSubtypes.contains(dictionary.name("Subtype") ?? ""): self = .program
        case nil where StreamKind.isPerhapsProgram(dictionary): self = .perhapsProgram
        case "XObject", nil:
            // Appearances of annotations often lack the form type.
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

    /// Font programs up to this many decoded bytes are read.
    static let longestProgram = 4_000_000

    /// How many bytes of an unknown stream are examined.
    static let headBytes = 1_024

    /// The kind by the first bytes: a map, contents, or a font program if that is possible.
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

    /// PostScript starts with `%!`; other font programs have control characters among their first bytes, which contents don't.
    private static func looksLikeProgram(_ head: Span<UInt8>) -> Bool {
        let start = head.indices.first { !Bytes.isWhiteSpace(head[$0]) } ?? 0
        if head.holds("%!", at: start) || head.holds("OTTO", at: 0) || head.holds("true", at: 0) { return true }
        return head.indices.prefix(16).contains { head[$0] >= 0x7F || (head[$0] < 0x20 && !Bytes.isWhiteSpace(head[$0])) }
    }
}
