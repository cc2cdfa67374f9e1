/// A person's look in a portrait: all of its random choices.
struct PortraitLook: Sendable {
    enum Hair: CaseIterable { case crop, parted, quiff, buzz, curls, afro, bun, bob, long, waves, ponytail, braids, locs, sides, none }
    enum Cover { case scarf, turban, beanie, brim, cap }
    enum Beard { case full, goatee, moustache, stubble }
    enum Glasses { case round, square, dark }
    enum Mouth: CaseIterable { case smile, grin, calm, side }
    enum Clothes: CaseIterable { case crew, stripes, vNeck, shirt, suit, hoodie, rollNeck, dungarees }

    var background: Paint
    var skin: Paint
    var hairPaint: Paint
    var eyes: Paint
    var clothesPaint: Paint
    var second: Paint

    var hair: Hair
    var cover: Cover?
    var beard: Beard?
    var glasses: Glasses?
    var mouth: Mouth
    var clothes: Clothes
    /// Relative to the average, 1.
    var width: Double
    /// Relative to the average, 1.
    var jaw: Double
    var hasLashes: Bool
    var hasBlush: Bool
    var hasFreckles: Bool
    var hasEarrings: Bool
    var eyesClosed: Bool
    /// The height of the brows, in pixels.
    var brow: Double
    /// Where the hair is parted: -1 on the left, 1 on the right.
    var part: Double

    private static let backgrounds: [Paint] = [
        0xF6C9B5, 0xF9DD9C, 0xC9E4C5, 0xA9D8D6, 0xB5D3F0, 0xCBC6EE, 0xF0C4DA, 0xE6DACB, 0xF4A98E, 0x8CC5BB, 0x93B1E0, 0xE9B949,
    ].map { Paint($0) }
    private static let skins: [Paint] = [0xFBDCC8, 0xF3C9A9, 0xE8B48C, 0xD79B70, 0xBB7E52, 0x98603B, 0x74462B, 0x57331F].map { Paint($0) }
    private static let hairs: [Paint] = [
        0x17131A, 0x2A1D1A, 0x40281C, 0x63402A, 0x8A5A35, 0xB27B3F, 0xDDB567, 0xA8452A, 0x8E8C92, 0xDAD8DC,
    ].map { Paint($0) }
    private static let fabrics: [Paint] = [
        0x2F4B7C, 0xD1495B, 0x2A9D8F, 0xEDAE49, 0x6A4C93, 0x33415C, 0xE76F51, 0x4F772D, 0xF2E9E1, 0x1D7A9C, 0xB56576, 0x3C3C46,
    ].map { Paint($0) }

    init(seed: UInt64, presentation: DemoPerson.Presentation) {
        var random = SplitMix64(seed: seed)
        func one<Choice>(of choices: [Choice]) -> Choice { choices[random.below(choices.count)] }
        func chance(_ percent: Int) -> Bool { random.below(100) < percent }
        func around(_ spread: Double) -> Double { 1 + spread * (Double(random.below(201)) - 100) / 100 }

        background = one(of: Self.backgrounds)
        let tone = random.below(Self.skins.count)
        skin = Self.skins[tone]
        hairPaint = tone < 5 ? one(of: Self.hairs) : chance(85) ? one(of: Array(Self.hairs[0..<3])) : Self.hairs[8]
        eyes = one(of: [Paint(0x2B2127), Paint(0x33261F), Paint(0x24303C)])
        clothesPaint = one(of: Self.fabrics)
        second = one(of: Self.fabrics.filter { [clothesPaint] in $0 != clothesPaint })
        let isFeminine = presentation == .feminine
        hair = one(
            of: isFeminine
                ? [.bun, .bob, .bob, .long, .long, .waves, .waves, .ponytail, .braids, .afro, .curls, .parted, .locs, .buzz]
                : [.crop, .crop, .parted, .parted, .quiff, .quiff, .buzz, .curls, .curls, .afro, .sides, .none, .locs, .waves, .bun])
        cover = chance(24) ? one(of: isFeminine ? [.scarf, .scarf, .brim, .beanie] : [.turban, .beanie, .brim, .cap]) : nil
        beard = !isFeminine && chance(50) ? one(of: [.full, .full, .goatee, .moustache, .stubble]) : nil
        glasses = chance(34) ? one(of: [.round, .round, .square, .square, .dark]) : nil
        mouth = one(of: Mouth.allCases)
        clothes = one(of: Clothes.allCases)
        width = around(0.05)
        jaw = around(0.07) * (isFeminine ? 0.97 : 1.05)
        hasLashes = isFeminine
        hasBlush = chance(60)
        hasFreckles = chance(14)
        hasEarrings = isFeminine ? chance(45) : chance(6)
        eyesClosed = chance(10)
        brow = Double(random.below(4)) - 1.5
        part = chance(50) ? 1 : -1
        if cover == .turban, beard == nil { beard = .full }
        // No hair may show around a headscarf or turban.
        if cover == .scarf || cover == .turban { hair = .none }
        if cover != nil, [.quiff, .afro, .bun, .curls].contains(hair) { hair = isFeminine ? .long : .crop }
        if mouth == .grin, beard == .moustache { mouth = .smile }
    }
}
