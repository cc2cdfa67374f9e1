/// The metrics, by their Prometheus names. A test compares `Docs/Using/Operating.md` with this list.
package enum Metric: String, CaseIterable, Sendable {
    case build = "tidings_build_info"
    case processStart = "process_start_time_seconds"
    case processorTime = "process_cpu_seconds_total"
    case memory = "process_resident_memory_bytes"
    case openFiles = "process_open_fds"
    case openFilesLimit = "process_max_fds"
    case feeds = "tidings_feeds"
    case records = "tidings_records"
    case watches = "tidings_watches"
    case people = "tidings_people"
    case fetches = "tidings_fetches_total"
    case fetchedBytes = "tidings_fetched_bytes_total"
    case changes = "tidings_changes_total"
    case notices = "tidings_notices"
    case outboxAge = "tidings_outbox_age_seconds"
    case liveClients = "tidings_live_clients"
    case broadcastSubscribers = "tidings_broadcast_subscribers"
    case broadcastDelivered = "tidings_broadcast_delivered_total"
    case broadcastCoalesced = "tidings_broadcast_coalesced_total"
    case broadcastCut = "tidings_broadcast_cut_total"
    case broadcastRefused = "tidings_broadcast_refused_total"
    case geocodes = "tidings_geocodes"
    case geocoderRequests = "tidings_geocoder_requests_total"
    case geocoderPause = "tidings_geocoder_pause_seconds"
    case jobs = "tidings_jobs"
    case jobsEnded = "tidings_jobs_ended_total"
    case requests = "tidings_http_requests_total"
    case databaseUp = "tidings_database_up"
    case databaseBytes = "tidings_database_bytes"
    case databaseConnections = "tidings_database_connections"
    case databaseConnectionsAllowed = "tidings_database_connections_allowed"
    case databaseTransaction = "tidings_database_longest_transaction_seconds"
    case databaseWaiting = "tidings_database_waiting"
    case databaseWaits = "tidings_database_waits_total"
    case databaseWaitTime = "tidings_database_wait_seconds_total"
    case nodes = "tidings_nodes"
    case nodeFeeds = "tidings_node_feeds"
    case nodeRole = "tidings_node_role"
    case nodeStreams = "tidings_node_streams"
    case nodeBehind = "tidings_node_behind"
    case nodeClock = "tidings_node_clock_seconds"
    case nodeFault = "tidings_node_fault"
    case requestDuration = "tidings_http_request_duration_seconds"

    package enum Kind: String, Sendable { case counter, gauge, histogram }

    package var kind: Kind {
        switch self {
        case .broadcastDelivered, .broadcastCoalesced, .broadcastCut, .broadcastRefused: .counter
        case .databaseWaits, .databaseWaitTime: .counter
        case .processorTime, .fetches, .fetchedBytes, .changes, .requests, .geocoderRequests, .jobsEnded: .counter
        case .requestDuration: .histogram
        default: .gauge
        }
    }

    package var help: String {
        switch self {
        case .build: "Always 1; the label says which version runs."
        case .processStart: "When the process started, in seconds since 1970."
        case .processorTime: "Processor time used, of user and system."
        case .memory: "Memory held, without what is swapped out."
        case .openFiles: "Open file descriptors."
        case .openFilesLimit: "How many file descriptors may be open."
        case .feeds: "Feeds by state: fresh, failing, or unread if they were never read."
        case .records: "Records stored, of all feeds."
        case .watches: "Watches of all people."
        case .people: "People with an account."
        case .fetches: "Fetches ended since the start, by outcome."
        case .fetchedBytes: "Bytes received by fetches since the start."
        case .changes: "Changes found by fetches since the start."
        case .notices: "Notices stored, by channel and state."
        case .outboxAge: "How long the oldest notice that is due has waited; 0 if none is."
        case .liveClients: "Pages open that follow live events."
        case .broadcastSubscribers: "Connections that follow queues, by kind: events or words."
        case .broadcastDelivered: "Events and words sent to followers of queues since the start, by kind."
        case .broadcastCoalesced: "Words not sent to followers of queues since a newer one came first."
        case .broadcastCut: "Followers of queues given up because they took nothing, fell too far behind or did not stop sending, by kind."
        case .broadcastRefused: "Followers of queues turned away because as many follow as may, by kind."
        case .geocodes: "Answers of geocoders that are kept, by what they are."
        case .geocoderRequests: "Addresses asked for since the start, by outcome."
        case .geocoderPause: "How long the geocoder is left alone yet."
        case .jobs: "Jobs that take longer than a request, by kind and state: running or waiting."
        case .jobsEnded: "Jobs ended since the start, by kind and outcome."
        case .databaseUp: "1 if the database answered, 0 if it didn't: then the metrics of what is stored are left out."
        case .databaseBytes: "Bytes of the database; only over PostgreSQL."
        case .databaseConnections: "Connections to the database's server, of all programs; only over PostgreSQL."
        case .databaseConnectionsAllowed: "How many there may be; only over PostgreSQL."
        case .databaseTransaction: "How long the oldest transaction in the database has been under way, 0 if none is; only over PostgreSQL."
        case .databaseWaiting: "Callers that wait for a connection of this server to the database, by use; only over PostgreSQL."
        case .databaseWaits: "Callers that have had a connection since the start, by use; only over PostgreSQL."
        case .databaseWaitTime: "How long they waited for it altogether, by use; only over PostgreSQL."
        case .nodes: "Servers that share the database, by state: running, gone, or refused since their keys differ; only on one of several."
        case .nodeFeeds: "Feeds that this server fetches, with streams; only on one of several servers."
        case .nodeRole: "Always 1; the label says what this server does for all; only on one of several servers."
        case .nodeStreams: "Streams that this server follows; only on one of several servers."
        case .nodeBehind: "Feeds, queue events and changes of settings that this server doesn’t have yet, by kind; only on one of several."
        case .nodeClock: "How far this machine’s clock is ahead of the database’s; only on one of several servers."
        case .nodeFault: "Always 1; the label says what is wrong with this server; only on one of several servers."
        case .requests: "Requests answered, by route and class of status."
        case .requestDuration: "Time until the head of an answer, by route."
        }
    }
}

/// One value of a metric.
package struct Sample: Sendable {
    package let metric: Metric
    package let labels: [(name: String, value: String)]
    package let value: Double

    package init(_ metric: Metric, _ value: Double, _ labels: (name: String, value: String)...) {
        self.metric = metric
        self.labels = labels
        self.value = value
    }
}
