import HTTPTypes
package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving
import Storage

/// `/queue/<name>/audit`: the actions on a queue and the people who performed them, newest first.
package struct QueueAuditPage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let plan: QueuePlan
    private static let length = 100

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (_, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
    }

    package func page(for request: Request) async throws -> Response {
        let before = request.uri.queryParameters["before"].flatMap { Int64($0) }
        let acts = try await feature.store.queues.acts(in: plan.name, before: before, limit: Self.length)
        let names = Dictionary(uniqueKeysWithValues: try await feature.store.people.all().map { ($0.id, $0.name) })
        let older = acts.count == Self.length ? acts.last?.id : nil
        return .page(
            QueueAuditView(reader: context.reader, plan: plan, names: names).page(
                acts.map(\.act), older: older, assets: feature.assets.prefix)
        )
    }
}

struct QueueAuditView {
    let reader: Reader
    let plan: QueuePlan
    /// Names of people, keyed by their id.
    let names: [Int64: String]
    private var words: Words { reader.words }

    func page(_ acts: [QueueAct], older: Int64?, assets: String) -> HTML {
        let paths = StaffPaths(plan.name)
        let rows = acts.map { row($0) }
        let more: HTML? = older.map { #"<p><a href="\#(paths.audit(before: $0))">\#(words("Older"))</a></p>"# }
        let file: HTML = #"<p><a href="\#(paths.auditFile)">\#(words("Everything as CSV"))</a></p>"#
        return PageShell(title: words("Audit trail"), assets: assets, kind: .staff, reader: reader).page(
            """
            <div class="account">\(PageHeading.html(
                markup: "\(words("Audit trail"))", back: BackLink.html(words("Statistics"), to: paths.statistics),
                lead: "<bdi>\(plan.label)</bdi>"))
            \(rows.isEmpty ? EmptyState.html(words("Nothing here yet.")) : #"<ul class="ledger">\#(rows)</ul>"#)\
            \(more)\(file)</div>
            """)
    }

    private func row(_ act: QueueAct) -> HTML {
        let facts: [HTML] =
            [act.label.map { "<bdi>\($0)</bdi>" }, act.counter.map { "\(words("Counter \($0)"))" }, act.detail.map { "<bdi>\($0)</bdi>" }]
            .compactMap { $0 }
        return """
            <li class="ledger-row"><div><strong>\(name(of: act.kind))</strong>\
            \(facts.isEmpty ? nil : " · \(facts.dotted)" as HTML?)<p class="ledger-note">\
            \(ValueView(words).time(act.at)) · <bdi>\(who(act.actor))</bdi></p></div></li>

            """
    }

    private func who(_ actor: QueueActor) -> String {
        if let person = actor.person { return names[person] ?? words("A removed person") }
        return switch actor.kind {
        case .guest: words("A guest")
        case .kiosk: words("Kiosk \(actor.name ?? "")")
        case .clerk, .program: actor.name ?? words("A program")
        }
    }

    private func name(of kind: QueueAct.Kind) -> String {
        switch kind {
        case .join: words("Joined", sense: "queue")
        case .leave: words("Left", sense: "queue")
        case .call: words("Called")
        case .recall: words("Called again")
        case .finish: words("Served", sense: "act")
        case .noShow: words("No-show")
        case .park: words("Parked")
        case .unpark: words("Back in the queue")
        case .skip: words("Others go first")
        case .hold: words("Held until a time")
        case .transfer: words("Moved to another queue")
        case .undo: words("Undone", sense: "act")
        case .setState: words("Opened, paused or closed")
        case .setCapacity: words("Capacity set")
        case .setHours: words("Hours set")
        case .setLate: words("Running late")
        case .openCounter: words("Counter opened")
        case .closeCounter: words("Counter closed")
        case .startDay: words("New day")
        case .enrolKiosk: words("Kiosk added")
        case .removeKiosk: words("Kiosk removed")
        case .reserve: words("Kiosk numbers reserved")
        case .reconcile: words("Kiosk numbers returned")
        case .setZone: words("Time zone set")
        case .setNames: words("Name or letters changed")
        case .addService: words("Service added")
        case .changeService: words("Service changed")
        case .removeService: words("Service removed")
        case .skipNumbers: words("Numbers left out")
        case .restoreNumbers: words("Numbers entered again")
        }
    }
}
