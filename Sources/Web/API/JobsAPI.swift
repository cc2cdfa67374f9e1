import BoardPages
import HTTPTypes
import Hummingbird
import LongJobs
import Records
import Serving

/// `/api/v1/jobs…`: jobs that outlast a request. Administrators see all of them, others those that they have requested.
struct JobsAPI: Sendable {
    let feature: JobsFeature

    private static let path = "/api/v1/jobs"
    private static let topic = "Jobs"
    private static let job = Endpoint.Parameter.path("job", .identifier, "The job's number.")

    static func endpoints(_ feature: JobsFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "jobs", topic: topic, "Running and recently ended jobs, newest first",
                outcomes: [.init("The jobs", .object([.init("jobs", .list(.named("Job")))]))], answer: api.list),
            Endpoint(
                .get, "\(path)/{job}", "job", topic: topic, "One job", parameters: [job], outcomes: [.init("The job", .named("Job"))],
                answer: api.get),
            Endpoint(
                .post, "\(path)/{job}/cancel", "cancelJob", topic: topic, "Cancels a job that hasn't ended", parameters: [job],
                outcomes: [.init(.accepted, "It ends as soon as its work sees the request", .named("Job"))], problems: [.conflict],
                answer: api.cancel),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let jobs = try await feature.jobs?.list(seenBy: try call.person()) ?? []
        var line = JSONLine()
        line.add("jobs", jobs.map(JobResource.members.line))
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer { .json(JobResource.members.line(try await job(call))) }

    @Sendable private func cancel(_ call: APICall) async throws -> APIAnswer {
        let job = try await job(call)
        guard try await feature.jobs?.cancel(job.id, by: try call.person(), in: feature.store) == true else {
            throw Refusal(.conflict, text: "The job has ended.")
        }
        return .json(JobResource.members.line(try await self.job(call)), .accepted)
    }

    private func job(_ call: APICall) async throws -> LongJob {
        guard let job = try await feature.jobs?.job(Int64(call.integer("job") ?? 0), seenBy: try call.person()) else {
            throw Refusal(.notFound, text: "There is no such job.")
        }
        return job
    }
}
