/// What a stream is for, as its dictionary and those who refer to it say.
enum StreamKind {
    /// Nothing that text needs: images, fonts, forms, metadata, embedded files.
    case skipped
    /// Objects in a stream (ISO 32000-1, 7.5.7).
    case objects
    /// A font's ToUnicode map, or its CMap.
    case map
    /// A font program.
    case program
    /// The CIDToGIDMap of a font.
    case glyphMap
    /// Contents of a page.
    case contents
    /// Contents or a map: its first bytes will tell.
    case unknown

    private static let skippedTypes: Set<String> = ["XRef", "Metadata", "EmbeddedFile", "XObject", "Pattern", "Sound", "Halftone", "Mesh"]
    private static let skippedSubtypes: Set<String> = [
        "Image", "Form", "XML", "PS", "U3D", "PRC", "Type1", "TrueType",
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
        case nil where StreamKind.isProgram(dictionary): self = .program
        default:
            let isSkipped =
                type.map { StreamKind.skippedTypes.contains($0) } ?? false
                || dictionary.name("Subtype").map { StreamKind.skippedSubtypes.contains($0) } ?? false
                || StreamKind.skippedKeys.contains { dictionary[$0] != nil } || dictionary["S"]?.integer != nil
                || (dictionary["N"]?.integer != nil && type == nil)
            self = isSkipped ? .skipped : .unknown
        }
    }

    private static func isProgram(_ dictionary: PDFDictionary) -> Bool {
        if let subtype = dictionary.name("Subtype") { return ["Type1C", "CIDFontType0C", "OpenType"].contains(subtype) }
        return dictionary["Length1"] != nil || dictionary["Length2"] != nil || dictionary["Length3"] != nil
    }

    /// Decoded bytes of a font program that is still looked at.
    static let longestProgram = 4_000_000

    /// Bytes of an unknown stream that are looked at.
    static let headBytes = 1_024

    /// Map or contents, by its first bytes.
    init(head: Span<UInt8>) {
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
}
