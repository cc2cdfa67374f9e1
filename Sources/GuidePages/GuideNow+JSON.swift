import Records

extension GuideNow {
    /// `{"at", "change", "channels": [{"id", "name", "now": [{"id", "start", "stop", "title", "subtitle"}], "next"}]}`, times in
    /// milliseconds.
    var json: JSONLine {
        var line = JSONLine()
        line.add("at", Int(now.milliseconds))
        if let nextChange { line.add("change", Int(nextChange.milliseconds)) }
        line.add(
            "channels",
            channels.map { channel in
                var line = JSONLine()
                line.add("id", channel.channel.id)
                line.add("name", channel.channel.name)
                line.add("now", channel.now.map(\.json))
                if let next = channel.next { line.add("next", next.json) }
                return line
            })
        return line
    }
}

extension GuideProgramme {
    var json: JSONLine {
        var line = JSONLine()
        line.add("id", Int(id))
        line.add("start", Int(start.milliseconds))
        line.add("stop", Int(stop.milliseconds))
        line.add("title", title)
        if let subtitle { line.add("subtitle", subtitle) }
        if !marks.isEmpty { line.add("marks", marks) }
        if let genre { line.add("genre", genre.rawValue) }
        return line
    }
}
