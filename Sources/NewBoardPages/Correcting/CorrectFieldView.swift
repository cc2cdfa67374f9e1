import Boards
import Drafting
import Localisation
import Records
import Serving

/// One field in the form that corrects a list: a line with its name, its type and sample values, which expands.
struct CorrectFieldView: Sendable {
    let model: CorrectModel
    let place: Int
    let words: Words

    private static let shownTexts = 3

    private var field: Correction.Field { model.correction.fields[place] }
    private var known: DraftCorrection.Known { model.outcome?.known[place] ?? DraftCorrection.Known() }

    var html: HTML {
        let name = field.label.isEmpty ? model.correctable.draft.uncorrected.fields[place].label : field.label
        let sample = known.texts.prefix(Self.shownTexts).joined(separator: " · ")
        return """
            <details class="correct-field\(field.isLeftOut ? " is-left-out" as HTML : "")"\(isOpen ? " open" as HTML : "")>\
            <summary><span class="correct-what"><bdi class="correct-name">\(name)</bdi>\
            <span class="correct-sample"><bdi>\(sample)</bdi></span></span>\
            <span class="correct-kind">\(field.isLeftOut ? words("left out") : words.name(of: field.kind))</span></summary>
            <div class="correct-parts">\(label)\(kind)\(details)
            \(box("key", words("Identifies a row"), isTicked: field.isKey))\(problemOfKey)
            \(box("out", words("Leave this field out"), isTicked: field.isLeftOut))</div></details>

            """
    }

    private func box(_ name: String, _ label: String, isTicked: Bool) -> HTML {
        Checkbox.html(label, name: CorrectForm.name(name, place), value: "1", isTicked: isTicked)
    }

    /// Expanded if there is a problem.
    private var isOpen: Bool { problemOfLabel != nil || problemOfKind != nil || problemOfCurrency != nil || problemOfKey != nil }

    // MARK: Controls

    private var label: HTML {
        FormField(
            name: CorrectForm.name("label", place), label: words("Name"), value: field.label, problem: problemOfLabel,
            longest: Correction.labelLength, id: "label-\(place)", isRequired: false
        ).html
    }

    private var kind: HTML {
        let options = Words.kinds.map { (value: $0.rawValue, label: words.name(of: $0)) }
        return FormChoice(
            name: CorrectForm.name("kind", place), label: words("Type"), options: options, chosen: field.kind.rawValue,
            problem: problemOfKind, id: "kind-\(place)"
        ).html
    }

    /// The controls that only one type has.
    private var details: HTML? {
        switch field.kind {
        case .money:
            FormField(
                name: CorrectForm.name("currency", place), label: words("Currency"), value: found(\.currency, "currency"),
                hint: words("A three-letter code, like EUR."), problem: problemOfCurrency, longest: 3, id: "currency-\(place)",
                isRequired: false
            ).html
        case .number:
            FormField(
                name: CorrectForm.name("unit", place), label: words("Unit"), value: found(\.unit, "unit"), longest: 20, id: "unit-\(place)",
                isRequired: false
            ).html
        case .flag where known.areAll:
            FormChoice(
                name: CorrectForm.name("yes", place), label: words("Means yes"),
                options: [(value: "", label: words("Automatic"))] + known.texts.map { (value: $0, label: $0) }, chosen: field.yes,
                id: "yes-\(place)"
            ).html
        case .date, .timestamp: order
        default: nil
        }
    }

    /// For ambiguous dates: the possible formats, each with the first date read in it.
    private var order: HTML? {
        guard known.orders.count > 1, let text = known.texts.first else { return nil }
        let options = known.orders.map { order in
            (value: order.source, label: order.date(from: text).map { words.date($0) } ?? order.source)
        }
        return FormChoice(
            name: CorrectForm.name("format", place), label: words("“\(String(text))” means"), options: options,
            chosen: field.format.isEmpty ? model.outcome?.written(place, "format") ?? "" : field.format, id: "format-\(place)"
        ).html
    }

    /// The person's choice, otherwise the detected value.
    private func found(_ said: KeyPath<Correction.Field, String>, _ option: String) -> String {
        field[keyPath: said].isEmpty ? model.outcome?.written(place, option) ?? "" : field[keyPath: said]
    }

    // MARK: Problems

    private var problems: [DraftCorrection.Problem] { model.outcome?.problems ?? [] }

    private var problemOfLabel: String? { problems.contains(.noLabel(place)) ? words("Fill this in.") : nil }

    private var problemOfCurrency: String? { problems.contains(.noCurrency(place)) ? words("Enter the currency, like EUR.") : nil }

    private var problemOfKind: String? {
        for case .unreadable(place, let misread) in problems {
            return misread.example.isEmpty
                ? words("Most values can’t be read as this type. Choose another one.")
                : words("“\(misread.example)” can’t be read as this type. Choose another one.")
        }
        return nil
    }

    private var problemOfKey: HTML? {
        for problem in problems {
            switch problem {
            case .keyIsMissing(place): return mark(words("Some rows have nothing here, so it can’t identify them."))
            case .keyIsShared(let places, let text) where places.first == place:
                return mark(words("Several rows have “\(String(text))”. Choose a different field, or add a second one."))
            default: continue
            }
        }
        return nil
    }

    private func mark(_ sentence: String) -> HTML {
        FieldProblem.html(sentence)
    }
}

extension Words {
    /// In the order in which they are offered.
    static let kinds: [Field.Kind] = [
        .text, .number, .money, .date, .timestamp, .time, .duration, .flag, .url, .image, .phone, .email, .list, .position,
    ]

    func name(of kind: Field.Kind) -> String {
        switch kind {
        case .text: self("Text")
        case .number: self("Number", sense: "a type")
        case .money: self("Price")
        case .date: self("Date")
        case .timestamp: self("Date and time")
        case .time: self("Time of day")
        case .duration: self("Duration")
        case .flag: self("Yes or no")
        case .url: self("Link")
        case .image: self("Picture")
        case .phone: self("Phone number")
        case .email: self("Mail address")
        case .list: self("Several texts")
        case .position: self("Place on the map")
        }
    }

    func name(of test: RowRule.Test) -> String {
        switch test {
        case .is: self("is")
        case .not: self("is not")
        case .contains: self("contains")
        case .lacks: self("doesn’t contain")
        }
    }
}
