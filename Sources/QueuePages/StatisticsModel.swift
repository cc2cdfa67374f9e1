import Records

/// What the page of statistics shows.
struct StatisticsModel: Sendable {
    let plan: QueuePlan
    let period: StatisticsPeriod
    /// Days since 1970-01-01.
    let today: Int
    let statistics: QueueStatistics
    /// Of people, by their number.
    let names: [Int64: String]
    var isAdministrator = false
}
