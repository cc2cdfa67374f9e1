import Foundation
import Testing

/// `Int(x.rounded())` ends the process if x has no whole part or is too large. `Int(clamping:)` never does.
@Suite("Conversions of numbers")
struct ConversionTests {
    /// Modules without `Records`: libraries with their own bounds, and a module without outside input.
    private static let exempt: Set = ["PDFText", "Markup", "Fetching", "QueueClient", "DemoPublishing"]
    private static let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources").standardizedFileURL

    @Test("no source turns a number that was rounded, or is seconds of a date, into an integer without a bound")
    func unchecked() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path).filter { path in
            path.hasSuffix(".swift") && !Self.exempt.contains(String(path.prefix { $0 != "/" }))
        }
        #expect(files.count > 300)
        for file in files {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
            for argument in Self.arguments(in: text) where !argument.hasPrefix("clamping:") && !argument.hasPrefix("exactly:") {
                let isUnchecked = [".rounded(", "Double(", "timeInterval"].contains { argument.contains($0) }
                #expect(!isUnchecked, "\(file): use Int(clamping: \(argument))")
            }
        }
    }

    /// The arguments of `Int(…)` and similar calls.
    private static func arguments(in text: String) -> [Substring] {
        text.matches(of: /\bU?Int(8|16|32|64)?\(/).map { match in
            var depth = 1
            let rest = text[match.range.upperBound...]
            let end = rest.firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            return rest[..<(end ?? rest.endIndex)]
        }
    }
}
