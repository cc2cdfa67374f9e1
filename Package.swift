// swift-tools-version:6.2
import PackageDescription

let package = Package(
    // Linux only: `platforms` can name no more than the versions of others.
    name: "tidings",
    products: [
        .executable(name: "tidings", targets: ["tidings"]),
        .executable(name: "tidings-speech", targets: ["tidings-speech"]),
        .library(name: "PDFText", targets: ["PDFText"]),
        .library(name: "Fetching", targets: ["Fetching"]),
        .library(name: "Markup", targets: ["Markup"]),
        .library(name: "QueueClient", targets: ["QueueClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Hummingbird takes it too, and no traits of it either.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // System libraries: a module map each, no logic.
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLzma", path: "Sources/C/CLzma", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
        .systemLibrary(
            name: "CPcre2", path: "Sources/C/CPcre2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(
            name: "CXml2", path: "Sources/C/CXml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),

        // The vocabulary: values, fields, schemas, records, changes. No I/O.
        .target(name: "Records", dependencies: ["CPcre2"]),
        // JSON → values, as it arrives. No I/O.
        .target(name: "JSONReading", dependencies: ["Records"]),
        // Sentences for people in their language: catalogues, plurals, dates and numbers.
        .target(name: "Localisation", dependencies: ["Records"], resources: [.copy("Catalogs")]),
        // Library. Bytes of a PDF in any cut → text, as soon as it is known.
        .target(
            name: "PDFText",
            dependencies: [
                "CZlib", .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        // Library. XML and HTML: rows as they arrive, documents, XPath, charsets.
        .target(name: "Markup", dependencies: ["CXml2"]),
        // Bytes → records, with one extractor for each format.
        .target(name: "Extraction", dependencies: ["CLzma", "CZlib", "JSONReading", "Markup", "PDFText", "Records"]),
        // Any page or data → the lists in it: typed rows, names, paths and keys. No I/O.
        .target(name: "Discovery", dependencies: ["Extraction", "JSONReading", "Markup", "Records"]),
        // A list that was found, or what another program watches → a board file. No I/O.
        .target(name: "Drafting", dependencies: ["Boards", "Discovery", "Extraction", "Fetching", "JSONReading", "Markup", "Records"]),
        // Library. Jobs: one fetch each, with progress, limits, deadlines and cancelling.
        .target(
            name: "Fetching",
            dependencies: [
                "CZlib",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        // One notice over one channel: Web Push, mail, webhook, ntfy, Gotify, Matrix.
        .target(
            name: "Notifying",
            dependencies: [
                "Fetching", "Localisation", "Records",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        // Mails of a mailbox: IMAP, and what is in a mail.
        .target(
            name: "MailReading",
            dependencies: [
                "Fetching", "Markup", "Records",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        // The SQLite store: feeds, records, changes, watches, notices. All SQL is here.
        .target(
            name: "Storage",
            dependencies: [
                "CLinux", "Records", .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // Places: the nearest known place, postcodes, distances, addresses → positions. No network and no database.
        .target(name: "Places", dependencies: ["CZlib", "Records"], resources: [.copy("Seed")]),
        // Pages opened in Chromium: the browser as a bounded child, its commands, what it may reach.
        .target(name: "Rendering", dependencies: ["Fetching", "Operating", "Records"]),
        // Declarations of boards: board.yaml, its validation, the boards that come with Tidings.
        .target(
            name: "Boards", dependencies: ["Extraction", "Fetching", "Records", .product(name: "Yams", package: "Yams")],
            resources: [.copy("Definitions"), .copy("Ready")]),
        // What takes longer than a request: seen, counted, cancelled.
        .target(
            name: "LongJobs",
            dependencies: [
                "Localisation", "Records", "Storage",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // When to fetch, what has changed, and the service that does both.
        .target(
            name: "Watching",
            dependencies: [
                "Boards", "Extraction", "Fetching", "Localisation", "LongJobs", "Notifying", "Places", "Records", "Storage",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // The sample publisher: generated lists as real PDFs, a directory of contacts with portraits, for demos and tests.
        .target(name: "DemoPublishing", dependencies: ["CZlib"]),
        // For operators: metrics, logs, the service manager, trusted proxies, and programs that run beside ours.
        .target(
            name: "Operating",
            dependencies: [
                "CLinux", "Records", .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
            ]),
        // Numbers for people who wait: the rules, and the desk that makes each decision durable.
        .target(
            name: "Queueing",
            dependencies: [
                "Records", "Storage",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Sentences and whole texts → sound, with the time of each word; espeak-ng as a program and in a helper process, Piper in another.
        .target(
            name: "Speaking",
            dependencies: [
                "CZlib", "Extraction", "Fetching", "Localisation", "LongJobs", "MailReading", "Markup", "Operating", "PDFText", "Records",
                "Storage",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Helper")]),
        // The helper process: the library of eSpeak NG, loaded when it runs. Imports nothing of ours.
        .executableTarget(name: "tidings-speech"),
        // Films and music: what is in them, how a player gets them, segments made by ffmpeg.
        .target(
            name: "Streaming",
            dependencies: [
                "Fetching", "Localisation", "LongJobs", "Markup", "Operating", "Records", "Storage",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // The same events for thousands of connections, sent by one thread: server-sent events and raw words.
        .target(
            name: "Broadcasting",
            dependencies: [
                "CLinux", "Operating",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Library. Follows the raw feed of a queue.
        .target(
            name: "QueueClient",
            dependencies: [.product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio")]),
        // What all pages and the API are made of: markup, a page's frame, who asks, endpoints and their description, files.
        .target(
            name: "Serving",
            dependencies: [
                "Broadcasting", "CZlib", "JSONReading", "Localisation", "Operating", "Records",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Assets")]),
        // What the pages of boards have in common: their frame, what is followed live, one record, its changes, and what is downloaded.
        .target(
            name: "BoardPages",
            dependencies: [
                "Boards", "Broadcasting", "Extraction", "Fetching", "Localisation", "Records", "Serving", "Storage", "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // The plain views of boards: a look-up, a list, a table, a gauge.
        .target(
            name: "ListPages",
            dependencies: [
                "BoardPages", "Boards", "DemoPublishing", "Fetching", "Localisation", "Notifying", "Records", "Serving", "Storage",
                "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // What somebody follows: watches, notices, the ways they come, and whether sources answer.
        .target(
            name: "Following",
            dependencies: [
                "BoardPages", "Boards", "Extraction", "JSONReading", "Localisation", "Markup", "Notifying", "Records", "Serving",
                "Storage", "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // Stations: prices by place, their map, and alerts.
        .target(
            name: "StationPages",
            dependencies: [
                "BoardPages", "Boards", "Fetching", "Following", "JSONReading", "Localisation", "Places", "Records", "Serving", "Storage",
                "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // The guide: now and next, the grid, a programme, reminders, my channels.
        .target(
            name: "GuidePages",
            dependencies: [
                "BoardPages", "Boards", "Extraction", "JSONReading", "Localisation", "Records", "Serving", "Storage", "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // Queues: numbers for guests, the display, the desk and what it has done.
        .target(
            name: "QueuePages",
            dependencies: [
                "BoardPages", "Boards", "Broadcasting", "Fetching", "JSONReading", "Localisation", "LongJobs", "Notifying", "Operating",
                "Queueing", "Records", "Serving", "Speaking", "Storage", "Watching",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Documents that are read aloud.
        .target(
            name: "ReaderPages",
            dependencies: [
                "Fetching", "JSONReading", "Localisation", "LongJobs", "MailReading", "Records", "Serving", "Speaking", "Storage",
                "Streaming", "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Films and music.
        .target(
            name: "MediaPages",
            dependencies: [
                "Broadcasting", "JSONReading", "Localisation", "LongJobs", "Records", "Serving", "Storage", "Streaming",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // A board of an address: what is found there, and the list that is taken.
        .target(
            name: "NewBoardPages",
            dependencies: [
                "BoardPages", "Boards", "Discovery", "Drafting", "Extraction", "Fetching", "JSONReading", "Localisation", "Operating",
                "Records",
                "Serving",
                "Storage", "Watching",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // The server: the first page, its settings, what is asked of which module.
        .target(
            name: "Web",
            dependencies: [
                "BoardPages", "Boards", "Broadcasting", "DemoPublishing", "Fetching", "Following", "GuidePages",
                "JSONReading", "ListPages", "Localisation", "LongJobs", "MediaPages", "NewBoardPages", "Notifying", "Operating",
                "QueuePages", "Queueing",
                "ReaderPages", "Records", "Serving", "Speaking", "StationPages", "Storage", "Streaming", "Watching",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // The command line, and the one place that knows all modules.
        .executableTarget(
            name: "tidings",
            dependencies: [
                "BoardPages", "Boards", "Broadcasting", "DemoPublishing", "Discovery", "Drafting", "Extraction", "Fetching",
                "Following", "Localisation", "LongJobs",
                "Markup", "NewBoardPages", "Notifying", "Operating", "PDFText", "Places", "QueueClient", "Queueing", "Records", "Rendering",
                "Serving",
                "Speaking", "Storage",
                "Streaming", "Watching", "Web",
                // So that it is built where this is.
                "tidings-speech",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        .testTarget(name: "RecordsTests", dependencies: ["Localisation", "Records"]),
        .testTarget(name: "LocalisationTests", dependencies: ["Localisation", "Records"]),
        .testTarget(name: "OperatingTests", dependencies: ["Operating", "TestSupport", .product(name: "Logging", package: "swift-log")]),
        .testTarget(name: "PDFTextTests", dependencies: ["CZlib", "PDFText"], exclude: ["Fixtures"]),
        .testTarget(name: "MarkupTests", dependencies: ["CXml2", "Markup"]),
        .testTarget(name: "DiscoveryTests", dependencies: ["Discovery", "Markup", "Records"]),
        .testTarget(name: "DraftingTests", dependencies: ["Boards", "Discovery", "Drafting", "Extraction", "Records", "TestSupport"]),
        .testTarget(name: "DemoPublishingTests", dependencies: ["CZlib", "DemoPublishing"]),
        .testTarget(
            name: "ExtractionTests",
            dependencies: ["Boards", "CZlib", "DemoPublishing", "Extraction", "JSONReading", "Records", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "PlacesTests", dependencies: ["Places", "Records"]),
        .testTarget(
            name: "QueueingTests",
            dependencies: ["Queueing", "Records", "Storage", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
        .testTarget(
            name: "MailReadingTests",
            dependencies: ["Fetching", "MailReading", "Records", "TestSupport", .product(name: "NIOSSL", package: "swift-nio-ssl")],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "SpeakingTests",
            dependencies: [
                "Fetching", "LongJobs", "MailReading", "Markup", "Operating", "PDFText", "Records", "Speaking", "Storage", "TestSupport",
            ]),
        .testTarget(
            name: "StreamingTests",
            dependencies: ["Fetching", "Localisation", "LongJobs", "Operating", "Records", "Storage", "Streaming", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "BroadcastingTests", dependencies: ["Broadcasting", "Operating", "TestSupport"]),
        .testTarget(
            name: "QueueClientTests",
            dependencies: [
                "QueueClient", "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(name: "LongJobsTests", dependencies: ["Localisation", "LongJobs", "Records", "Storage", "TestSupport"]),
        .testTarget(name: "BoardsTests", dependencies: ["BoardPages", "Boards", "Fetching", "Records", "Serving", "TestSupport", "Web"]),
        // What is promised of storage, whatever the engine; and, for SQLite alone, what is below that.
        .testTarget(name: "StorageContractTests", dependencies: ["Records", "Storage", "StorageSupport", "TestSupport"]),
        .target(name: "StorageSupport", dependencies: ["Records", "Storage", "TestSupport"], path: "Tests/StorageSupport"),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Boards", "Records", "Storage", "StorageSupport", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "WatchingTests",
            dependencies: [
                "Boards", "DemoPublishing", "Extraction", "Fetching", "Localisation", "LongJobs", "Notifying", "Places", "Records",
                "Storage", "TestSupport", "Watching",
            ]),
        // For tests: servers that misbehave on request, gates and temporary folders.
        .target(name: "TestSupport", dependencies: ["CLzma", "CZlib", "Fetching"], path: "Tests/TestSupport"),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "CZlib", "Fetching", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Fetching", "Operating", "Rendering", "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .testTarget(
            name: "NotifyingTests",
            dependencies: [
                "Fetching", "Notifying", "Operating", "Records", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "BoardPages", "Boards", "Broadcasting", "CZlib", "DemoPublishing", "Fetching", "Following", "GuidePages",
                "JSONReading", "ListPages", "Localisation", "LongJobs", "Markup", "MediaPages", "Notifying", "Operating", "Places",
                "QueuePages",
                "Queueing", "ReaderPages", "Records", "Serving", "Speaking", "StationPages", "Storage", "Streaming", "TestSupport",
                "Watching", "Web",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "WebViewTests",
            dependencies: [
                "BoardPages", "Boards", "Discovery", "Extraction", "Fetching", "Following", "GuidePages", "ListPages", "Localisation",
                "LongJobs", "MediaPages", "NewBoardPages", "Places", "QueuePages", "ReaderPages", "Records", "Serving", "StationPages",
                "Storage", "Watching", "Web",
            ]),
    ]
)

// `TIDINGS_TESTS="SpeakingTests StorageTests" swift test …` compiles those test targets only: most of what a change rebuilds is tests.
if let chosen = Context.environment["TIDINGS_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { target in target.type == .test && !chosen.contains { $0 == target.name } }
}

// The fuzzer exists only on request (`Scripts/fuzz`). It is in this package to see `package` declarations, and outside other people's
// dependency graph.
if let kind = Context.environment["TIDINGS_FUZZ"] {
    package.targets.append(
        .executableTarget(
            name: "FuzzPDF", dependencies: ["DemoPublishing", "PDFText"], path: "Fuzzing/PDF",
            swiftSettings: kind == "libfuzzer" ? [.define("LIBFUZZER"), .unsafeFlags(["-parse-as-library"])] : []))
}

// Benchmarks, also only on request (`Docs/Building/Benchmarks.md`).
if Context.environment["TIDINGS_BENCHMARKS"] != nil {
    package.targets += [
        .executableTarget(name: "markup-rows", dependencies: ["Markup"], path: "Benchmarks/Markup"),
        .executableTarget(name: "MeasureFormats", dependencies: ["Boards", "Extraction", "Records"], path: "Benchmarks/Formats"),
        .executableTarget(
            name: "MeasureGuide", dependencies: ["Boards", "Fetching", "Records", "Storage", "Watching"], path: "Benchmarks/Guide"),
        .executableTarget(name: "MeasurePlaces", dependencies: ["Places", "Records"], path: "Benchmarks/Places"),
        .executableTarget(name: "MeasureNames", dependencies: ["Records", "Streaming"], path: "Benchmarks/Names"),
        .executableTarget(name: "MeasureMatching", dependencies: ["Records", "Watching"], path: "Benchmarks/Matching"),
        .executableTarget(
            name: "MeasureTelling", dependencies: ["Records", "Storage"], path: "Benchmarks/Telling", exclude: ["measure.py"]),
        .executableTarget(
            name: "MeasureQueues", dependencies: ["Queueing", "Records", "Storage"], path: "Benchmarks/Queues", exclude: ["nodes.py"]),
    ]
}

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning),
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
