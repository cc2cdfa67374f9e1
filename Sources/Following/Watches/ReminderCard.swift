import BoardPages
import Boards
import Localisation
import Records
import Serving
import Watching

/// A reminder as a card on the watches page.
struct ReminderCard {
    let reminder: Reminder
    /// In the reader's language; nil if the board has been removed.
    let board: Board?
    let token: HTML
    let words: Words

    func html(at now: Timestamp) -> HTML {
        let (writer, paths) = (ReminderWriter(words), BoardPaths(reminder.board))
        let next = reminder.ahead(at: now).first?.showing
        let times = next.map { "<bdi>\(writer.times(of: $0))</bdi>" } as HTML?
        let facts = [times, "\(writer.lead(reminder.settings.minutes))"].compactMap { $0 }
        let sentence: HTML = "<bdi>\(writer.rule(of: reminder.settings))</bdi>"
        let title: HTML = board.map { #"<a href="\#(paths.page)">\#($0.title)</a>"# } ?? "<bdi>\(reminder.board)</bdi>"
        let address = next.map { paths.record($0.record) } ?? paths.reminders
        let removal = ButtonForm.html(
            words("Remove reminder"), to: paths.reminders, token,
            "\(FormView.hidden("remove", String(reminder.id)))\(FormView.hidden("back", WatchPaths.list))", kind: .harsh)
        return """
            <li class="watch-card" id="reminder-\(reminder.id)">\
            <p class="watch-board">\(title) · \(words("Reminder"))</p>\
            <h2 class="watch-sentence">\(board == nil ? sentence : #"<a href="\#(address)">\#(sentence)</a>"#)</h2>\
            <p class="watch-facts">\(facts.map { "<span>\($0)</span>" as HTML })</p>\
            <div class="watch-buttons">\(removal)</div></li>

            """
    }
}
