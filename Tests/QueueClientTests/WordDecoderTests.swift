import NIOCore
import NIOEmbedded
import Testing

@testable import QueueClient

@Suite("Words out of bytes")
struct WordDecoderTests {
    private static let bytes: [UInt8] = [0, 0, 0, 42, 0, 0, 1, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]

    @Test("the same numbers come however the bytes are cut", arguments: 1...16)
    func cuts(size: Int) throws {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WordDecoder()))
        for start in stride(from: 0, to: Self.bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: Self.bytes[start..<min(start + size, Self.bytes.count)]))
        }
        var numbers: [Int32] = []
        while let number = try channel.readInbound(as: Int32.self) { numbers.append(number) }
        #expect(numbers == [42, 256, .max, -2])
        _ = try channel.finish()
    }

    @Test("an end in the middle of a number is told", arguments: 1...3)
    func half(count: Int) throws {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WordDecoder()))
        try channel.writeInbound(ByteBuffer(bytes: Self.bytes[..<(4 + count)]))
        #expect(try channel.readInbound(as: Int32.self) == 42)
        #expect { try channel.finish() } throws: { ($0 as? QueueClientError)?.code == .cut }
    }
}
