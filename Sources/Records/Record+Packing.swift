// A record as bytes, for the lifetime of a process: a tag for each value, then its contents, integers little-endian. It is never stored, so
// the format may change with the kinds of values.

extension Record {
    /// Its approximate memory use in bytes.
    package var weight: Int { values.reduce(48) { $0 + 24 + ($1?.textBytes ?? 0) } }

    /// Appends the record to the bytes.
    package func pack(into bytes: inout [UInt8]) {
        var packing = Packing(bytes: bytes)
        bytes = []
        packing.add(values.count)
        for value in values { packing.add(value) }
        bytes = packing.bytes
    }

    /// nil for bytes that `pack` didn't write.
    package init?(packed bytes: UnsafeRawBufferPointer) {
        var packed = Unpacking(bytes: bytes)
        guard let count = packed.integer(), (0...bytes.count).contains(count) else { return nil }
        var values: [Value?] = []
        values.reserveCapacity(count)
        for _ in 0..<count {
            guard let value = packed.value() else { return nil }
            values.append(value)
        }
        guard packed.isAtEnd else { return nil }
        self.init(values)
    }
}

/// A value of a packed record, without copying its text.
package enum PackedValue {
    case nothing
    /// The UTF-8 of a text of any kind; valid while the packed bytes are.
    case text(UnsafeRawBufferPointer)
    case list(PackedTexts)
    case other(Value)

    /// Calls `body` with each value of a packed record and its index. Returns false for bytes that `Record.pack` didn't write.
    package static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (Int, PackedValue) throws -> Void) rethrows -> Bool {
        var packed = Unpacking(bytes: bytes)
        guard let count = packed.integer(), (0...bytes.count).contains(count) else { return false }
        for place in 0..<count {
            guard let value = packed.piece() else { return false }
            try body(place, value)
        }
        return packed.isAtEnd
    }
}

/// The texts of a list, in the form of a packed record.
package struct PackedTexts {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let count: Int

    /// Appends the same JSON array as `JSONLine.array`.
    package func appendJSON(to json: inout [UInt8]) {
        var packed = Unpacking(bytes: bytes)
        json.append(UInt8(ascii: "["))
        for place in 0..<count {
            if place > 0 { json.append(UInt8(ascii: ",")) }
            guard let text = packed.rawText() else { continue }
            if JSONLine.isPlain(text) {
                json.append(UInt8(ascii: "\""))
                json += text
                json.append(UInt8(ascii: "\""))
            } else {
                json += JSONLine.quoted(String(decoding: text, as: UTF8.self)).utf8
            }
        }
        json.append(UInt8(ascii: "]"))
    }
}

extension Value {
    /// Size of its texts outside of the value itself.
    package var textBytes: Int {
        switch self {
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text.utf8.count
        case .list(let texts): texts.reduce(0) { $0 + 16 + $1.utf8.count }
        default: 0
        }
    }
}

private enum Tag: UInt8 {
    case nothing, text, number, money, date, time, timestamp, duration, no, yes, url, image, position, list, phone, email
}

private struct Packing {
    var bytes: [UInt8]

    mutating func add(_ value: Value?) {
        switch value {
        case nil: add(.nothing)
        case .text(let text): add(.text, text)
        case .number(let number): add(.number, Int64(bitPattern: number.bitPattern))
        case .money(let money):
            add(.money, money.units)
            add(money.scale)
            add(money.currency)
        case .date(let date):
            add(.date)
            add(Int(date.year))
            bytes.append(date.month)
            bytes.append(date.day)
        case .time(let time):
            add(.time)
            add(time.seconds)
        case .timestamp(let timestamp): add(.timestamp, timestamp.milliseconds)
        case .duration(let duration):
            add(.duration, duration.components.seconds)
            add(duration.components.attoseconds)
        case .flag(let flag): add(flag ? .yes : .no)
        case .url(let text): add(.url, text)
        case .image(let text): add(.image, text)
        case .position(let position):
            add(.position, Int64(bitPattern: position.latitude.bitPattern))
            add(Int64(bitPattern: position.longitude.bitPattern))
        case .list(let texts):
            add(.list)
            add(texts.count)
            for text in texts { add(text) }
        case .phone(let text): add(.phone, text)
        case .email(let text): add(.email, text)
        }
    }

