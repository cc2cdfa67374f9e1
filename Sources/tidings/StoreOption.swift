import ArgumentParser
import Storage

/// The options for the store's location, for commands that open it.
struct StoreOption: ParsableArguments {
    @OptionGroup var base: DataOption
    @Option(help: ArgumentHelp("A PostgreSQL database to use instead of a file in the data folder.", valueName: "address"))
    var database: String?

    var data: String? { base.data }

    /// By setting name.
    var flags: [String: String] { base.flags.merging(["database": database].compactMapValues(\.self)) { $1 } }
}

extension Settings {
    /// Opens the store, and creates it if it doesn't exist. Throws `Failure`.
    func store() throws -> Store {
        do { return try Store.opened(in: folder, database: try database()) } catch { throw Failure(error) }
    }
}
