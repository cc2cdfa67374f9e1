import BoardPages
import Boards
package import Localisation
package import Records
package import Serving
import Watching

/// A price alert as a card on the watches page.
package struct AlertLine: Sendable {
    let alert: PriceAlert
    /// In the reader's language; nil if the board has been removed.
    let board: Board?
    /// When it last sent a notice.
    let told: Timestamp?
}

/// Price alerts as cards.
package struct AlertCards: Sendable {
    package let token: HTML
    package let words: Words

    func card(_ line: AlertLine) -> HTML {
        let alert = line.alert
        let writer = PriceWriter(line.board, fuel: alert.settings.fuel, words)
        var facts: [HTML] = ["<bdi>\(writer.scope(of: alert.settings))</bdi>"]
        facts.append(line.told.map { "\(words("Last notice")) \(ValueView(words).time($0))" } ?? "\(words("No notices yet"))")
        if alert.isMuted { facts.append("\(words("Muted"))") }
        if let quiet = alert.settings.quietHours {
            facts.append("\(words("quiet from \(TellingForm.minutes(quiet.from)) to \(TellingForm.minutes(quiet.to))"))")
        }
        return """
            <li class="watch-card\(alert.isMuted ? " is-muted" : nil as HTML?)" id="alert-\(alert.id)">\
            <p class="watch-board"><a href="\(BoardPaths(alert.board).page)">\(line.board?.title ?? alert.board)\
            </a> · \(words("Price alert"))</p>\
            <h2 class="watch-sentence"><a href="\(AlertPaths.alert(alert.id))">\(writer.rule(of: alert.settings))</a></h2>\
            <p class="watch-facts">\(facts.map { "<span>\($0)</span>" as HTML })</p>\
            <div class="watch-buttons">\(mute(alert))\
            <a class="quiet-button" href="\(AlertPaths.alert(alert.id))">\(words("Edit"))</a>\
            \(Self.removal(of: alert.id, token, words))</div></li>

            """
    }

    private func mute(_ alert: PriceAlert) -> HTML {
        MuteForm.html(isMuted: alert.isMuted, to: AlertPaths.mute(alert.id), token, words)
    }

    /// Asks for confirmation in place.
    package static func removal(of id: PriceAlert.ID, _ token: HTML?, _ words: Words) -> HTML {
        RemovalForm.html(words("Remove alert"), to: AlertPaths.remove(id), token, words)
    }
}
