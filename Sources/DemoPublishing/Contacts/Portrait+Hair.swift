/// Hair: behind neck and shoulders, and on the head.
extension Portrait {
    private var hairShade: Paint { look.hairPaint.darker(0.18) }

    func paintHairBehind(on canvas: inout Canvas) {
        switch look.hair {
        case .afro:
            canvas.fill(.ellipse(at(0, 72), 120, 112), look.hairPaint)
        case .curls where look.hasLashes:
            for (x, y) in [(-36.0, 66.0), (-43, 84), (-42, 103), (-36, 120), (36, 66), (43, 84), (42, 103), (36, 120), (0, 50)] {
                canvas.fill(.ellipse(at(x, y), 32, 32), look.hairPaint)
            }
        case .bun:
            canvas.fill(.ellipse(at(0, 29), 34, 32), hairShade)
        case .bob:
            canvas.fill(symmetric([(0, 33), (34, 42), (46, 76), (49, 118), (43, 133), (25, 136), (0, 120)]), hairShade)
        case .long:
            canvas.fill(symmetric([(0, 33), (35, 42), (47, 80), (52, 132), (55, 176), (44, 184), (0, 170)]), hairShade)
        case .waves:
            canvas.fill(
                symmetric([
                    (0, 33), (34, 41), (47, 64), (44, 82), (54, 100), (50, 118), (60, 138), (53, 154), (57, 170), (40, 178), (0, 160),
                ]),
                hairShade)
        case .ponytail:
            canvas.fill(
                .smooth([(20, 40), (42, 44), (58, 66), (62, 98), (54, 134), (50, 110), (42, 82)].map { at($0.0 * look.part, $0.1) }),
                hairShade)
        case .locs:
            for step in -6...6 {
                let x = Double(step) * 7
                let length = look.hasLashes ? 160.0 : 128
                canvas.fill(
                    .line([at(x * 0.8, 46), at(x * 1.12, 90), at(x * 1.15, length - abs(x) * 0.2)], 9),
                    step.isMultiple(of: 2) ? hairShade : look.hairPaint)
            }
        default:
            return
        }
    }

    func paintHairInFront(on canvas: inout Canvas) {
        switch look.hair {
        case .none: return
        case .sides:
            for side in [-1.0, 1] {
                fill([(30, 62), (37, 66), (40, 80), (38, 94), (34, 94), (33, 80), (27, 68)], side, on: &canvas)
            }
        case .buzz: canvas.fill(crop(top: 38, line: 59, temple: 35.6), look.hairPaint, opacity: 0.8)
        case .crop: canvas.fill(crop(top: 33, line: 61, temple: 39), look.hairPaint)
        case .parted: paintParted(on: &canvas)
        case .quiff: fill(Self.quiff, look.part, on: &canvas)
        case .curls, .afro: paintCurls(on: &canvas)
        case .bun, .ponytail:
            canvas.fill(crop(top: 33, line: 57, temple: 38, ends: 86), look.hairPaint)
            canvas.fill(.line([at(-18, 54), at(-9, 43), at(0, 38)], 1.6), hairShade)
            canvas.fill(.line([at(18, 54), at(9, 43), at(0, 38)], 1.6), hairShade)
        case .bob: canvas.fill(symmetric(Self.bob), look.hairPaint)
        case .long: for side in [-1.0, 1] { fill(Self.long, side, on: &canvas) }
        case .waves: for strand in Self.waves { fill(strand, look.part, on: &canvas) }
        case .braids: paintBraids(on: &canvas)
        case .locs:
            canvas.fill(crop(top: 31, line: 58, temple: 41, ends: 88), look.hairPaint)
            for x in [-30.0, -19, -8, 8, 19, 30] {
                canvas.fill(.line([at(x * 0.5, 35), at(x, 56 + abs(x) * 0.2)], 1.8), hairShade)
            }
        }
    }

