import Boards
import Extraction
import Foundation
import Records

/// Reads a file by a board, in pieces of 64 KB, and counts what comes out: what `Scripts/benchmark-formats` measures beside others.
///
///     MeasureFormats BOARD.yaml FILE
@main struct MeasureFormats {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard paths.count == 2 else { return print("usage: MeasureFormats BOARD.yaml FILE") }
        let board = try Board(try BoardFile.declaration(at: paths[0]), name: "measured", folder: paths[0].deletingLastPathComponent())
        var run = board.extractor.begin()
        var (rows, sum) = (0, 0.0)
        func count(_ extracted: Extracted) {
            guard case .final(_, let record) = extracted else { return }
            rows += 1
            if case .number(let number) = record.values[1] { sum += number }
        }
        let file = try FileHandle(forReadingFrom: paths[1])
        while let piece = try file.read(upToCount: 64 << 10), !piece.isEmpty { try run.append([UInt8](piece), count) }
        try run.finish(count)
        print(rows, Int(sum.rounded()))
    }
}