    mutating func add(_ tag: Tag) { bytes.append(tag.rawValue) }

    mutating func add(_ tag: Tag, _ text: String) {
        add(tag)
        add(text)
    }

    mutating func add(_ tag: Tag, _ integer: Int64) {
        add(tag)
        add(integer)
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 {
            add($0.count)
            bytes.append(contentsOf: $0)
        }
    }

    mutating func add(_ integer: Int64) { withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) } }

    /// Most are small: those below 255 take one byte, others eight more.
    mutating func add(_ integer: Int) {
        guard (0..<255).contains(integer) else {
            bytes.append(255)
            return add(Int64(integer))
        }
        bytes.append(UInt8(integer))
    }
}

private struct Unpacking {
    let bytes: UnsafeRawBufferPointer
    private var next = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { next == bytes.count }

    mutating func byte() -> UInt8? {
        guard next < bytes.count else { return nil }
        defer { next += 1 }
        return bytes[next]
    }

    mutating func wide() -> Int64? {
        guard bytes.count - next >= 8 else { return nil }
        defer { next += 8 }
        return Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: Int64.self))
    }

    mutating func integer() -> Int? {
        guard let small = byte() else { return nil }
        return small < 255 ? Int(small) : wide().map { Int($0) }
    }

    mutating func double() -> Double? { wide().map { Double(bitPattern: UInt64(bitPattern: $0)) } }

    mutating func text() -> String? { rawText().map { String(decoding: $0, as: UTF8.self) } }

    mutating func rawText() -> UnsafeRawBufferPointer? {
        guard let count = integer(), count >= 0, count <= bytes.count - next else { return nil }
        defer { next += count }
        return UnsafeRawBufferPointer(rebasing: bytes[next..<next + count])
    }

    mutating func piece() -> PackedValue? {
        guard next < bytes.count else { return nil }
        switch Tag(rawValue: bytes[next]) {
        case .nothing:
            next += 1
            return .nothing
        case .text, .url, .image, .phone, .email:
            next += 1
            return rawText().map { .text($0) }
        case .list:
            next += 1
            guard let count = integer(), (0...bytes.count).contains(count) else { return nil }
            let start = next
            for _ in 0..<count where rawText() == nil { return nil }
            return .list(PackedTexts(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<next]), count: count))
        default: return value().flatMap { $0 }.map { .other($0) }
        }
    }

    /// The outer nil means invalid bytes.
    mutating func value() -> Value?? {
        guard let tag = byte().flatMap(Tag.init) else { return .none }
        switch tag {
        case .nothing: return .some(nil)
        case .text: return text().map { .text($0) }
        case .number: return double().map { .number($0) }
        case .money:
            guard let units = wide(), let scale = integer(), let currency = text() else { return .none }
            return Money(units: units, scale: scale, currency: currency).map { .money($0) }
        case .date:
            guard let year = integer(), let month = byte(), let day = byte() else { return .none }
            return CalendarDate(year: year, month: Int(month), day: Int(day)).map { .date($0) }
        case .time:
            guard let seconds = integer() else { return .none }
            return TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60).map { .time($0) }
        case .timestamp: return wide().map { .timestamp(Timestamp(milliseconds: $0)) }
        case .duration:
            guard let seconds = wide(), let attoseconds = wide() else { return .none }
            return .duration(Duration(secondsComponent: seconds, attosecondsComponent: attoseconds))
        case .no: return .flag(false)
        case .yes: return .flag(true)
        case .url: return text().map { .url($0) }
        case .image: return text().map { .image($0) }
        case .position:
            guard let latitude = double(), let longitude = double() else { return .none }
            return Position(latitude: latitude, longitude: longitude).map { .position($0) }
        case .list:
            guard let count = integer(), (0...bytes.count).contains(count) else { return .none }
            var texts: [String] = []
            for _ in 0..<count {
                guard let text = text() else { return .none }
                texts.append(text)
            }
            return .list(texts)
        case .phone: return text().map { .phone($0) }
        case .email: return text().map { .email($0) }
        }
    }
}
