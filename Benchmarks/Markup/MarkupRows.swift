import Foundation
import Markup

/// Reads the rows of an XML file as a stream and prints their number and the sum of their fields' lengths: `markup-rows FILE PATH FIELD…`.
///
/// The other side of `Scripts/benchmark-markup`; built only when TIDINGS_BENCHMARKS is set.
@main
enum MarkupRows {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let file = FileHandle(forReadingAtPath: arguments[1]) else {
            FileHandle.standardError.write(Data("usage: markup-rows FILE PATH FIELD…\n".utf8))
            exit(2)
        }
        let reader = try MarkupReader(rows: RowPath(arguments[2]))
        let fields = RowPaths(try arguments.dropFirst(3).map { try XPath($0) })
        var (rows, length) = (0, 0)
        func take(_ row: Element) throws {
            rows += 1
            for text in try fields.texts(in: row) { length += text?.utf8.count ?? 0 }
        }
        while let chunk = try file.read(upToCount: 64 << 10), !chunk.isEmpty { try reader.append([UInt8](chunk), take) }
        try reader.finish(take)
        print(rows, length)
    }
}
