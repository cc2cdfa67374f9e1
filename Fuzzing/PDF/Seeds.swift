import DemoPublishing
import Foundation

/// The files that mutations begin with, all of our own making: the fixtures of the library's tests, one for each feature, most of them without
/// compression so that changes reach what the streams say; and small visa lists in 36 ways.
enum Seeds {
    static let all = fixtures + lists

    private static let fixtures: [[UInt8]] = {
        let folder = URL(filePath: #filePath).appending(path: "../../../Tests/PDFTextTests/Fixtures").standardized
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".pdf") }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) }
        }
    }()

    private static let lists: [[UInt8]] = VisaListPDF.Strings.allCases.flatMap { strings in
        VisaListPDF.Length.allCases.flatMap { length in
            [(VisaListPDF.Fonts.first, true), (.last, true), (.first, false)].map { fonts, compressed in
                let end: VisaListPDF.LineEnd = fonts == .last ? .crlf : .lf
                return VisaListPDF(pages: 3, strings: strings, lineEnd: end, length: length, fonts: fonts, compressed: compressed)
                    .bytes(of: VisaList(rows: 24, seed: 7))
            }
        }
    }
}
