extension BoundCondition {
    /// Whether the change matches. Throws if a pattern exceeds the rest of `effort`, or the limit for one text.
    package func matches(_ change: Change, _ moment: Moment, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        var sight = Sight(change, moment)
        return try matches(&sight, drawing: &effort)
    }

    /// Whether the condition matches this stored record, for a preview. Tests that only a change can answer (appeared, gone, changed) count
    /// as true; `since` is when the record was last new or changed.
    package func matches(
        _ record: Record, since: Timestamp? = nil, _ moment: Moment, drawing effort: inout Effort
    ) throws(EffortSpent) -> Bool {
        var sight = Sight(record, .stored(since: since), moment)
        return try matches(&sight, drawing: &effort)
    }

    /// The same with its own effort.
    package func matches(_ change: Change, _ moment: Moment) throws(EffortSpent) -> Bool {
        var effort = Effort()
        return try matches(change, moment, drawing: &effort)
    }

    /// The same with its own effort.
    package func matches(_ record: Record, since: Timestamp? = nil, _ moment: Moment) throws(EffortSpent) -> Bool {
        var effort = Effort()
        return try matches(record, since: since, moment, drawing: &effort)
    }

    package func matches(_ sight: inout Sight, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        switch self {
        case .all(let parts):
            for part in parts where try !part.matches(&sight, drawing: &effort) { return false }
            return true
        case .any(let parts):
            for part in parts where try part.matches(&sight, drawing: &effort) { return true }
            return false
        case .begins(let part): return try Self.begins(part, &sight, drawing: &effort)
        case .appeared: return sight.hasAppeared
        case .gone: return sight.isGone
        case .new: return sight.isNew
        case .equals(let wanted, let field): return sight.value(field).map { $0.isOrHas(wanted) } ?? false
        case .oneOf(let wanted, let field): return sight.value(field).map { $0.isOrHas(oneOf: wanted) } ?? false
        case .contains(let needle, let field):
            guard let text = sight.foldedText(field) else { return false }
            // One step of effort covers 4 bytes.
            effort.draw(text.count / 4)
            return text.holds(needle)
        case .matches(let pattern, let field):
            for text in sight.value(field)?.texts ?? [] where try pattern.matches(text, drawing: &effort) { return true }
            return false
        case .range(let range, let field): return sight.value(field).map { range.contains($0) } ?? false
        case .changed(let field): return sight.hasChanged(field)
        case .changedAfter(let rest, let field): return sight.hasChanged(field, afterMilliseconds: rest)
        case .changedBy(let amount, let field): return sight.hasChanged(field, by: amount)
        case .within(let metres, let centre, let field):
            guard case .position(let position)? = sight.value(field) else { return false }
            return position.metres(to: centre) <= metres
        case .fromNow(let from, let to, let field): return Self.isFromNow(sight.value(field), from, to, sight.moment)
        }
    }

    /// Whether a condition is true that wasn't true before the change.
    private static func begins(_ part: BoundCondition, _ sight: inout Sight, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        switch sight.event {
        case .gone: return false
        case .appeared, .stored: return try part.matches(&sight, drawing: &effort)
        case .altered(let before):
            guard try part.matches(&sight, drawing: &effort) else { return false }
            var earlier = Sight(before, .stored(since: nil), sight.moment)
            return try !part.matches(&earlier, drawing: &effort)
        }
    }

    /// A day matches if the span overlaps it.
    private static func isFromNow(_ value: Value?, _ from: Int64?, _ to: Int64?, _ moment: Moment) -> Bool {
        func end(_ offset: Int64) -> Timestamp { moment.now + .milliseconds(offset) }
        switch value {
        case .timestamp(let time)?: return from.map { end($0) <= time } ?? true && to.map { time <= end($0) } ?? true
        case .date(let date)?:
            let day = date.daysSince1970
            return from.map { moment.day(of: end($0)) <= day } ?? true && to.map { day <= moment.day(of: end($0)) } ?? true
        default: return false
        }
    }
}

/// Tests of changes to a record. Tests that only a change can answer are true for a stored record.
extension Sight {
    fileprivate var hasAppeared: Bool {
        switch event {
        case .appeared, .stored: true
        case .altered, .gone: false
        }
    }

    fileprivate var isGone: Bool {
        switch event {
        case .gone, .stored: true
        case .altered, .appeared: false
        }
    }

    /// Whether the record is new or changed; for a stored one, since the person last looked.
    fileprivate var isNew: Bool {
        switch event {
        case .appeared, .altered: return true
        case .gone: return false
        case .stored(let since):
            guard let since, let lastSeen = moment.lastSeen else { return true }
            return since > lastSeen
        }
    }

    fileprivate func hasChanged(_ field: Int32) -> Bool {
        switch event {
        case .stored: true
        case .altered(let before): before.value(field) != value(field)
        case .appeared, .gone: false
        }
    }

    /// Whether it has changed after being unchanged for at least this long.
    fileprivate func hasChanged(_ field: Int32, afterMilliseconds rest: Int64) -> Bool {
        switch event {
        case .stored: true
        case .appeared, .gone: false
        case .altered(let before): before.value(field) != value(field) && (moment.rested.map { $0.wholeMilliseconds >= rest } ?? true)
        }
    }

    fileprivate func hasChanged(_ field: Int32, by amount: Amount) -> Bool {
        switch event {
        case .stored: return value(field) != nil
        case .appeared, .gone: return false
        case .altered(let before):
            switch (before.value(field), value(field)) {
            case (.number(let before)?, .number(let after)?): return amount.isReached(from: before, to: after)
            case (.money(let before)?, .money(let after)?) where before.currency == after.currency:
                return amount.isReached(from: before.value, to: after.value)
            default: return false
            }
        }
    }
}

extension Record {
    fileprivate func value(_ field: Int32) -> Value? { values.indices.contains(Int(field)) ? values[Int(field)] : nil }
}

extension Value {
    fileprivate func isOrHas(_ wanted: Value) -> Bool {
        if case .list(let texts) = self, case .text(let text) = wanted { return texts.contains(text) }
        return self == wanted
    }

    fileprivate func isOrHas(oneOf wanted: Set<Value>) -> Bool {
        guard case .list(let texts) = self else { return wanted.contains(self) }
        return texts.contains { wanted.contains(.text($0)) }
    }
}
