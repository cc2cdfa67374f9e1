import ArgumentParser
import Storage

/// Where the store is, for commands that open it.
struct StoreOption: ParsableArguments {
    @OptionGroup var base: DataOption
    @Option(help: ArgumentHelp("A database of PostgreSQL in place of a file in the data folder.", valueName: "address"))
    var database: String?

    var data: String? { base.data }
}

extension Settings {
    /// Opens the store, and makes it where there is none. Throws `Failure`.
    func store(of option: StoreOption) throws -> Store {
        do { return try Store.opened(in: folder(option.data), database: try database(option.database)) } catch { throw Failure(error) }
    }
}
