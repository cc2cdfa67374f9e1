/// A portrait in flat colours: 192 × 192 pixels, at most 12 KB as a PNG, some milliseconds of work.
///
/// Painted from back to front; the parts are in `Portrait+….swift`. The same look gives the same bytes. It shows no real person.
struct Portrait: Sendable {
    static let side = 192

    let look: PortraitLook

    init(_ look: PortraitLook) { self.look = look }

    func png() -> [UInt8] {
        var canvas = Canvas(side: Self.side, look.background)
        canvas.fill(.ellipse(Point(96, 104), 172, 172), look.background.lighter(0.32))
        paintHairBehind(on: &canvas)
        paintNeck(on: &canvas)
        paintClothes(on: &canvas)
        if look.cover == .scarf { paintScarf(on: &canvas) } else { paintEars(on: &canvas) }
        paintFace(on: &canvas)
        paintHairInFront(on: &canvas)
        paintGlasses(on: &canvas)
        paintHat(on: &canvas)
        return PNGFile.bytes(of: canvas)
    }

    // MARK: Positions on the head

    /// A point this many pixels right of the middle of the face and below the top of the picture, scaled to the head's width.
    func at(_ x: Double, _ y: Double) -> Point { Point(96 + x * look.width, y) }

    /// A closed symmetric curve, given by its right side from top to bottom.
    func symmetric(_ right: [(Double, Double)]) -> Outline {
        let left = right.reversed().filter { $0.0 > 0 }.map { (-$0.0, $0.1) }
        return .smooth((right + left).map { at($0.0, $0.1) })
    }

    var head: Outline {
        let jaw = look.jaw
        return symmetric([(0, 42), (22, 47), (34.5, 67), (35.5, 88), (31 * jaw, 111), (17 * jaw, 129), (0, 135)])
    }

    // MARK: Skin

    var skinShade: Paint { look.skin.mixed(with: Paint(0x7A2E2A), 0.22) }

    private func paintNeck(on canvas: inout Canvas) {
        let neck = Outline.smooth(
            [
                (-17, 108), (-17, 108), (17, 108), (17, 108), (17, 138), (24, 152), (44, 200), (44, 200), (-44, 200), (-44, 200),
                (-24, 152), (-17, 138),
            ]
            .map { at($0.0, $0.1) })
        canvas.fill(neck, look.skin)
        canvas.fill(
            symmetric([(0, 60), (34, 80), (31, 116), (17, 138), (0, 145)]), skinShade, inside: canvas.mask(neck))
    }

    private func paintEars(on canvas: inout Canvas) {
        for side in [-1.0, 1] {
            canvas.fill(.ellipse(at(36 * side, 91), 13, 19, turned: -8 * side), look.skin)
            canvas.fill(.ellipse(at(37 * side, 91), 6, 11, turned: -8 * side), skinShade)
            if look.hasEarrings { canvas.fill(.ellipse(at(38.5 * side, 104), 6.5, 6.5), Paint(0xF2C14E)) }
        }
    }
}
