import Records
import Testing

@testable import Serving
@testable import Web

@Suite("What was made of an edition is kept within bounds")
struct EditionCacheTests {
    private let now = Timestamp(milliseconds: 1000)

    @Test("what is kept is found until it ends")
    func ends() {
        let cache = EditionCache<String, Int>(byteLimit: 100)
        cache.keep(1, for: "a", bytes: 10)
        cache.keep(2, for: "b", bytes: 10, until: Timestamp(milliseconds: 2000))
        #expect(cache.value(for: "a", at: now) == 1)
        #expect(cache.value(for: "b", at: now) == 2)
        #expect(cache.value(for: "b", at: Timestamp(milliseconds: 2000)) == nil)
        #expect(cache.value(for: "none", at: now) == nil)
    }

    @Test("what was used the longest time ago goes first, and what is too large is not kept")
    func bounds() {
        let cache = EditionCache<Int, Int>(byteLimit: 100)
        for number in 0..<5 { cache.keep(number, for: number, bytes: 20) }
        #expect(cache.value(for: 0, at: now) == 0)
        cache.keep(5, for: 5, bytes: 20)
        #expect(cache.bytes <= 75)
        #expect(cache.value(for: 0, at: now) == 0)
        #expect(cache.value(for: 5, at: now) == 5)
        #expect(cache.value(for: 1, at: now) == nil)
        cache.keep(6, for: 6, bytes: 51)
        #expect(cache.value(for: 6, at: now) == nil)
        cache.keep(7, for: 5, bytes: 10)
        #expect(cache.value(for: 5, at: now) == 7)
        #expect(cache.bytes <= 65)
    }
}
