import Records

/// The pictures between a book's paragraphs. Each file is stored once, however often it is shown.
struct EPUBPictures {
    private(set) var places: [SpokenDocument.Picture] = []
    private(set) var files: [DocumentCover] = []

    /// Limit in bytes of all pictures of a book; further ones are left out.
    private static let limit = 20 << 20

    /// `shown` has names in the archive.
    init(_ shown: [(offset: Int, name: String, alt: String)], of bytes: [UInt8]) {
        let wanted = Set(shown.map(\.name))
        guard !wanted.isEmpty, let archive = try? EPUBArchive(bytes, { wanted.contains($0) }) else { return }
        var (numbers, total): ([String: Int], Int) = ([:], 0)
        for picture in shown {
            if numbers[picture.name] == nil, let content = archive[picture.name], total + content.count <= Self.limit,
                let file = DocumentCover(content)
            {
                numbers[picture.name] = files.count
                total += content.count
                files.append(file)
            }
            guard let number = numbers[picture.name] else { continue }
            places.append(.init(offset: picture.offset, number: number, alt: picture.alt))
        }
    }
}
