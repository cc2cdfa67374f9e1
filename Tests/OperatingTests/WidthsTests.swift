import Foundation
import Operating
import Testing

@Suite("Widths") struct WidthsTests {
    @Test("two cores, and one, do two at once", arguments: [1, 2])
    func small(cores: Int) {
        let widths = Widths(cores: cores)
        #expect((widths.encodings, widths.copies, widths.probes) == (2, 4, 2))
        #expect((widths.speakers, widths.pictures, widths.ownPictures) == (2, 2, 1))
    }

    @Test("more cores never do less at once, and there is an end")
    func growth() {
        let all = (1...64).map { Widths(cores: $0) }
        for (fewer, more) in zip(all, all.dropFirst()) {
            #expect(more.encodings >= fewer.encodings)
            #expect(more.copies >= fewer.copies)
            #expect(more.probes >= fewer.probes)
            #expect(more.speakers >= fewer.speakers)
            #expect(more.pictures >= fewer.pictures)
            #expect(more.ownPictures >= fewer.ownPictures)
            #expect(more.ownPictures < more.pictures)
        }
        let eight = Widths(cores: 8)
        #expect((eight.encodings, eight.copies, eight.probes, eight.speakers, eight.pictures) == (8, 16, 8, 8, 8))
        #expect((all[63].encodings, all[63].speakers) == (16, 8))
    }

    @Test("without a number it is the machine's cores")
    func machine() { #expect(Widths().cores == ProcessInfo.processInfo.activeProcessorCount) }
}
