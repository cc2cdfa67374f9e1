extension WrittenForm {
    /// Texts of cells as people read them: what parts words, what doesn't, and what isn't shown.
    static func shown(_ dice: inout Dice) -> WrittenForm {
        var (html, rows) = ("", [[String?]]())
        for _ in 0..<dice.number(1...4) {
            var (cell, text) = ("", "")
            for place in 0..<dice.number(1...6) {
                let word = "w" + dice.word("abé1,&", 0...5) + "w"
                if place > 0 {
                    let parts = dice.oneIn(2)
                    cell += parts ? dice.one(of: [" ", "<br>", "<br/>", "\n", "<hr>", "<p></p>", "<ul><li></li></ul>"]) : unseen(&dice)
                    text += parts ? " " : ""
                }
                cell += within(word, &dice)
                text += word
            }
            html += "<tr><td>\(dice.one(of: [cell, "<div>\(cell)</div>", " \(cell) ", "<span>\(cell)</span>"]))</td></tr>"
            rows.append([text])
        }
        return WrittenForm(
            "html: { rows: '//tr', fields: { t: td } }", "{ t: { type: text } }", "<html><body><table>\(html)</table></body></html>", rows)
    }

    /// What stands between two pieces of a word and shows nothing.
    private static func unseen(_ dice: inout Dice) -> String {
        dice.one(of: [
            "", "<script>var a = '<b> no'</script>", "<style>b { c: d }</style>", "<template><p>no</p></template>", "<!-- <p> -->",
            "<b></b>",
            "<wbr>", "&shy;", "\u{200B}", "&#8203;", "\u{FEFF}", "\u{2060}", "<i hidden>no</i>",
        ])
    }

    /// A word, perhaps in elements that don't part it, with references for its letters.
    private static func within(_ word: String, _ dice: inout Dice) -> String {
        var written = ""
        for character in word {
            switch character {
            case "&": written += "&amp;"
            case "é": written += dice.one(of: ["é", "&eacute;", "&#233;", "&#xE9;"])
            default: written += dice.oneIn(8) ? unseen(&dice) + String(character) : String(character)
            }
        }
        return dice.one(of: [written, "<b>\(written)</b>", "<a href='#'>\(written)</a>", "<font size=2>\(written)</font>"])
    }

    /// Links by a base that the document gives itself, in a page or in XML, where an inner one is relative to an outer one.
    static func addresses(_ dice: inout Dice) -> WrittenForm {
        func folders(_ dice: inout Dice) -> [String] { (0..<dice.number(0...2)).map { _ in "f" + dice.word("abc", 1...3) } }
        func path(_ folders: [String]) -> String { "/" + folders.map { $0 + "/" }.joined() }
        let outer = folders(&dice)
        let isPage = dice.oneIn(2)
        let inner = isPage || dice.oneIn(2) ? [] : folders(&dice)
        let base = outer + inner
        let links = (0..<dice.number(1...4)).map { _ -> (written: String, whole: String) in
            let name = "n" + dice.word("abc", 1...3) + ".html"
            switch dice.number(0...6) {
            case 0: return ("../" + name, "https://b.example" + path(base.dropLast()) + name)
            case 1: return ("/" + name, "https://b.example/" + name)
            case 2: return ("//c.example/" + name, "https://c.example/" + name)
            case 3: return ("http://d.example/" + name, "http://d.example/" + name)
            case 4: return ("x/./\(name)", "https://b.example" + path(base + ["x"]) + name)
            case 5: return ("?q=" + name, "https://b.example" + path(base) + "?q=" + name)
            default: return (name, "https://b.example" + path(base) + name)
            }
        }
        let whole = "https://b.example" + path(outer)
        let rows = links.map { [$0.whole] as [String?] }
        guard isPage else {
            let relative = inner.map { $0 + "/" }.joined()
            let attribute = inner.isEmpty ? "" : " xml:base='\(relative)'"
            let items = links.map { "<i\(attribute)><l>\($0.written)</l></i>" }.joined()
            return WrittenForm("xml: { rows: //i, fields: { l: l } }", "{ l: { type: url } }", "<r xml:base='\(whole)'>\(items)</r>", rows)
        }
        let items = links.map { "<li><a href=\"\($0.written)\">a</a></li>" }.joined()
        let head = dice.one(of: ["<base href='\(whole)'>", "<meta charset=utf-8><BASE HREF=\"\(whole)\" target=_top>"])
        return WrittenForm(
            "html: { rows: //li, fields: { l: a/@href } }", "{ l: { type: url } }",
            "<html><head>\(head)</head><body><ul>\(items)</ul></body></html>", rows)
    }
}
