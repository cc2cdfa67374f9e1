/// The layout of a page: a title, a table with coloured headings and alternately shaded rows, a footer under a rule.
///
/// Converts rows to an uncompressed content stream (ISO 32000-1, 7.8.2), in reading order. Positions are in tenths of a point from the
/// lower left, as integers.
struct VisaListPage {
    static let title = "Visa Application Status"
    static let width = 595

    /// The page's height in points: A4, or more if the rows need it.
    let height: Int

    private let leading: Int
    private let strings: VisaListPDF.Strings
    private let footer: String
    private static let heads = ["Batch number", "Status", "Date"]
    private static let columns = [640, 2110, 4480]

    init(rowsOnFullestPage rows: Int, strings: VisaListPDF.Strings, created: String) {
        leading = min(165, max(110, 6600 / max(1, rows)))
        height = max(842, (rows * leading + 1820 + 9) / 10)
        self.strings = strings
        footer = "Generated " + Self.readable(created)
    }

    func contents(rows: ArraySlice<VisaRow>, page: Int, of count: Int) -> [UInt8] {
        var out = PageContents(strings: strings, capacity: 2_000 + rows.count * 160)
        let top = height * 10
        let firstRow = top - 1380
        out.draw("0.13 0.24 0.42 rg", rectangleAt: (520, top - 1220), size: (4910, 220))
        for index in 0..<rows.count where index % 2 == 1 {
            out.draw(index == 1 ? "0.94 g" : "", rectangleAt: (520, firstRow - index * leading - leading * 3 / 10), size: (4910, leading))
        }
        out.draw("0.6 g", rectangleAt: (520, 480), size: (4910, 5))

        out.operators("BT 0.13 0.24 0.42 rg /F2 18 Tf")
        out.show(Self.title, at: 520, top - 640)
        out.operators("0.35 g /F1 9 Tf")
        out.show("Consular Section. Applications by batch number, as on the date below.", at: 520, top - 820)
        out.operators("1 g /F2 9 Tf")
        show(Self.heads, y: top - 1144, &out)
        out.operators("0 g /F1 9 Tf")
        for (index, row) in rows.enumerated() {
            show([row.batch, row.status, row.date], y: firstRow - index * leading, &out)
        }
        out.operators("0.35 g /F1 8 Tf")
        out.show(footer, at: 520, 340)
        out.show("Page \(page) of \(count)", at: 4640, 340)
        out.operators("ET")
        return out.bytes
    }

    private func show(_ cells: [String], y: Int, _ out: inout PageContents) {
        if strings == .lines {
            out.show(padded(cells[0], to: 24) + padded(cells[1], to: 46) + cells[2], at: Self.columns[0], y)
        } else {
            for (cell, x) in zip(cells, Self.columns) {
                out.show(cell, at: x, y)
            }
        }
    }

    /// Padded to `width`, with at least two spaces.
    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(2, width - text.count))
    }

    /// "D:20260101000000Z" as "2026-01-01 00:00 UTC", which has no digit run that looks like a number of the list. Other texts are
    /// unchanged.
    private static func readable(_ created: String) -> String {
        let letters = Array(created)
        guard letters.count == 17, letters.starts(with: "D:"), letters[16] == "Z" else { return created }
        return "\(String(letters[2..<6]))-\(String(letters[6..<8]))-\(String(letters[8..<10])) "
            + "\(String(letters[10..<12])):\(String(letters[12..<14])) UTC"
    }
}
