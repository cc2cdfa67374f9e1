import BoardPages
import Localisation
import Notifying
import Records
import Serving
import Watching

/// `/notices/<id>`: explains a notice. It shows both versions of the record side by side, the rule with the results of its tests, the fetch
/// that found the change, and the deliveries.
struct WhyView {
    let model: NoticeModel
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let more = model.more > 0 ? #"<p class="watch-more">\#(words("and \(model.more) more changes"))</p>"# as HTML : nil
        let parent = PageShell.Parent(words("Notices"), at: WatchPaths.notices)
        return PageShell(title: model.title, parent: parent, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page why">
            \(PageHeading.html(
                markup: "<bdi>\(what ?? title)</bdi>", back: BackLink.html(words("Notices"), to: WatchPaths.notices),
                lead: what == nil ? nil : "<bdi>\(title)</bdi>",
                rest: #"<p class="watch-facts">\#(kind)\#(board)<span>\#(time(model.notice.created))</span></p>"#))
            \(model.repair.map { RepairOffer.html($0, words) })\
            \(model.changes.map(change))\(more)\(model.prices.map(prices))\(model.programme.map(programme))
            \(deliveries)
            </div>
            """)
    }

    /// For a single change, the record's name.
    private var title: String { single.map { name(of: $0) } ?? model.title }

    /// For a single change, the changed fields: the headline, above the record's name.
    private var what: String? { single.flatMap { ChangeLine(words: words).detail($0.change.change, $0.schema) } }

    private var kind: HTML? { single.map { "<span>\(ChangeKind.label($0.change.change.kind, words))</span>" } }

    private var single: ToldWhy? { model.changes.count == 1 && model.more == 0 ? model.changes.first : nil }

    private func name(of why: ToldWhy) -> String {
        words.name(of: why.change.change.after ?? why.change.change.before ?? Record([]), why.schema)
    }

    private var board: HTML? {
        guard let title = model.boardTitle, let name = model.boardName else { return nil }
        return #"<span><a href="\#(BoardPaths(name, model.choice).page)">\#(title)</a></span>"#
    }

    private func prices(_ told: PricesTold) -> HTML {
        let alert: HTML =
            told.alert.map { #"<p class="watch-sentence"><a href="\#(AlertPaths.alert($0))">\#(told.sentence)</a></p>"# }
            ?? "<p>\(words("The watch has been removed, so its condition is unknown."))</p>"
        return """
            <section class="why-part"><h2>\(words("Prices"))</h2><ul class="why-prices">\
            \(told.lines.map { "<li><bdi>\($0)</bdi></li>" as HTML })</ul></section>
            <section class="why-part"><h2>\(words("Your price alert"))</h2>\(alert)</section>
            """
    }

    private func programme(_ news: ReminderNews) -> HTML {
        let lines = ReminderWriter(words).lines(of: news).map { "<li><bdi>\($0)</bdi></li>" as HTML }
        let list = BoardPaths(news.board).reminders
        return """
            <section class="why-part"><h2>\(words("Programme"))</h2><ul class="why-prices">\(lines)</ul>\
            <p><a class="quiet-link" href="\(list)">\(words("Reminders"))</a></p></section>
            """
    }

    private func change(_ why: ToldWhy) -> HTML {
        let heading: HTML? =
            single != nil
            ? nil : #"<h2><bdi>\#(name(of: why))</bdi></h2><p class="why-kind">\#(ChangeKind.label(why.change.change.kind, words))</p>"#
        let page = why.page.map { #"<p><a class="quiet-link" href="\#($0)">\#(words("Open it now"))</a></p>"# } as HTML?
        return """
            <article class="why-change">\(heading)\
            \(ChangeTable(change: why.change.change, schema: why.schema, words: words).html)\(page)\
            \(rule(why))\(origin(why))</article>

            """
    }

    /// Under the heading of its change, or the page's heading if there is a single change.
    private func part(_ title: String, _ body: HTML) -> HTML {
        let heading: HTML = single == nil ? "<h3>\(title)</h3>" : "<h2>\(title)</h2>"
        return #"<section class="why-part">\#(heading)\#(body)</section>"#
    }

    // MARK: The rule

    private func rule(_ why: ToldWhy) -> HTML {
        guard let watch = why.watch else {
            return part(words("Your watch"), "<p>\(words("The watch has been removed, so its condition is unknown."))</p>")
        }
        let tests = why.outcomes.map { outcome -> HTML in
            let (mark, label) =
                switch outcome.verdict {
                case .yes: ("is-yes", words("true"))
                case .no: ("is-no", words("not true"))
                case .unknown: ("is-unknown", words("not known"))
                }
            let sentence = words.asSentence(outcome.sentence)
            return #"<li class="\#(mark)"><span>\#(sentence)</span> <span class="why-verdict">\#(label)</span></li>"#
        }
        let list = tests.count > 1 ? #"<ul class="why-tests">\#(tests)</ul>"# as HTML : nil
        let isAltered = why.outcomes.allSatisfy { $0.verdict == .no }
        let note =
            isAltered
            ? #"<p class="field-hint">\#(words("The watch has changed since. It wouldn’t send this notice now."))</p>"# as HTML : nil
        let sentence = words.asSentence(watch.settings.condition.describe(why.schema, in: words))
        return part(
            words("Your watch"),
            #"<p class="watch-sentence"><a href="\#(WatchPaths.watch(watch.id))">\#(sentence)</a></p>\#(list)\#(note)"#)
    }

    // MARK: The source

    private func origin(_ why: ToldWhy) -> HTML {
        var pairs: [HTML] = [FactList.fact(words("Seen"), time(why.change.seen))]
        if let address = model.address { pairs.append(FactList.fact(words("Source"), ValueView.link(to: address))) }
        var details: [HTML] = []
        if let fetch = why.fetch {
            details.append(FactList.fact(words("Fetched"), "\(time(fetch.began)), \(words.bytes(fetch.bytes))"))
            func code(_ text: String?) -> HTML { text.map { "<bdi><code>\($0)</code></bdi>" } ?? "\(words("none given"))" }
            details.append(FactList.fact("ETag", code(fetch.etag)))
            details.append(FactList.fact("Last-Modified", code(fetch.lastModified)))
        } else {
            details.append(FactList.fact(words("Fetched"), "\(words("no longer logged"))"))
        }
        return part(
            words("Source"),
            """
            \(FactList.html(pairs, isWide: true))\
            \(Disclosure.html(words("Details"), FactList.html(details, isWide: true)))
            """)
    }

    // MARK: Deliveries

    private var deliveries: HTML {
        let here: HTML =
            """
            <li class="is-sent"><span>\(words("Notices in Tidings"))</span><span class="why-verdict">\(time(model.notice.created))\
            </span></li>
            """
        let lines = model.deliveries.map { delivery -> HTML in
            let notice = delivery.notice
            let kind = ChannelKind(delivery.channel.kind).map { words($0.label) } ?? delivery.channel.kind
            return """
                <li class="is-\(notice.state.rawValue)"><span><bdi>\(delivery.channel.name)</bdi> <small>\(kind)</small></span>\
                <span class="why-verdict">\(state(delivery))</span>\
                \(notice.failure.map { #"<p class="why-failure"><bdi lang="en">\#($0.asSentence)</bdi></p>"# } as HTML?)</li>
                """
        }
        return """
            <section class="why-part"><h2>\(words("Deliveries"))</h2><ul class="deliveries">\(here)\(lines)</ul></section>
            """
    }

    private func state(_ delivery: NoticeDelivery) -> HTML {
        let notice = delivery.notice
        let attempts = notice.attempts > 1 ? " · \(words("\(notice.attempts) attempts"))" as HTML : nil
        switch notice.state {
        case .sent: return "\(words("sent")) \(delivery.ended.map(time))\(attempts)"
        case .waiting: return "\(words("next attempt")) \(time(notice.nextAttempt))\(attempts)"
        case .failed: return "\(words("given up")) \(delivery.ended.map(time))\(attempts)"
        }
    }

    private func time(_ time: Timestamp) -> HTML { ValueView(words).time(time) }
}

/// The kind of change in a word or two.
