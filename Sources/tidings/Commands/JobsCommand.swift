import ArgumentParser
import Foundation
import Localisation
import LongJobs
import Records
import Serving
import Storage
import Web

/// `tidings jobs`: jobs that outlast a request, with their progress. The server runs them, and notices a cancellation within a second.
struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "List the server's long jobs, and cancel them.", subcommands: [List.self, Cancel.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List jobs, newest first.")

        @Flag(help: "Print one JSON object per line, as in the API.") var json = false
        @Option(parsing: .unconditional, help: "How many.", transform: WholeNumber.within(1...JobStore.jobLimit)) var limit = 50
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                let jobs = try await work.store.jobs.all(limit: limit)
                if json {
                    for job in jobs { Output.print(JobResource.members.line(job).closed) }
                } else {
                    Output.columns(jobs.map(Self.texts))
                }
                if jobs.isEmpty { throw Failure(.nothingFound, "there is no job") }
            } catch {
                throw Failure(error)
            }
        }

        /// Its number, title, kind, state, progress and end.
        private static func texts(_ job: LongJob) -> [String] {
            let state = job.isCancelling && !job.state.hasEnded ? "cancelling" : job.state.rawValue
            var progress = ""
            if job.progress.done > 0 || job.progress.total != nil {
                progress = "\(job.progress.done)" + (job.progress.total.map { " of \($0)" } ?? "")
                if Features.jobKind(of: job)?.counts == .bytes { progress += " bytes" }
            }
            let end = [job.ended.map { "ended at \($0)" }, job.failure].compactMap { $0 }.joined(separator: ": ")
            return ["\(job.id)", job.subject.title, "\(job.kind)", state, progress, end]
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "cancel", abstract: "Cancel a job that hasn't ended.")

        @Argument(help: "Its number, see 'tidings jobs'.") var job: Int64
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                guard try await work.store.jobs.cancelJob(job) else {
                    throw Failure(.nothingFound, "there is no job \(job) that hasn't ended")
                }
            } catch {
                throw Failure(error)
            }
        }
    }
}
