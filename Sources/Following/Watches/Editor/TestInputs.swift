import Localisation
import Records
import Serving

/// The inputs for a test's operands, suited to the field's type: a date picker, a decimal keyboard.
struct TestInputs {
    let row: TestRow
    let index: Int
    let field: Field?
    let words: Words

    var html: HTML {
        guard let field else { return "" }
        switch row.test.operands {
        case .none: return ""
        case .one: return single("value", row.value, words("Value"), field)
        case .two:
            return """
                \(single("value", row.value, words("Lower end"), field))<span class="test-word">\
                \(words("and", sense: "between two values"))</span>\
                \(single("other", row.other, words("Upper end"), field))
                """
        case .many:
            return labelled("value", words("Values, one per line")) {
                #"<textarea class="field-input" rows="3" placeholder="\#(words("One per line"))" \#($0)>\#(row.value)</textarea>"#
            }
        case .text:
            return input("value", row.value, row.test == .matches ? words("Pattern") : words("Text"), #"type="text" maxlength="500""#)
        case .amount:
            return input("value", row.plainValue, words("Amount"), #"type="text" inputmode="decimal" size="8""#)
                + select(
                    "unit", row.isPercent ? "%" : row.unit, words("Unit"),
                    [("", field.unit ?? field.currency ?? words("in all")), ("%", "%")])
        case .circle:
            return input("other", row.other, words("Distance"), #"type="text" inputmode="decimal" size="6""#)
                + select("unit", row.unit.isEmpty ? "km" : row.unit, words("Unit"), [("km", "km"), ("m", "m")])
                + #"<span class="test-word">\#(words("of", sense: "a distance"))</span>"#
                + input(
                    "value", row.value, words("Latitude, longitude"),
                    #"type="text" placeholder="-31.95,115.86" data-position"#)
                    + """
                    <button class="quiet-button" type="button" data-here hidden>\(WatchSymbols.here)<span>\(words("Here"))</span></button>
                    """
        case .length:
            let units = [("d", words("days")), ("h", words("hours")), ("m", words("minutes"))]
            return input("value", row.value, words("How many"), #"type="text" inputmode="numeric" size="6""#)
                + select("unit", row.unit.isEmpty ? "d" : row.unit, words("Unit"), units)
        case .offsets:
            return input("value", row.value, words("From"), #"type="text" placeholder="-12h" size="6""#)
                + #"<span class="test-word">\#(words("and", sense: "between two values"))</span>"#
                + input("other", row.other, words("To"), #"type="text" placeholder="2d" size="6""#)
        }
    }

    /// An operand of the field's type.
    private func single(_ name: String, _ value: String, _ label: String, _ field: Field) -> HTML {
        let unit = field.kind == .number ? field.unit : field.kind == .money ? field.currency : nil
        let suffix = unit.map { #"<span class="test-word">\#($0)</span>"# } as HTML?
        switch field.kind {
        case .flag:
            return select(name, value.isEmpty ? "true" : value, label, [("true", words("yes")), ("false", words("no"))])
        case .date: return input(name, value, label, #"type="date""#)
        case .time: return input(name, value, label, #"type="time" step="\#(value.utf8.count > 5 ? 1 : 60)""#)
        case .timestamp: return input(name, value, label, #"type="datetime-local" step="\#(value.utf8.count > 16 ? 1 : 60)""#)
        case .duration: return input(name, value, label, #"type="text" placeholder="90 min""#)
        default:
            let keyboard = FieldInput(field).keyboard
            return input(name, value, label, #"type="text" inputmode="\#(keyboard.rawValue)" maxlength="500""#) + suffix
        }
    }

    private func input(_ name: String, _ value: String, _ label: String, _ kind: HTML) -> HTML {
        labelled(name, label) { #"<input class="field-input" \#(kind) value="\#(value)" \#($0)>"# }
    }

    private func select(_ name: String, _ value: String, _ label: String, _ choices: [(String, String)]) -> HTML {
        let options = choices.map { choice -> HTML in
            #"<option value="\#(choice.0)"\#(choice.0 == value ? " selected" : nil as HTML?)>\#(choice.1)</option>"#
        }
        return labelled(name, label) { #"<select class="field-input" \#($0)>\#(options)</select>"# }
    }

    private func labelled(_ name: String, _ label: String, _ control: (HTML) -> HTML) -> HTML {
        let id: HTML = "test-\(index)-\(name)"
        let mark: HTML = """
            id="\(id)" name="\(id)" autocomplete="off" autocapitalize="none" spellcheck="false" \
            aria-describedby="test-\(index)-problem"\(row.problem == nil ? nil : #" aria-invalid="true""# as HTML?)
            """
        return #"<label class="unseen" for="\#(id)">\#(label)</label>\#(control(mark))"#
    }
}

extension HTML {
    fileprivate static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }
    fileprivate static func + (left: HTML, right: HTML?) -> HTML { "\(left)\(right)" }
}
