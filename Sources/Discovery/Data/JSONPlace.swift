/// The location of a JSON value, relative to the document or to a row: a JSONPath (RFC 9535), built during the descent.
struct JSONPlace: Hashable, Sendable {
    private var segments: [String] = []
    /// The names of the members on the path; nil for an array index.
    private var names: [String?] = []

    /// The document.
    static let root = JSONPlace()
    /// A row: the paths of its members begin with their names.
    static let row = JSONPlace()

    func member(_ name: String) -> JSONPlace { adding(Self.isPlain(name) ? ".\(name)" : "[\(Self.quoted(name))]", name) }

    func element(_ place: Int) -> JSONPlace { adding("[\(place)]", nil) }

    /// All elements or members at this location.
    var all: JSONPlace { adding("[*]", nil) }

    /// The same with wildcards for array indices: `$.a[3].b` becomes `$.a[*].b`.
    var open: JSONPlace {
        var place = self
        for at in segments.indices where names[at] == nil { place.segments[at] = "[*]" }
        return place
    }

    /// This member anywhere in the document; nil for an array element.
    var anywhere: String? {
        guard let last = names.last, let name = last else { return nil }
        return "$..\(Self.isPlain(name) ? name : "[\(Self.quoted(name))]")[*]"
    }

    /// The values at this location, with wildcards for array indices, whose member has this text.
    func `where`(_ member: String, is text: String) -> String? {
        guard !segments.isEmpty else { return nil }
        var place = open
        place.segments.removeLast()
        return "$\(place.segments.joined())\(Self.filter(member, is: text))"
    }

    static func filter(_ member: String, is text: String) -> String { "[?@[\(quoted(member))] == \(quoted(text))]" }

    /// The path from the document.
    var whole: String { "$\(segments.joined())" }

    /// The path from a row, in the short form that board files allow.
    var path: String {
        guard let first = segments.first else { return "@" }
        return first.hasPrefix(".") ? String(segments.joined().dropFirst()) : whole
    }

    private func adding(_ segment: String, _ name: String?) -> JSONPlace {
        var place = self
        place.segments.append(segment)
        place.names.append(name)
        return place
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}
