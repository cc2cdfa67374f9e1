extension DemoGuide {
    /// A channel's logo as a PNG; nil if the channel doesn't exist.
    package static func logo(_ number: Int) -> [UInt8]? {
        guard let index = channels.firstIndex(where: { $0.number == number }) else { return nil }
        let paints: [UInt32] = [0x1F6F8B, 0x99582A, 0x2A9D8F, 0xC1121F, 0x386641, 0x5A189A, 0x3D405B, 0x577590, 0xE07A5F]
        let source = channels[index].repeated.flatMap { number in channels.firstIndex { $0.number == number } } ?? index
        return PNGFile.bytes(of: Canvas(side: 48, Paint(paints[source % paints.count])))
    }
}
