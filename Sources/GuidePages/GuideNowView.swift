import BoardPages
import Localisation
import Records
import Serving

/// Current and next programmes, one line per channel.
struct GuideNowView {
    static let region = "guide-now"

    let words: Words
    let paths: BoardPaths

    func html(_ guide: GuideNow) -> HTML {
        guard !guide.channels.isEmpty else { return EmptyState.html(nothing(guide)) }
        let change = guide.nextChange.map { #" data-change="\#($0.description)""# } as HTML?
        return #"<ul class="guide-channels"\#(change)>\#(guide.channels.map { channel($0, at: guide.now) })</ul>"#
    }

    private func nothing(_ guide: GuideNow) -> String {
        if let absence = guide.absence { return absence.sentence(words) }
        return guide.isOnlyElsewhere
            ? words("No programmes on these channels for the next twelve hours. Other channels have some.")
            : words("The guide has no programmes for the next twelve hours. They appear here after the next check.")
    }

    private func channel(_ channel: GuideNow.Channel, at now: Timestamp) -> HTML {
        let on: HTML =
            channel.now.isEmpty
            ? #"<p class="guide-silence">\#(words("No information"))</p>"# : "\(channel.now.map { self.now($0, at: now) })"
        return """
            <li class="guide-channel"><h2 class="guide-name"><a href="\(paths.guideChannel(channel.channel.id))">\
            \(GuideLogo(paths).html(channel.channel))<bdi>\(channel.channel.name)</bdi></a></h2>\(on)\(channel.next.map(next))</li>
            """
    }

    private func now(_ programme: GuideProgramme, at now: Timestamp) -> HTML {
        let share = (programme.share(at: now) * 100).rounded()
        return """
            <div class="guide-slot"><p class="guide-title">\(link(programme))</p>\
            \(programme.subtitle.map { #"<p class="guide-subtitle"><bdi>\#($0)</bdi></p>"# as HTML })\
            <p class="guide-times figures">\(time(programme.start))–\(time(programme.stop))</p>\
            <progress class="guide-share" max="100" value="\(Int(share))" aria-label="\(words("\(words.number(share))% of it is over"))">\
            </progress></div>
            """
    }

    private func next(_ programme: GuideProgramme) -> HTML {
        #"<p class="guide-next"><span class="guide-times figures">\#(time(programme.start))</span> \#(link(programme))</p>"#
    }

    private func link(_ programme: GuideProgramme) -> HTML {
        """
        <a id="programme-\(programme.id)" href="\(paths.record(programme.id))" data-sheet="programme"><bdi>\(programme.title)</bdi></a>
        """
    }

    private func time(_ time: Timestamp) -> HTML { #"<time datetime="\#(time.description)">\#(words.timeOfDay(time))</time>"# }
}
