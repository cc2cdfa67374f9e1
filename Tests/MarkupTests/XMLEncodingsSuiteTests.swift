import Foundation
import Markup
import Testing

/// The suite of 42 files in 39 encodings, read from the folder that `TIDINGS_SUITES` names: each must decode to its UTF-8 twin.
@Suite(.enabled(if: Suites.folder != nil, "TIDINGS_SUITES is not set"))
struct XMLEncodingsSuiteTests {
    @Test("every file decodes to its UTF-8 twin, however it is cut")
    func decodes() throws {
        let folder = try #require(Suites.folder).appendingPathComponent("xml-encodings")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("encoding").path).sorted()
        var equal = 0
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("encoding/\(file)")))
            let twin = [UInt8](try Data(contentsOf: folder.appendingPathComponent("utf8/\(file)")))
            let charset = try #require(try Charset.detect(bytes, isWhole: true, syntax: .xml))
            do {
                let isEqual = try [bytes.count, 4093, 7].allSatisfy { cut in
                    var decoder = TextDecoder(charset)
                    var text: [UInt8] = []
                    for start in stride(from: 0, to: bytes.count, by: cut) {
                        text += try decoder.decode(Array(bytes[start..<min(start + cut, bytes.count)]))
                    }
                    text += try decoder.finish()
                    return text == twin || [0xEF, 0xBB, 0xBF] + text == twin
                }
                #expect(isEqual, "\(file) in \(charset) differs from its twin")
                if isEqual { equal += 1 }
            } catch {
                Issue.record("\(file) in \(charset): \(error)")
            }
        }
        print("xml-encodings: \(equal) of \(files.count) equal their UTF-8 twins")
        #expect(files.count == 42)
    }
}

enum Suites {
    static var folder: URL? { ProcessInfo.processInfo.environment["TIDINGS_SUITES"].map { URL(fileURLWithPath: $0) } }
}
