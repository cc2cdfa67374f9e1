package import Foundation
package import Records

/// Addresses with positions that the operator provides: a CSV file of `address,lat,lon`, read once and never written.
///
/// ```
/// address,lat,lon
/// "120 Hay Street, Subiaco",-31.9483,115.8296
/// ```
///
/// The last two columns are degrees north and east; the text before them is the address, with or without quotes. The first line may be a
/// heading. Invalid lines are skipped and reported (`problems`). UTF-8, at most a million lines and 128 MB.
package struct GeocodeFile: Sendable {
    package struct Problem: Hashable, Sendable {
        /// The line's number, base 1.
        package let line: Int
        package let detail: String
    }

    /// By normalized address; the last of two lines for an address wins.
    private var positions: [String: Position] = [:]
    /// The first hundred skipped lines.
    package private(set) var problems: [Problem] = []

    private static let byteLimit = 128 << 20
    private static let lineLimit = 1_000_000
    private static let problemLimit = 100

    /// No addresses.
    package init() {}

    /// Throws `GeocodeFileError`.
    package init(at file: URL) throws {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Self.byteLimit,
            let data = try? Data(contentsOf: file)
        else { throw GeocodeFileError(description: "\(file.path) cannot be read, or is larger than \(Self.byteLimit >> 20) MB") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw GeocodeFileError(description: "\(file.path) is not UTF-8")
        }
        self.init(text)
    }

    package init(_ text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        for (index, line) in text.split(maxSplits: Self.lineLimit, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            let line = line.trimmingWhitespace()
            guard !line.isEmpty, index < Self.lineLimit else { continue }
            if let detail = read(line), index > 0, problems.count < Self.problemLimit {
                problems.append(Problem(line: index + 1, detail: detail))
            }
        }
    }

    package var count: Int { positions.count }

    package func position(of address: String) -> Position? {
        positions.isEmpty ? nil : positions[GeocodeQuestion.folded(address)]
    }

    /// Returns what is wrong with the line, or nil.
    private mutating func read(_ line: String) -> String? {
        let parts = line.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return "is not address,lat,lon" }
        guard let position = Position(String(parts[parts.count - 2]), String(parts[parts.count - 1])) else {
            return "ends with no position"
        }
        var address = parts.dropLast(2).joined(separator: ",").trimmingWhitespace()
        if address.count >= 2, address.hasPrefix("\""), address.hasSuffix("\"") {
            address = String(address.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
        let key = GeocodeQuestion.folded(address)
        guard !key.isEmpty else { return "has no address" }
        positions[key] = position
        return nil
    }
}

/// The whole file can't be read.
package struct GeocodeFileError: Error, CustomStringConvertible {
    package let description: String
}
