import Localisation
import LongJobs
import Records
import Serving

/// The page of servers: each with its faults first, then what it is, what it does, and how far it is behind the database.
struct NodesView {
    static let path = "\(MainWays.server)/nodes"

    /// nil: the store is in this server's folder.
    let overview: NodeOverview?
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Servers")
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="account">\(PageHeading.html(
                title, back: BackLink.html(words("Server settings"), to: MainWays.server),
                lead: words("The servers that share one database, and what each of them does.")))
            \(content)</div>
            """)
    }

    private var content: HTML {
        guard let overview else {
            return EmptyState.html(words("This server stores its data in its own folder, so it is the only one."))
        }
        guard !overview.nodes.isEmpty || !overview.refusals.isEmpty else {
            return EmptyState.html(words("This server is the only one on its database."))
        }
        return """
            \(overview.refusals.enumerated().map { refusal($1, id: "refused-\($0)") })\
            \(overview.nodes.enumerated().map { section($1, in: overview, id: "node-\($0)") })
            """
    }

    private func refusal(_ refusal: NodeOverview.Refusal, id: String) -> HTML {
        let keys = words.list(refusal.keys)
        return PageSection.html(
            refusal.name, id: id,
            """
            \(Callout.caution(words("It doesn’t start, because its keys differ from those of the other servers: \(keys).")))
            \(FactList.html([FactList.fact(words("Last attempt"), ValueView(words).time(refusal.at))]))
            """)
    }

    private func section(_ node: ServerNode, in overview: NodeOverview, id: String) -> HTML {
        let work = overview.work[node.id] ?? NodeOverview.Work()
        let roles = work.roles.map(name(ofRole:))
        var facts = [
            FactList.fact(words("Version"), "<bdi>\(node.version)</bdi>"),
            FactList.fact(words("Started"), ValueView(words).time(node.started)),
            FactList.fact(words("Last seen"), ValueView(words).time(node.seen)),
            FactList.fact(words("Sources being read"), "\(words.number(work.feeds))"),
            FactList.fact(words("Jobs"), "\(words.number(work.jobs))"),
            FactList.fact(words("Does for all servers"), roles.isEmpty ? "–" : "\(words.list(roles))"),
        ]
        if let report = node.report {
            facts += [
                FactList.fact(words("Streams followed"), "\(words.number(report.streams))"),
                FactList.fact(words("Sources not yet up to date"), "\(words.number(report.staleFeeds))"),
                FactList.fact(words("Queue events not yet shown"), "\(words.number(report.missingEvents))"),
                FactList.fact(words("Changes of settings not yet applied"), "\(words.number(report.missingSettings))"),
                FactList.fact(words("Waiting for a database connection"), "\(words.number(report.waiting))"),
                FactList.fact(words("Longest wait for a connection"), "\(milliseconds(report.longestWait))"),
            ]
        }
        return PageSection.html(
            node.name, id: id,
            """
            \(overview.faults(of: node).map { Callout.caution(sentence($0)) })
            \(FactList.html(facts, isWide: true))
            """)
    }

    private func milliseconds(_ duration: Duration) -> String { words("\(words.number(Int(clamping: duration.wholeMilliseconds))) ms") }

    private func name(ofRole name: String) -> String {
        switch Role.allCases.first(where: { $0.leaseName == "role:\(name)" }) {
        case .upkeep: words("Removing old data")
        case .alerts: words("Price alerts")
        case .reminders: words("Reminders")
        case .positions: words("Looking up positions")
        case .documents: words("Reading documents")
        case .documentFolders: words("Folders of documents")
        case .mailboxes: words("Mailboxes")
        case .exports: words("Exporting documents")
        case .media: words("Films and music")
        // Of a later version.
        case nil: name
        }
    }

    private func sentence(_ fault: NodeFault) -> String {
        switch fault {
        case .gone: words("It gives no sign of life, and the other servers do its work. Start it again if it’s meant to run.")
        case .boards: words("Its boards aren’t those of the other servers. Make their board folders the same.")
        case .files(let folders):
            words("It can’t see the shared files of the other servers: \(words.list(folders)). Check how these folders are mounted.")
        case .clock(let difference):
            words("Its clock differs from the database’s by \(seconds(difference)) s. Set the clock that is wrong.")
        case .deaf: words("It doesn’t hear from the other servers at once, so its pages are a few seconds late. Its log says why.")
        case .outdated: words("A server of a later version has added to the database. Upgrade this one as well.")
        }
    }

    /// Without its sign.
    private func seconds(_ difference: Duration) -> String { words.number(Int(clamping: abs(difference.wholeMilliseconds) / 1000)) }
}
