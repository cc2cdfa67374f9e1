import Testing

@testable import Rendering

@Suite("When a page is ready") struct PageReadinessTests {
    private let began = ContinuousClock.now

    private func readiness() -> PageReadiness { PageReadiness(quiet: .milliseconds(500), requestTimeout: .seconds(5), at: began) }

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { began + .milliseconds(milliseconds) }

    @Test("it has loaded, and for half a second nothing has come or gone")
    func quiet() {
        var page = readiness()
        page.saw(elements: 10, isLoaded: false, at: at(100))
        #expect(!page.isReady(at: at(5000)))
        page.saw(elements: 10, isLoaded: true, at: at(5000))
        #expect(!page.isReady(at: at(5400)))
        page.saw(elements: 12, isLoaded: true, at: at(5400))
        #expect(!page.isReady(at: at(5800)))
        #expect(page.isReady(at: at(5900)))
    }

    @Test("a request under way is waited for, and half a second after it")
    func requests() {
        var page = readiness()
        page.saw(elements: 10, isLoaded: true, at: at(0))
        page.began("1", at: at(100))
        #expect(!page.isReady(at: at(3000)))
        page.ended("1", at: at(3000))
        #expect(!page.isReady(at: at(3400)))
        #expect(page.isReady(at: at(3500)))
        page.ended("unknown", at: at(3500))
        #expect(page.isReady(at: at(3500)))
    }

    @Test("one that its server holds open isn't")
    func heldOpen() {
        var page = readiness()
        page.saw(elements: 10, isLoaded: true, at: at(0))
        page.began("poll", at: at(100))
        #expect(!page.isReady(at: at(5000)))
        #expect(page.isReady(at: at(5100)))
    }
}
