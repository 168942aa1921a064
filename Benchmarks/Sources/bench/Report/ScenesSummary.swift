/// scenes.md: the frames of one machine, and the costs of an animation's events.
struct ScenesSummary {
  private let file: ResultsFile<SceneRecord>

  init(_ file: ResultsFile<SceneRecord>) {
    self.file = file
  }

  var text: String {
    var lines = [
      "# Scenes", "", "Written by `bench report` from the scenes.json beside it, measured on",
      "\(file.machine.source.markdownText).", "",
      "A frame retargets, adds and removes properties, and then evaluates all of them with one call. Frames follow",
      "one another, 1/120 s apart in the animator's time. The baseline moves as many objects in the same run, one for",
      "each animation, by the same kinds of curves or springs, with `AnimatablePair` arithmetic through a protocol,",
      "Newton's method, closures and `exp`. [results.html](../results.html#scenes), to be opened in a browser, has the",
      "percentiles, the longest frames, the allocations and the memory.", "",
    ]
    let section = ScenesSection(file.results)
    lines += section.lines + section.memoryLines
    if let events = file.events, let first = events.first {
      lines += [
        "",
        "The cost of beginning, changing and ending a run, in nanoseconds for one of \(Figure.grouped(first.count)) "
          + "rectangles. New",
        "durations, delays, speeds and springs are animations that no property has had before. Of a million properties,",
        "a scattered hundredth is retargeted between two frames; the figure is the time that each adds to a frame.",
      ]
      if events.contains(where: { $0.event == SceneEvent.memoryName }) {
        lines.append(
          "A property's numbers are in 16 cache lines; the last event is a change of one in each, and nothing else.")
      }
      lines += ["", "| event | ns |", "|---|---:|"]
      lines += events.map(Self.row)
    }
    if let values = file.values, !values.isEmpty {
      lines += [
        "",
        "The cost of a value of two `Double`s that is computed by itself, without an animator, in nanoseconds. Objects are",
        "the baseline's, which solve their curves in `Float`.", "",
        "| value | ns |", "|---|---:|",
      ]
      lines += values.map(Self.row)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ event: EventRecord) -> String {
    "| \(event.event.markdownText) | \(Figure.short(event.nanoseconds)) |"
  }
}
