/// Joins a list that is in several containers: rows under headings of days, a list interrupted by an image, events in the cells of a
/// calendar.
///
/// Runs of one kind in containers with the same path are one list, unless the containers are the rows and the runs only parts of them.
struct JoinedRuns {
    let tree: PageTree
    let headings: GroupHeadings
    let steps: Steps

    init(_ tree: PageTree, _ steps: Steps) { (self.tree, headings, self.steps) = (tree, GroupHeadings(tree: tree), steps) }

    /// - Parameter runs: All runs of the page, including those of one element.
    func lists(of runs: [SiblingRuns.Run]) -> [RowList] {
        var groups: [[Int]: [SiblingRuns.Run]] = [:]
        var order: [[Int]] = []
        for run in runs {
            let above = ([run.parent] + tree.ancestors(of: run.parent)).prefix(24)
            let path = [tree.nodes[run.parent].mark, tree.nodes[run.elements[0]].tag] + above.map { tree.nodes[$0].tag }
            if groups[path, default: []].isEmpty { order.append(path) }
            groups[path, default: []].append(run)
        }
        return order.flatMap { path in kinds(of: groups[path] ?? []).flatMap { lists(ofKind: $0) } }
    }

    /// Groups the runs of one path by shape.
    private func kinds(of runs: [SiblingRuns.Run]) -> [[SiblingRuns.Run]] {
        guard runs.count > 1 else { return [] }
        var kinds: [(shape: Shape, runs: [SiblingRuns.Run])] = []
        for run in runs {
            guard steps.take(kinds.count + 1) else { break }
            if let kind = kinds.firstIndex(where: { $0.shape.isLike(run.shape, steps) }) {
                kinds[kind].runs.append(run)
            } else if kinds.count < 12 {
                kinds.append((run.shape, [run]))
            }
        }
        return kinds.map(\.runs).filter { $0.count > 1 }
    }

    private func lists(ofKind runs: [SiblingRuns.Run]) -> [RowList] {
        if let headed = headed(runs) { return [headed] }
        var (families, order) = ([Int: [SiblingRuns.Run]](), [Int]())
        for run in runs {
            let parent = tree.nodes[run.parent].parent
            if families[parent] == nil { order.append(parent) }
            families[parent, default: []].append(run)
        }
        return order.compactMap { parent in
            guard let family = families[parent], family.count > 1 else { return nil }
            return headed(family) ?? (areOneList(family) ? list(of: family) : nil)
        }
    }

    private func list(of runs: [SiblingRuns.Run]) -> RowList {
        var list = RowList(.joined, elements: runs.flatMap(\.elements), in: runs[0].parent)
        list.containers = runs.map(\.parent)
        return list
    }

    /// A list under headings; nil if there are no headings.
    private func headed(_ runs: [SiblingRuns.Run]) -> RowList? {
        let found = runs.map { headings.group(of: $0.parent) }
        let containers = Set(runs.map(\.parent))
        guard Set(found.compactMap { $0?.text }).count > 1,
            found.allSatisfy({ group in group.map { $0.attribute != nil || !containers.contains($0.node) } ?? false }),
            areGroups(runs, found)
        else { return nil }
        var list = list(of: runs)
        guard list.rows.count >= 3 else { return nil }
        list.groups = zip(runs, found).flatMap { run, group in run.elements.map { _ in group } }
        return list
    }

    /// Whether each container has only a heading and its rows. Otherwise it may be a row with a list inside.
    private func areGroups(_ runs: [SiblingRuns.Run], _ groups: [RowList.Group?]) -> Bool {
        if groups.allSatisfy({ $0?.attribute != nil }) { return !isOneInEach(runs) }
        let counts = runs.map(\.elements.count)
        guard counts.contains(where: { $0 > 1 }) else { return false }
        var beside: [Int: Int] = [:]
        for run in runs { beside[tree.nodes[run.parent].parent, default: 0] += 1 }
        let alone = zip(runs, groups).count { run, group in
            let outer = commonAncestor(run.parent, group?.node ?? run.parent)
            let inner = run.elements.reduce(0) { $0 + tree.nodes[$1].length } + (group?.text.unicodeScalars.count ?? 0)
            // A container of all groups also has the other groups' text.
            return outer == tree.nodes[run.parent].parent && beside[outer, default: 0] > 1
                || Double(inner) >= 0.9 * Double(tree.nodes[outer].length)
        }
        return Double(alone) >= 0.8 * Double(runs.count)
    }

    /// Whether nearly every container of this kind has one element, such as the number in a calendar's cell.
    private func isOneInEach(_ runs: [SiblingRuns.Run]) -> Bool {
        guard runs.allSatisfy({ $0.elements.count == 1 }) else { return false }
        let tag = tree.nodes[runs[0].parent].tag
        let around = Set(runs.map { tree.nodes[$0.parent].parent })
        let all = around.reduce(0) { sum, parent in sum + tree.childElements(of: parent).count { tree.nodes[$0].tag == tag } }
        return Double(runs.count) >= 0.9 * Double(all)
    }

    /// Whether neighbours without names are parts of one list: they look alike and contain nothing else.
    private func areOneList(_ runs: [SiblingRuns.Run]) -> Bool {
        let counts = runs.map(\.elements.count)
        guard runs.count <= 12, counts.contains(where: { $0 > 2 }), !arePieces(runs) else { return false }
        return runs.allSatisfy { run in
            let inner = run.elements.reduce(0) { $0 + tree.nodes[$1].length }
            return Double(inner) >= 0.9 * Double(tree.nodes[run.parent].length)
        }
    }

    /// Whether the elements at one index in all containers are of their own kind: then the containers are rows, and the elements their
    /// fields.
    private func arePieces(_ runs: [SiblingRuns.Run]) -> Bool {
        let counts = runs.map(\.elements.count)
        let least = min(counts.min() ?? 0, 6)
        if runs.count >= 3, Set(counts).count == 1, least <= 4 { return true }
        let forms = (0..<least).map { place in
            Set(runs.map { [tree.nodes[$0.elements[place]].mark.description, kind(of: tree.text(of: $0.elements[place]))] })
        }
        guard forms.allSatisfy({ $0.count == 1 }) else { return false }
        return Set(forms).count > 1
    }

    private func kind(of text: String) -> String { text.contains(where: \.isNumber) ? TextForm.form(of: text) : "a" }

    private func commonAncestor(_ one: Int, _ other: Int) -> Int {
        var place = one
        while !(place <= other && other < tree.nodes[place].end), tree.nodes[place].parent >= 0 { place = tree.nodes[place].parent }
        return place == one ? max(0, tree.nodes[one].parent) : place
    }
}
