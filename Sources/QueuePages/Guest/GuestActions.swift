import Localisation
import Records
import Serving

/// The actions of a guest with a number: turn on sound, let others go first, leave, take another number for a companion.
struct GuestActions {
    let reader: Reader
    let model: GuestModel
    let mine: GuestModel.Mine
    private var words: Words { reader.words }
    private var paths: GuestPaths { model.paths }

    /// The offered postponements, in minutes and in people.
    static let pauses = [10, 20, 30, 60]
    static let steps = [1, 3, 5]
    /// Numbers of people ahead at which a guest can be notified.
    static let warnings = [1, 3, 5, 10]

    var html: HTML {
        """
        \(mine.kind == .called ? nil : sound)\(mine.kind == .called ? nil : push)\(ready)\(mine.kind == .waiting ? later : nil)
        <div class="queue-ways"><a class="quiet-button" href="\(paths.paper(mine.link))">\(QueueSymbols.paper)\(words("Print"))</a>\
        <a class="quiet-button is-leaving" href="\(paths.leave(mine.link))" data-sheet="page">\(QueueSymbols.leave)\
        \(words("Leave the queue"))</a></div>
        \(another)
        """
    }

    /// Identifies the ticket by its signed link, which also authorises the sender.
    private var hidden: HTML {
        let back: HTML? = model.isLinked ? FormView.hidden("from", "link") : nil
        return "\(reader.formField)\(FormView.hidden("ticket", mine.link.text))\(back)"
    }

    /// Only with a script, which plays the sound.
    private var sound: HTML {
        let warnings = Self.warnings.map { count in
            #"<option value="\#(count)">\#(words("when it’s my turn, and with \(count) ahead"))</option>"# as HTML
        }
        return """
            <div class="queue-sound" data-sound>
            <button class="button is-secondary" type="button" data-sound-on aria-pressed="false">\(QueueSymbols.sound)\
            <span>\(words("Play a sound"))</span></button>
            <label data-sound-when hidden><span class="queue-sound-label">\(QueueSymbols.sound)\(words("Sound"))</span>\
            <select class="field-input" data-warning><option value="0">\(words("when it’s my turn"))</option>\
            \(warnings)<option value="off">\(words("off", sense: "sound"))</option></select></label>
            </div>
            """
    }

    /// Notifications while the page is closed, if the server supports push.
    private var push: HTML? {
        model.pushKey.map { PushChoice(words: words, paths: paths, link: mine.link, isLinked: model.isLinked, key: $0).html }
    }

    private var ready: HTML? {
        guard mine.kind == .held else { return nil }
        return """
            \(ButtonForm.html(
                markup: "\(words("I’m ready now"))", to: paths.hold, hidden, kind: .main, attributes: #" name="minutes" value="0""#))

            """
    }

    private var later: HTML {
        let pauses: [HTML] = Self.pauses.map {
            #"<button class="choice-button" type="submit" name="minutes" value="\#($0)">\#(words.duration(.seconds($0 * 60)))</button>"#
        }
        let steps: [HTML] = Self.steps.map {
            #"<button class="choice-button" type="submit" name="behind" value="\#($0)">\#(words.number($0))</button>"#
        }
        return """
            <details class="queue-later" id="queue-later"><summary>\(words("Not ready yet?"))</summary>
            <form method="post" action="\(paths.hold)">\(hidden)
            <fieldset><legend>\(words("Don’t call me for … (I keep my place)"))</legend>\
            <div class="choice-buttons">\(pauses)</div></fieldset>
            <fieldset><legend>\(words("Let people go first"))</legend><div class="choice-buttons">\(steps)</div></fieldset>
            </form></details>

            """
    }

    /// Only if the queue asks no questions. A device follows one ticket, and may have any number of anonymous numbers.
    private var another: HTML? {
        guard model.givesBareNumbers, model.canJoin, !model.isLinked else { return nil }
        let taken: [HTML] = model.others.map {
            #"<li class="queue-other" data-other="\#(model.plan.label(of: $0))"><bdi>\#(model.plan.label(of: $0))</bdi></li>"#
        }
        let list: HTML? =
            model.others.isEmpty
            ? nil
            : """
            <p class="queue-note" id="queue-others">\(words("Also taken here:"))</p>\
            <ul class="queue-others" aria-labelledby="queue-others">\(taken)</ul>
            """
        return """
            <form class="queue-another" method="post" action="\(paths.another)">\(reader.formField)\(list)
            <button class="quiet-button" type="submit">\(QueueSymbols.plus)\(words("Take another number"))</button>
            <p class="queue-note">\(words("For someone with you. Staff call numbers, not names."))</p></form>

            """
    }
}
