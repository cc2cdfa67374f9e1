/// Strings of objects that are part of a page's text: an /ActualText of marked content (ISO 32000-1, 14.9.4), the value of a form field
/// (12.7.3). Kept as stored, because the document's key may arrive later.
struct KeptTexts {
    struct Entry {
        let bytes: [UInt8]
        /// The containing object; nil for an object of an object stream, whose strings are not encrypted separately.
        let home: (number: Int, generation: Int)?

        var cost: Int { 120 + bytes.count }
    }

    /// Texts of property lists that are separate objects, by number.
    var lists: [Int: Entry] = [:]
    /// Texts of structure elements: by page object, then by /MCID.
    var contents: [Int: [Int: Entry]] = [:]
    /// Values of form fields, by number.
    var fields: [Int: Entry] = [:]
    /// The options of a choice field, by the number of the field, or of the array if that is a separate object.
    var choices: [Int: [Choice]] = [:]
    /// The numbers of such arrays, by field.
    var choiceLists: [Int: Int] = [:]
    static let choiceLimit = 500

    /// An option (12.7.4.4): the label, and the value if it differs.
    struct Choice {
        let value: Entry?
        let shown: Entry

        init?(_ object: PDFObject, home: (number: Int, generation: Int)?) {
            switch object {
            case .string(let bytes): (value, shown) = (nil, Entry(bytes: bytes, home: home))
            case .array(let pair):
                guard pair.count > 1, case .string(let bytes) = pair[1] else { return nil }
                shown = Entry(bytes: bytes, home: home)
                if case .string(let value) = pair[0], value != bytes { self.value = Entry(bytes: value, home: home) } else { value = nil }
            default: return nil
            }
        }

        var cost: Int { shown.cost + (value?.cost ?? 0) }
    }
}

extension Document {
    /// Keeps the text of an object. `generation` is nil for an object of an object stream.
    func keepText(of number: Int, _ object: PDFObject, generation: Int?, at offset: Int) throws {
        let home = generation.map { (number, $0) }
        if case .array(let options) = object { return try keepChoices(options, of: number, home, at: offset) }
        guard case .dictionary(let dictionary) = object else { return }
        if case .string(let bytes)? = dictionary["ActualText"], !ahead.isSuperseded(number, at: offset) {
            let entry = KeptTexts.Entry(bytes: bytes, home: home)
            if dictionary["S"] != nil, dictionary["P"] != nil {
                try keepElement(dictionary, entry, at: offset)
            } else {
                try store.count(bytes: entry.cost, at: offset)
                texts.lists[number] = entry
            }
        }
        if includesAnnotations, case .string(let bytes)? = dictionary["V"], dictionary["FT"] != nil || dictionary["Parent"] != nil,
            !ahead.isSuperseded(number, at: offset)
        {
            let entry = KeptTexts.Entry(bytes: bytes, home: home)
            try store.count(bytes: entry.cost, at: offset)
            texts.fields[number] = entry
        }
        if dictionary["FT"] != nil || dictionary["Parent"] != nil {
            switch dictionary["Opt"] {
            case .array(let options)?: try keepChoices(options, of: number, home, at: offset)
            case .reference(let list)? where includesAnnotations && !ahead.isSuperseded(number, at: offset):
                if texts.choiceLists.updateValue(list, forKey: number) == nil { try store.count(bytes: 40, at: offset) }
            default: break
            }
        }
    }

    /// Keeps an array of options.
    private func keepChoices(_ options: [PDFObject], of number: Int, _ home: (Int, Int)?, at offset: Int) throws {
        guard includesAnnotations, let first = options.first, KeptTexts.Choice(first, home: home) != nil,
            !ahead.isSuperseded(number, at: offset)
        else { return }
        let choices = options.prefix(KeptTexts.choiceLimit).compactMap { KeptTexts.Choice($0, home: home) }
        try store.count(bytes: choices.reduce(0) { $0 + $1.cost }, at: offset)
        texts.choices[number] = choices
    }

    /// A structure element (14.7.2) with replacement text: the text replaces the first of its marked contents on each page, the others show
    /// nothing. Pages that are already final are recomposed at the end.
    private func keepElement(_ element: PDFDictionary, _ entry: KeptTexts.Entry, at offset: Int) throws {
        var kids: [PDFObject] = []
        switch element["K"] {
        case .array(let list): kids = list
        case let kid?: kids = [kid]
        case nil: return
        }
        var seen: Set<Int> = []
        for kid in kids {
            var place = element["Pg"]
            var identifier = kid.integer
            if case .dictionary(let reference) = kid, reference["Stm"] == nil {
                place = reference["Pg"] ?? place
                identifier = reference["MCID"]?.integer
            }
            guard let identifier, case .reference(let page)? = place else { continue }
            let own = seen.insert(page).inserted ? entry : KeptTexts.Entry(bytes: [], home: nil)
            try store.count(bytes: own.cost, at: offset)
            texts.contents[page, default: [:]][identifier] = own
            finals.noteChange(ofPage: page)
        }
    }

    /// The characters of a kept string; nil if its key is not known.
    func characters(_ entry: KeptTexts.Entry) -> String? {
        guard let home = entry.home, let security = security.handler else { return TextString.decode(entry.bytes) }
        return TextString.decode(security.decrypted(entry.bytes, number: home.number, generation: home.generation))
    }

    /// The replacement text from the structure tree for a page's marked content with this /MCID.
    func contentText(of page: Page, _ identifier: Int) -> String? { texts.contents[page.number]?[identifier].flatMap { characters($0) } }

    /// The text of a property list, by reference or inline in the resources.
    func text(ofList object: PDFObject, _ missing: inout [Int]) -> String? {
        if case .reference(let number) = object {
            guard resolve(object, &missing) != nil else { return nil }
            return texts.lists[number].flatMap { characters($0) }
        }
        // For an inline dictionary the containing object, and so its key, is not known here.
        guard case .dictionary(let list) = object, case .string(let bytes)? = list["ActualText"], security.handler == nil else {
            return nil
        }
        return TextString.decode(bytes)
    }
}
