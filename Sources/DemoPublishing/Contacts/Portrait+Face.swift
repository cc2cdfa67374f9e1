/// The face: head, eyes, brows, nose, mouth, beard, glasses.
extension Portrait {
    func paintFace(on canvas: inout Canvas) {
        canvas.fill(head, look.skin)
        let mask = canvas.mask(head)
        if look.hasBlush {
            for side in [-1.0, 1] { canvas.fill(.ellipse(at(22 * side, 106), 15, 10), Paint(0xE8636B), opacity: 0.18, inside: mask) }
        }
        if look.hasFreckles {
            for (x, y) in [(-25.0, 101.0), (-20, 105), (-15, 101), (25, 101), (20, 105), (15, 101)] {
                canvas.fill(.ellipse(at(x, y), 2.2, 2.2), skinShade)
            }
        }
        paintBeard(on: &canvas, inside: mask)
        paintEyes(on: &canvas)
        canvas.fill(.line([at(1, 92), at(4.5 * look.part, 103), at(-1.5 * look.part, 105.5)], 2.6), skinShade.darker(0.06))
        paintMouth(on: &canvas)
        if look.beard == .moustache || look.beard == .full { paintMoustache(on: &canvas) }
    }

    private func paintEyes(on canvas: inout Canvas) {
        let brows = look.hairPaint.mixed(with: Paint(0x2A1D1A), 0.35)
        for side in [-1.0, 1] {
            let y = 75 + look.brow
            canvas.fill(.line([at(8.5 * side, y + 1.5), at(15.5 * side, y - 2), at(23 * side, y + 1)], look.hasLashes ? 2.7 : 3.7), brows)
            if look.eyesClosed {
                canvas.fill(.line([at(10 * side, 89), at(15.5 * side, 86), at(21 * side, 89)], 2.7), look.eyes)
                continue
            }
            canvas.fill(.ellipse(at(15.5 * side, 88), 13, 9.6), Paint(0xFFFFFF), opacity: 0.95)
            canvas.fill(.ellipse(at(15.5 * side, 88), 7.8, 9), look.eyes)
            canvas.fill(.ellipse(at(15.5 * side + 1.6, 86), 2.6, 2.6), Paint(0xFFFFFF))
            canvas.fill(.line([at(8.8 * side, 87), at(15 * side, 82.6), at(22.4 * side, 86.5)], look.hasLashes ? 2.6 : 1.7), look.eyes)
            if look.hasLashes { canvas.fill(.line([at(21.5 * side, 86), at(25 * side, 83.6)], 2), look.eyes) }
        }
    }

    private func paintMouth(on canvas: inout Canvas) {
        let lips = look.hasLashes ? look.skin.mixed(with: Paint(0xC0304A), 0.62) : look.skin.mixed(with: Paint(0x7A2430), 0.62)
        switch look.mouth {
        case .smile:
            canvas.fill(.line([at(-10, 115), at(0, 120), at(10, 115)], 3.2), lips)
        case .grin:
            let mouth = Outline.smooth(
                [(-13, 113), (-13, 113), (0, 115), (13, 113), (13, 113), (8, 122), (0, 125), (-8, 122)].map { at($0.0, $0.1) })
            canvas.fill(mouth, Paint(0x7B2332))
            canvas.fill(.roundedRectangle(at(0, 113.5), 25 * look.width, 9, radius: 4), Paint(0xFFFFFF), inside: canvas.mask(mouth))
        case .calm:
            canvas.fill(
                .smooth(
                    [(-9, 117), (-9, 117), (-3, 114.5), (0, 115.5), (3, 114.5), (9, 117), (9, 117), (4, 120.5), (-4, 120.5)].map {
                        at($0.0, $0.1)
                    }), lips)
        case .side:
            canvas.fill(.line([at(-8 * look.part, 117.5), at(2 * look.part, 118.5), at(10 * look.part, 114)], 3.2), lips)
        }
    }

    private func paintBeard(on canvas: inout Canvas, inside face: Canvas.Mask) {
        let around = symmetric([(0, 109), (13, 109), (21, 103), (33, 82), (40, 82), (38, 116), (22, 138), (0, 146)])
        switch look.beard {
        case .full:
            canvas.fill(
                symmetric([(0, 109), (13, 109), (22, 103), (31, 84), (36, 80), (36.2, 96), (32, 116), (19, 135), (0, 142)]), look.hairPaint)
        case .stubble:
            canvas.fill(around, look.hairPaint, opacity: 0.26, inside: face)
        case .goatee:
            canvas.fill(symmetric([(0, 121), (9, 122), (15, 118), (16, 126), (10, 137), (0, 141)]), look.hairPaint)
        case .moustache, nil:
            return
        }
        if look.beard == .full || look.beard == .goatee {
            canvas.fill(.ellipse(at(0, 117.5), 26, 13), look.skin)
        }
    }

    private func paintMoustache(on canvas: inout Canvas) {
        let half = [(0.0, 108.5), (7, 107), (14, 111), (19, 114), (19, 114), (12, 115), (5, 113.5), (0, 112)]
        canvas.fill(symmetric(half), look.hairPaint)
    }

    func paintGlasses(on canvas: inout Canvas) {
        guard let glasses = look.glasses else { return }
        let frame = glasses == .square ? look.second.darker(0.5) : Paint(0x2D2A32)
        for side in [-1.0, 1] {
            let eye = at(16.5 * side, 89)
            let outer = glasses == .round ? Outline.ellipse(eye, 28, 28) : .roundedRectangle(eye, 29, 22, radius: 7)
            let inner = glasses == .round ? Outline.ellipse(eye, 23.4, 23.4) : .roundedRectangle(eye, 24, 17, radius: 5)
            canvas.fill(inner, glasses == .dark ? Paint(0x23212B) : Paint(0xFFFFFF), opacity: glasses == .dark ? 0.93 : 0.16)
            canvas.fill(outer + inner.hole, frame)
            if look.cover != .scarf { canvas.fill(.line([at(30.5 * side, 86), at(37 * side, 85)], 2.8), frame) }
            if glasses == .dark { canvas.fill(.line([eye + Point(-5, 3), eye + Point(2, -5)], 2), Paint(0xFFFFFF), opacity: 0.35) }
        }
        canvas.fill(.line([at(-3, 87.5), at(0, 86), at(3, 87.5)], 2.8), frame)
    }
}
