/// Writes many records of one schema as lines, up to millions: the common parts are made once, and no intermediate texts are created.
package struct RecordLines: Sendable {
    /// For each field, the JSON before its value: `"name":`, with a comma in front from the second on.
    private let names: [[UInt8]]

    package init(_ schema: Schema) {
        names = schema.fields.enumerated().map { Array("\($0.offset > 0 ? "," : "")\(JSONLine.quoted($0.element.name)):".utf8) }
    }

    /// Appends the same as `Record.json`, closed.
    package func appendJSON(of record: Record, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (name, value) in zip(names, record.values) {
            bytes.append(contentsOf: name)
            Self.appendJSON(of: value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends the values as texts separated by ", ", except that of the field `without`; nil for all.
    package func appendText(of record: Record, without: Int?, to bytes: inout [UInt8]) {
        var isFirst = true
        for (field, value) in record.values.enumerated() where field != without {
            if !isFirst {
                bytes.append(UInt8(ascii: ","))
                bytes.append(UInt8(ascii: " "))
            }
            isFirst = false
            value?.appendText(to: &bytes)
        }
    }

    private static func appendJSON(of value: Value?, to bytes: inout [UInt8]) {
        switch value {
        case nil: bytes.append(contentsOf: null)
        case .number(let number)? where !number.isFinite: bytes.append(contentsOf: null)
        case .number?, .flag?: value?.appendText(to: &bytes)
        case .list(let texts)?: bytes.append(contentsOf: JSONLine.array(texts).utf8)
        case .text(var text)?, .url(var text)?, .image(var text)?, .phone(var text)?, .email(var text)?:
            let isPlain = text.withUTF8 { text in
                guard JSONLine.isPlain(text) else { return false }
                bytes.append(UInt8(ascii: "\""))
                bytes.append(contentsOf: text)
                bytes.append(UInt8(ascii: "\""))
                return true
            }
            if !isPlain { bytes.append(contentsOf: JSONLine.quoted(text).utf8) }
        case .date(let date)?:
            bytes.append(UInt8(ascii: "\""))
            Value.date(date).appendText(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        case let value?: bytes.append(contentsOf: JSONLine.quoted(value.text).utf8)
        }
    }

    private static let null = Array("null".utf8)
}

extension Value {
    /// Appends the bytes of `text`.
    fileprivate func appendText(to bytes: inout [UInt8]) {
        switch self {
        case .text(var text), .url(var text), .image(var text), .phone(var text), .email(var text):
            text.withUTF8 { bytes.append(contentsOf: $0) }
        case .date(let date):
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { room in
                date.write(to: room)
                bytes.append(contentsOf: UnsafeBufferPointer(room))
            }
        default:
            var text = text
            text.withUTF8 { bytes.append(contentsOf: $0) }
        }
    }
}
