import Records

/// The data of the statistics page.
struct StatisticsModel: Sendable {
    let plan: QueuePlan
    let period: StatisticsPeriod
    /// Days since 1970-01-01.
    let today: Int
    let statistics: QueueStatistics
    /// Names of people, keyed by their id.
    let names: [Int64: String]
    var isAdministrator = false
}
