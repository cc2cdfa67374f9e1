extension WrittenForm {
    static func separated(_ dice: inout Dice) -> WrittenForm {
        let separator = dice.one(of: [",", ";", "\t", "|"])
        let ending = dice.one(of: ["\n", "\r\n", "\r"])
        let columns = dice.number(2...4)
        let cells = (0..<dice.number(1...5)).map { _ in (0..<columns).map { _ in "x" + dice.word("ab,;|'\"\\ é=\t\n", 0...8) + "x" } }
        func quoted(_ cell: String) -> String {
            let mustBe = cell.contains { $0.isNewline || "\"\(separator)".contains($0) }
            return mustBe || dice.oneIn(3) ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }
        let names = (0..<columns).map { "c\($0)" }
        var lines = [names.joined(separator: separator)] + cells.map { row in row.map { quoted($0) }.joined(separator: separator) }
        if dice.oneIn(3) { lines.insert("sep=\(separator)", at: 0) }
        let option = dice.oneIn(2) ? "auto" : separator == "\t" ? "tab" : "'\(separator)'"
        return WrittenForm(
            "delimited: { separator: \(option) }", "{ \(names.map { "\($0): { type: text }" }.joined(separator: ", ")) }",
            lines.joined(separator: ending) + (dice.oneIn(2) ? ending : ""), cells)
    }

    static func playlist(_ dice: inout Dice) -> WrittenForm {
        var (rows, lines) = ([[String?]](), ["#EXTM3U"])
        for number in 0..<dice.number(1...5) {
            let id = "c\(number)." + dice.word("abcAB", 1...4)
            let group = dice.oneIn(4) ? nil : "G" + dice.word("ab ,;&=", 0...6) + "g"
            let name = "N" + dice.word("ab ,='\"&", 0...8) + "n"
            let hasLine = group != nil && dice.oneIn(3)
            func attribute(_ key: String, _ value: String) -> String {
                let equals = dice.one(of: ["=", "=", " = ", "= ", " ="])
                let isBare = !value.contains { ",='\"".contains($0) } && dice.oneIn(3)
                let quote = isBare ? "" : dice.one(of: ["\"", "'"])
                return " \(key)\(equals)\(quote)\(dice.oneIn(2) ? value.replacing("&", with: "&amp;") : value)\(quote)"
            }
            var attributes = [attribute("tvg-id", id)]
            if let group, !hasLine { attributes.insert(attribute("group-title", group), at: dice.number(0...1)) }
            if dice.oneIn(3) { attributes.append(attribute("tvg-logo", "https://x.example/\(number).png")) }
            lines.append("#EXTINF:-1\(attributes.joined()),\(dice.one(of: ["", " "]))\(name)")
            if let group, hasLine { lines.append("#EXTGRP:\(group)") }
            lines.append("http://x.example/\(number)")
            rows.append([id, name, group])
        }
        return WrittenForm(
            "m3u: {}", "{ channel: { type: text }, channel_name: { type: text }, channel_group: { type: text, optional: true } }",
            lines.joined(separator: dice.one(of: ["\n", "\r\n", "\r"])) + "\n", rows)
    }

    /// A table whose cells go over rows and columns: each place of a grid has the text of the cell that covers it.
    static func spans(_ dice: inout Dice) -> WrittenForm {
        let (height, width) = (dice.number(1...5), dice.number(2...4))
        var grid = [[String?]](repeating: Array(repeating: nil, count: width), count: height)
        var (html, number) = ("", 0)
        for row in 0..<height {
            html += "<tr>"
            var column = 0
            while column < width {
                guard grid[row][column] == nil else {
                    column += 1
                    continue
                }
                // The first column has a cell in each row: a row without any is none.
                var across = column == 0 ? 1 : dice.number(1...width - column)
                if let taken = (column..<column + across).first(where: { grid[row][$0] != nil }) { across = taken - column }
                var down = column == 0 ? 1 : dice.number(1...height - row)
                if let taken = (row..<row + down).first(where: { line in (column..<column + across).contains { grid[line][$0] != nil } }) {
                    down = taken - row
                }
                let text = "t\(number)"
                number += 1
                for line in row..<row + down { for place in column..<column + across { grid[line][place] = text } }
                let span = (down > 1 ? " rowspan=\(down)" : "") + (across > 1 ? " colspan='\(across)'" : "")
                html += "<td\(span)>\(dice.one(of: [text, " \(text)\n", "<b>\(text)</b>", "<div>\(text)</div><script>no</script>"]))</td>"
                column += across
            }
            html += "</tr>"
        }
        let fields = (0..<width).map { "f\($0)" }
        return WrittenForm(
            "html: { rows: '//tr', fields: { \(fields.enumerated().map { "\($1): 'td[\($0 + 1)]'" }.joined(separator: ", ")) } }",
            "{ \(fields.map { "\($0): { type: text }" }.joined(separator: ", ")) }", "<html><body><table>\(html)</table></body></html>",
            grid)
    }

    static func texts(_ dice: inout Dice) -> WrittenForm {
        let texts = (0..<dice.number(1...4)).map { _ in "x" + dice.word("ab&<>\"']é€", 0...10) + "x" }
        func written(_ text: String) -> String {
            var result = ""
            for character in text {
                let reference =
                    "&#\(dice.oneIn(2) ? "x" + String(character.unicodeScalars.first?.value ?? 0, radix: 16) : "\(character.unicodeScalars.first?.value ?? 0)");"
                if dice.oneIn(6) { result += dice.one(of: ["<!-- - -->", "<?p ?>", "<![CDATA[]]>"]) }
                switch character {
                case "&": result += dice.one(of: ["&amp;", reference, "<![CDATA[&]]>"])
                case "<": result += dice.one(of: ["&lt;", reference, "<![CDATA[<]]>"])
                case ">": result += dice.one(of: ["&gt;", reference])
                case "é": result += dice.one(of: ["é", reference, "&eacute;"])
                default: result += dice.oneIn(5) ? reference : String(character)
                }
            }
            return result
        }
        let items = texts.map { "<item><t>\(written($0))</t></item>" }.joined(separator: dice.one(of: ["", "\n"]))
        return WrittenForm(
            "xml: { rows: //item, fields: { t: t } }", "{ t: { type: text } }",
            dice.one(of: ["", "\n", "<?xml version='1.0'?>", "\n<?xml version='1.0'?>"]) + "<r>\(items)</r>", texts.map { [$0] })
    }
}