    private func paintParted(on canvas: inout Canvas) {
        let isLong = look.hasLashes
        fill(
            [
                (-16, 40), (-4, 31), (16, 31), (33, 41), (40, 62), (40, 82), (37, isLong ? 104 : 92), (34, 90), (33, 74), (22, 66),
                (2, 60), (-16, 46),
            ],
            look.part, on: &canvas)
        fill(
            [(-14, 40), (-26, 42), (-36, 54), (-40, 72), (-38, isLong ? 104 : 92), (-34.5, 90), (-33, 72), (-26, 58), (-15, 47)],
            look.part, on: &canvas)
    }

    private func paintCurls(on canvas: inout Canvas) {
        let wide = look.hair == .afro ? 1.0 : 0.9
        for (x, y) in [(-38.0, 76.0), (-36, 62), (-28, 50), (-15, 44), (0, 42), (15, 44), (28, 50), (36, 62), (38, 76)] {
            canvas.fill(.ellipse(at(x * wide + 0.5, y), 23, 23), look.hairPaint)
        }
        if look.hair == .curls {
            for (x, y) in [(-22.0, 38.0), (-8, 32), (8, 32), (22, 38)] { canvas.fill(.ellipse(at(x, y), 24, 24), look.hairPaint) }
        }
    }

    private func paintBraids(on canvas: inout Canvas) {
        canvas.fill(crop(top: 33, line: 57, temple: 39, ends: 98), look.hairPaint)
        canvas.fill(.line([at(0, 35), at(0, 54)], 1.6), hairShade)
        for side in [-1.0, 1] {
            for step in 0..<6 {
                let y = 102 + Double(step) * 12
                canvas.fill(
                    .ellipse(at((41 + Double(step) * 0.8) * side, y), 17 - Double(step), 15.5, turned: step.isMultiple(of: 2) ? 24 : -24),
                    step.isMultiple(of: 2) ? look.hairPaint : hairShade)
            }
            canvas.fill(.ellipse(at(45 * side, 170), 8, 7), look.second)
        }
    }

    private static let quiff: [(Double, Double)] = [
        (-38, 92), (-40, 68), (-36, 48), (-24, 30), (2, 19), (28, 22), (40, 36), (41, 62), (38, 92), (34.5, 90), (33, 68), (24, 57),
        (6, 60), (-18, 56), (-32, 68), (-34.5, 90),
    ]
    /// The right side.
    private static let bob: [(Double, Double)] = [
        (0, 30), (20, 33), (36, 45), (44, 68), (48, 100), (44, 130), (38, 131), (34, 112), (35, 84), (32, 69), (16, 71.5), (0, 72),
    ]
    /// One side, which is painted for both.
    private static let long: [(Double, Double)] = [
        (-1, 31), (-1, 31), (18, 33), (36, 46), (43, 68), (47, 92), (50, 130), (46, 162), (38, 146), (40, 108), (36, 84), (27, 62),
        (8, 50), (-1, 42),
    ]
    /// On the side of the parting, and on the other.
    private static let waves: [[(Double, Double)]] = [
        [
            (-12, 38), (-2, 29), (20, 31), (38, 43), (46, 66), (43, 84), (51, 104), (46, 122), (53, 142), (44, 152), (39, 130), (41, 106),
            (36, 86), (30, 70), (12, 64), (-8, 50),
        ],
        [
            (-10, 38), (-26, 38), (-40, 52), (-45, 68), (-43, 86), (-51, 106), (-46, 124), (-49, 140), (-42, 146), (-39, 124), (-40, 104),
            (-36, 84), (-32, 66), (-22, 54), (-8, 49),
        ],
    ]

    /// Short hair: over the head from ear to ear, with a hairline at `line`.
    private func crop(top: Double, line: Double, temple: Double, ends: Double = 91) -> Outline {
        symmetric([
            (0, top), (22, top + 4), (temple - 3, top + 21), (temple, 74), (temple - 1.5, ends), (34.5, ends), (33.2, 73), (25, line + 2),
            (10, line - 1),
            (0, line),
        ])
    }

    /// A closed curve, mirrored if `side` is -1.
    private func fill(_ places: [(Double, Double)], _ side: Double, on canvas: inout Canvas) {
        canvas.fill(.smooth(places.map { at($0.0 * side, $0.1) }), look.hairPaint)
    }
}
