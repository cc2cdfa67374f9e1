package import Fetching

extension Fetcher.Configuration {
    /// Reaches servers on this machine, and gives them an hour for everything: a test holds its server back for as long as it takes. Tests of
    /// deadlines set their own.
    package static var loopback: Self {
        var configuration = Self()
        configuration.allowedHosts = ["127.0.0.1"]
        let hour = Duration.seconds(3600)
        configuration.connectTimeout = hour
        (configuration.timeouts.firstByte, configuration.timeouts.idle, configuration.timeouts.total) = (hour, hour, hour)
        return configuration
    }
}
