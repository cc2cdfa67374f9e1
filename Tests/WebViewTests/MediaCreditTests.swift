import Localisation
import Records
import Serving
import Testing

@testable import MediaPages

@Suite("The source of what was looked up") struct MediaCreditTests {
    private func work(_ kind: MediaWork.Kind, _ found: MediaFinding?, hasOwnPoster: Bool = false) -> MediaWork {
        MediaWork(id: 1, kind: kind, title: "Kelp", hasOwnPoster: hasOwnPoster, found: found)
    }

    private func credit(_ work: MediaWork, showsPlot: Bool = false) -> String? {
        MediaCredit.view(.english, of: work, showsPlot: showsPlot).map { "\($0)" }
    }

    @Test("is named where its picture or plot is shown, and nowhere else")
    func shown() {
        let pictured = MediaFinding(.tmdb, id: "7", picture: "1-a.jpg")
        #expect(credit(work(.film, pictured))?.contains("https://www.themoviedb.org/movie/7") == true)
        #expect(credit(work(.series, pictured))?.contains("https://www.themoviedb.org/tv/7") == true)
        #expect(credit(work(.film, pictured))?.contains("not endorsed or certified by TMDB") == true)
        #expect(credit(work(.film, pictured, hasOwnPoster: true)) == nil)
        #expect(credit(work(.film, pictured, hasOwnPoster: true), showsPlot: true) != nil)
        #expect(credit(work(.film, MediaFinding(.tmdb, id: "7", plot: "Sea."))) == nil)
        #expect(credit(work(.film, nil), showsPlot: true) == nil)
        let cover = credit(work(.album, MediaFinding(.musicBrainz, id: "0f", picture: "1-a.jpg")))
        #expect(cover?.contains("Cover Art Archive") == true)
        #expect(cover?.contains("TMDB") == false)
    }
}
