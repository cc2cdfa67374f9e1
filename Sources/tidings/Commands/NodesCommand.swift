import ArgumentParser
import Foundation
import Records
import Serving
import Storage
import Web

/// `tidings nodes`: the servers that share the database, what each of them does, and what is wrong with it.
struct NodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "List the servers that share the database, and what each of them does.")

    @Flag(help: "Print one JSON object per line, as in the API.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let work = try Workspace(folder)
        do {
            let overview = try await work.store.leases.overview()
            if json {
                for node in overview.listed { Output.print(NodeResource.members.line(node).closed) }
            } else {
                Output.columns(overview.listed.map(Self.texts))
                for refusal in overview.refusals { Output.note(refusal.sentence) }
            }
            if overview.nodes.isEmpty { throw Failure(.nothingFound, "there is one server at most on this store") }
        } catch {
            throw Failure(error)
        }
    }

    /// Its name, version, last sign of life, work and faults.
    private static func texts(_ node: ListedNode) -> [String] {
        let work = node.work
        let roles = work.roles.isEmpty ? [] : ["roles \(work.roles.joined(separator: ", "))"]
        let parts = ["feeds \(work.feeds)", "jobs \(work.jobs)"] + roles
        return [
            node.node.name, node.node.version, "seen at \(node.node.seen)", parts.joined(separator: "; "),
            node.faults.map(\.sentence).joined(separator: "; "),
        ]
    }
}

extension NodeFault {
    /// For the command line, with the remedy.
    var sentence: String {
        switch self {
        case .gone: "it is gone, and others do its work; start it again if it is to run"
        case .boards: "its boards aren’t those of the others; make their folders the same"
        case .files(let folders): "it can’t see the shared \(folders.joined(separator: ", ")) of the others; check how they are mounted"
        case .clock(let difference): "its clock is \(Self.seconds(difference)) the database’s; set the clock that is wrong (timedatectl)"
        case .deaf: "it doesn’t hear from the others at once; its log says why, and a pgbouncer has to be in session mode"
        case .outdated: "a later version has added to the tables; upgrade it, too"
        }
    }

    private static func seconds(_ difference: Duration) -> String {
        let seconds = abs(difference.wholeMilliseconds) / 1000
        return "\(seconds) s \(difference < .zero ? "behind" : "ahead of")"
    }
}

extension NodeOverview.Refusal {
    var sentence: String {
        """
        \(name) didn’t start at \(at): its \(keys.joined(separator: ", ")) differs from that of the others; copy it from the folder of a \
        server that runs
        """
    }
}
