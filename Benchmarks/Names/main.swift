import Foundation
import Records
import Streaming

// Paths on standard input, one a line → what each is, a JSON object a line. A path with a tab behind it is music.
let clock = ContinuousClock()
var spent = Duration.zero
var count = 0
while let line = readLine() {
    let isMusic = line.hasSuffix("\t")
    let began = clock.now
    let found = MediaNaming.identity(of: isMusic ? String(line.dropLast()) : line, isMusic: isMusic, .init(thisYear: 2026))
    spent += clock.now - began
    count += 1
    var words: [String: Any] = ["kind": found.kind.rawValue, "episodes": found.episodes]
    words["title"] = found.title
    words["series"] = found.series
    words["season"] = found.season
    words["year"] = found.year
    let data = try JSONSerialization.data(withJSONObject: words, options: .sortedKeys)
    print(String(decoding: data, as: UTF8.self))
}
FileHandle.standardError.write(Data("\(count) names, \(spent / max(count, 1)) each\n".utf8))
