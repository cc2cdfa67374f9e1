/// The words of a page's runs, with positions on the page turned upright, by direction.
struct LayoutPieces {
    /// A word of a run, or a part of one.
    struct Piece: Sendable, Hashable {
        var text: String
        var placement: Placement
        /// Whether its run has a space on both sides, so it is a separate word however close its neighbours are.
        var beginsWord = false
        var endsWord = false
        /// Whether a run of only spaces follows, so a narrow gap separates it from the next word.
        var isBeforeBlank = false
        /// The index of its run in drawing order.
        var order: Int32 = 0
    }

    /// Pieces of one direction each; the direction with the most characters first.
    let directions: [[Piece]]
    /// Whether right-to-left text is stored in reading order (`RightToLeft`).
    let isLogical: Bool

    init(_ runs: [TextRun]) {
        let right = runs.filter { RightToLeft.occurs(in: $0.text) }
        let isLogical = !right.isEmpty && RightToLeft.isLogical(LayoutPieces.lines(runs))
        self.isLogical = isLogical
        var groups: [Int: [Piece]] = [:]
        var sizes: [Int: Int] = [:]
        var last: Placement?
        var base: Placement?
        for (order, run) in runs.enumerated() {
            var here = Placement(run, previous: last?.direction ?? 0)
            // Superscript and subscript text gets the baseline of the text before it.
            if let known = base, let before = last, here.direction == known.direction, here.size < known.size * 0.85,
                here.size > known.size * 0.45,
                abs(here.y - known.y) <= known.size * 0.6, here.x > before.endX - known.size * 0.3, here.x < before.endX + known.size * 0.5
            {
                here.y = known.y
                last = here
            } else {
                last = here
                base = here
            }
            sizes[here.direction, default: 0] += run.text.utf8.count
            if run.text.utf8.allSatisfy({ $0 == 0x20 }) {
                if var before = groups[here.direction]?.popLast() {
                    before.isBeforeBlank = before.isBeforeBlank || here.follows(before.placement)
                    groups[here.direction]?.append(before)
                }
                continue
            }
            let turns = isLogical && RightToLeft.occurs(in: run.text)
            LayoutPieces.cut(run, here, order: Int32(clamping: order), fromTheRight: turns) {
                groups[here.direction, default: []].append($0)
            }
        }
        directions = groups.sorted { (sizes[$1.key] ?? 0, $0.key) < (sizes[$0.key] ?? 0, $1.key) }.map(\.value)
    }

    /// Consecutive runs on a baseline, to detect how right-to-left text is stored.
    private static func lines(_ runs: [TextRun]) -> [[LineJoiner.Piece]] {
        var result: [[LineJoiner.Piece]] = []
        var base: Placement?
        for run in runs {
            let here = Placement(run, previous: base?.direction ?? 0)
            if let base, LineJoiner.isSameLine(here, base, base), let index = result.indices.last {
                result[index].append(LineJoiner.Piece(text: run.text, placement: here))
            } else {
                result.append([LineJoiner.Piece(text: run.text, placement: here)])
                base = here
            }
        }
        return result
    }

    /// Splits at spaces. If the run doesn't have their positions, its width is distributed by Helvetica's widths.
    private static func cut(_ run: TextRun, _ placement: Placement, order: Int32, fromTheRight: Bool, _ take: (Piece) -> Void) {
        let text = run.text
        if !text.utf8.contains(where: { $0 == 0x20 || $0 == 0xA0 || $0 == 0x09 }) {
            return take(Piece(text: text, placement: placement, order: order))
        }
        let knows = run.blanks.count == 2 * text.utf8.count { $0 == 0x20 } && !run.blanks.isEmpty
        var total = 0.0
        for scalar in text.unicodeScalars { total += weight(scalar) }
        let scale = total > 0 ? 1 / total : 0
        let width = placement.endX - placement.x
        var way = 0.0
        var word = String.UnicodeScalarView()
        var start = 0.0
        var isAfterBlank = false
        var blank = 0
        func give(upTo end: Double, endsWord: Bool) {
            guard !word.isEmpty else { return }
            var place = placement
            place.x = fromTheRight ? placement.endX - end * width : placement.x + start * width
            place.endX = fromTheRight ? placement.endX - start * width : placement.x + end * width
            take(Piece(text: String(word), placement: place, beginsWord: isAfterBlank, endsWord: endsWord, order: order))
            word.removeAll()
        }
        for scalar in text.unicodeScalars {
            if scalar == " " || scalar == "\u{A0}" || scalar == "\t" {
                let isKnown = knows && scalar == " "
                give(upTo: isKnown ? Double(run.blanks[blank]) : way * scale, endsWord: true)
                way += weight(scalar)
                start = isKnown ? Double(run.blanks[blank + 1]) : way * scale
                if isKnown { blank += 2 }
                isAfterBlank = true
            } else {
                word.append(scalar)
                way += weight(scalar)
            }
        }
        give(upTo: 1, endsWord: false)
    }

    /// The width of a character in Helvetica, in em.
    static func weight(_ scalar: Unicode.Scalar) -> Double {
        if scalar.value < 0x80 { return weights[Int(scalar.value)] }
        if scalar.value >= 0x300 && scalar.value < 0x370 { return 0 }
        return scalar.value >= 0x2E80 ? 1 : 0.556
    }

    private static let weights: [Double] = {
        let standard = StandardWidths(ofFontNamed: "Helvetica")
        return (0..<128).map { standard?.width(of: [UInt8($0)]) ?? 0.556 }
    }()
}
