/// Clothes, headscarf, hats.
extension Portrait {
    private var shoulders: Outline {
        .smooth(
            [
                (-20, 146), (-20, 146), (0, 160), (20, 146), (20, 146), (46, 153), (70, 164), (82, 200), (82, 200), (-82, 200), (-82, 200),
                (-70, 164), (-46, 153),
            ]
            .map { Point(96 + $0.0, $0.1) })
    }

    /// A polygon on the right of the middle, and its mirror image on the left.
    private func paintBothSides(_ corners: [(Double, Double)], _ paint: Paint, inside mask: Canvas.Mask? = nil, on canvas: inout Canvas) {
        for side in [-1.0, 1] { canvas.fill(.polygon(corners.map { Point(96 + $0.0 * side, $0.1) }), paint, inside: mask) }
    }

    func paintClothes(on canvas: inout Canvas) {
        let paint = look.clothesPaint
        let shade = paint.darker(0.2)
        canvas.fill(shoulders, paint)
        let mask = canvas.mask(shoulders)
        switch look.clothes {
        case .crew, .stripes:
            if look.clothes == .stripes {
                for y in stride(from: 164.0, to: 196, by: 14) {
                    canvas.fill(.roundedRectangle(Point(96, y + 3), 190, 6, radius: 1), look.second, inside: mask)
                }
            }
            canvas.fill(.line([Point(74, 147), Point(96, 161), Point(118, 147)], 6), shade)
        case .vNeck:
            canvas.fill(.polygon([Point(75, 144), Point(117, 144), Point(96, 178)]), look.skin)
            paintBothSides([(19, 144), (25, 148), (0, 186), (0, 176)], shade, on: &canvas)
        case .shirt:
            canvas.fill(.polygon([Point(80, 146), Point(112, 146), Point(96, 168)]), look.skin)
            canvas.fill(.line([Point(96, 168), Point(96, 195)], 2), shade)
            for y in [176.0, 187] { canvas.fill(.ellipse(Point(100.5, y), 3.4, 3.4), shade) }
            paintBothSides([(17, 140), (28, 149), (17, 171), (0, 163)], paint.lighter(0.28), on: &canvas)
        case .suit:
            canvas.fill(.polygon([Point(74, 145), Point(118, 145), Point(104, 200), Point(88, 200)]), Paint(0xF7F5F2))
            if look.hasLashes {
                canvas.fill(.polygon([Point(82, 143), Point(110, 143), Point(96, 170)]), look.skin)
            } else {
                canvas.fill(
                    .polygon([Point(91, 158), Point(101, 158), Point(99, 166), Point(103, 200), Point(89, 200), Point(93, 166)]),
                    look.second)
                paintBothSides([(17, 141), (22, 148), (12, 168), (0, 158)], Paint(0xFFFFFF), on: &canvas)
            }
            paintBothSides([(22, 144), (38, 152), (28, 172), (6, 200), (5, 200)], shade, on: &canvas)
        case .hoodie:
            canvas.fill(symmetric([(0, 166), (14, 164), (24, 142), (38, 146), (32, 168), (14, 182), (0, 184)]), shade)
            paintBothSides([(10, 178), (13, 177), (14, 198), (11, 198)], Paint(0xFFFFFF).mixed(with: paint, 0.1), on: &canvas)
        case .rollNeck:
            canvas.fill(.roundedRectangle(Point(96, 148), 46 * look.width, 24, radius: 9), paint)
            canvas.fill(.line([Point(76, 158), Point(96, 162), Point(116, 158)], 2), shade)
        case .dungarees:
            canvas.fill(shoulders, look.second)
            canvas.fill(.line([Point(74, 147), Point(96, 161), Point(118, 147)], 6), look.second.darker(0.18))
            canvas.fill(.roundedRectangle(Point(96, 192), 66, 36, radius: 5), paint)
            paintBothSides([(24, 152), (34, 153), (32, 180), (22, 180)], paint, on: &canvas)
            for x in [-27.0, 27] { canvas.fill(.ellipse(Point(96 + x, 181), 6.5, 6.5), Paint(0xF2C14E)) }
        }
    }

    /// Around the face and over the shoulders. The face is painted over it.
    func paintScarf(on canvas: inout Canvas) {
        let paint = look.second
        canvas.fill(symmetric([(0, 27), (30, 34), (46, 62), (47, 98), (42, 130), (52, 156), (60, 184), (34, 200), (0, 204)]), paint)
        canvas.fill(symmetric([(0, 38), (24, 43), (38.5, 66), (39, 90), (34, 114), (19, 134), (0, 141)]), paint.darker(0.24))
        canvas.fill(.line([at(38, 122), at(10, 152), at(-34, 160)], 3), paint.darker(0.16))
        canvas.fill(.line([at(42, 136), at(14, 168), at(-40, 176)], 3), paint.darker(0.16))
    }

    func paintHat(on canvas: inout Canvas) {
        let paint = look.second
        let shade = paint.darker(0.22)
        switch look.cover {
        case nil:
            return
        case .scarf:
            let band = symmetric([(0, 38), (24, 43), (38, 66), (35, 76), (27, 58), (0, 52)])
            canvas.fill(band, paint.darker(0.24))
            canvas.fill(symmetric([(0, 30), (27, 36), (42, 62), (40, 72), (25, 51), (0, 46)]), paint)
        case .turban:
            let cloth = symmetric([(0, 14), (28, 18), (45, 38), (45, 60), (36, 70), (20, 60), (0, 56)])
            canvas.fill(cloth, paint)
            let mask = canvas.mask(cloth)
            for lift in [0.0, 13, 26] {
                canvas.fill(.line([at(-44, 62 - lift), at(-10, 52 - lift), at(30, 24 - lift * 0.6)], 2.4), shade, inside: mask)
            }
            canvas.fill(.line([at(46, 58), at(18, 44), at(0, 56)], 2.4), shade, inside: mask)
        case .beanie:
            canvas.fill(symmetric([(0, 17), (26, 22), (40, 44), (41, 62), (20, 60), (0, 59)]), paint)
            canvas.fill(.roundedRectangle(at(0, 61), 86 * look.width, 19, radius: 8), shade)
            canvas.fill(.ellipse(at(0, 17), 21, 21), shade.lighter(0.4))
        case .brim:
            canvas.fill(
                .smooth(
                    [(-43, 56), (-43, 56), (-38, 31), (-17, 19), (0, 23), (17, 19), (38, 31), (43, 56), (43, 56)].map { at($0.0, $0.1) }),
                paint)
            canvas.fill(.smooth([(-44, 57), (-43, 46), (0, 42), (43, 46), (44, 57), (0, 54)].map { at($0.0, $0.1) }), shade)
            canvas.fill(.ellipse(at(0, 58), 132, 21), paint)
            canvas.fill(.ellipse(at(0, 61), 104, 11), shade)
        case .cap:
            canvas.fill(symmetric([(0, 24), (24, 28), (38, 46), (39, 62), (0, 57)]), paint)
            let side = look.part
            canvas.fill(
                .smooth([(-34, 60), (-8, 54), (30, 55), (58, 65), (58, 70), (28, 66), (-20, 67)].map { at($0.0 * side, $0.1) }), shade)
            canvas.fill(.ellipse(at(0, 24), 7, 5), shade)
        }
    }
}
