import Localisation
import LongJobs
import Records
import Serving

/// The page of jobs: the running ones with their progress, then those that have ended.
struct JobsView {
    /// Newest first.
    let jobs: [LongJob]
    /// The titles of boards by name, in the reader's language.
    let titles: [String: String]
    let names: [Person.ID: String]
    /// Ended jobs that can be retried.
    let again: Set<LongJob.ID>
    let words: Words
    let token: HTML

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Jobs")
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            \(PageHeading.html(title, lead: words("Progress of long jobs, such as reading a large source.")))
            <job-list from="\(MainWays.jobs)">\(list)</job-list>
            </div>
            """)
    }

    /// The part that a script reloads.
    var list: HTML {
        let (ended, underWay) = (jobs.filter(\.state.hasEnded), jobs.filter { !$0.state.hasEnded })
        let now: HTML =
            underWay.isEmpty
            ? EmptyState.html(words("Nothing is running. Jobs that take a while appear here."))
            : #"<ul class="watches" data-under-way>\#(underWay.map(running))</ul>"#
        guard !ended.isEmpty else { return now }
        return """
            \(now)<section class="why-part"><h2>\(words("Recently ended"))</h2><ol class="fetch-log">\(ended.map(line))</ol></section>
            """
    }

    private func title(_ job: LongJob) -> String { titles[job.subject.board] ?? job.subject.title }

    private func label(_ job: LongJob) -> String { Features.jobKind(of: job).map { words($0.label) } ?? job.kind }

    private func running(_ job: LongJob) -> HTML {
        let known = job.progress.total.map { #" max="\#($0)" value="\#(min(job.progress.done, $0))""# } as HTML?
        let state = job.isCancelling ? words("Cancelling…") : job.state == .waiting ? words("Waiting for its turn") : progress(job)
        let cancel: HTML? =
            job.isCancelling
            ? nil
            : ButtonForm.html(
                markup: "\(words("Cancel"))", to: "\(MainWays.jobs)/\(job.id)/cancel", token, attributes: #" data-key="cancel-\#(job.id)""#)
        return """
            <li class="watch-card" id="job-\(job.id)"><p class="watch-board">\(label(job))</p><h2 class="watch-sentence">\(title(job))</h2>\
            <progress aria-label="\(label(job))"\(known)></progress>\
            <p class="watch-facts"><span>\(state)</span><span>\(asker(job))</span></p>\(cancel)</li>
            """
    }

    private func progress(_ job: LongJob) -> String {
        let text = { (count: Int) in Features.jobKind(of: job)?.counts == .bytes ? words.bytes(count) : words.number(count) }
        let done = text(job.progress.done)
        return job.progress.total.map { words("\(done) of \(text($0))") } ?? (job.progress.done > 0 ? done : words("Running"))
    }

    private func asker(_ job: LongJob) -> String {
        job.person.flatMap { names[$0] }.map { words("Started by \($0)") } ?? words("Started by the server")
    }

    private func line(_ job: LongJob) -> HTML {
        let failure = job.failure.map { #"<p class="why-failure"><bdi lang="en">\#($0.asSentence)</bdi></p>"# } as HTML?
        let time = job.ended.map { ValueView(words).time($0) }
        let look: HTML? = job.state == .done ? " is-fresh" : job.state == .failed ? " is-failing" : nil
        let again: HTML? =
            again.contains(job.id)
            ? ButtonForm.html(
                markup: "\(words("Try again"))", to: "\(MainWays.jobs)/\(job.id)/again", token,
                attributes: #" data-key="again-\#(job.id)""#)
            : nil
        return """
            <li><p class="state\(look)">\(outcome(job.state))</p>\
            <p class="fetch-time">\(time)</p>\
            <p class="fetch-facts"><span>\(title(job)) · \(label(job)) · \(asker(job))</span></p>\(failure)\(again)</li>

            """
    }

    private func outcome(_ state: LongJob.State) -> String {
        switch state {
        case .waiting, .running: words("Running")
        case .done: words("Done")
        case .failed: words("Failed")
        case .cancelled: words("Cancelled")
        case .interrupted: words("Interrupted by a restart")
        }
    }
}
