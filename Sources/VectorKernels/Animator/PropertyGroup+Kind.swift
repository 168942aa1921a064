extension PropertyGroup {
  /// A group's mover by its concrete type, for code that needs the functions of one kind of mover.
  enum Kind {
    case tweens(TweenMover)
    case repetitions(RepetitionMover)
    case springs(SpringMover)
    case keyframes(KeyframeMover)
    case phases(PhaseMover)
    case drivers(DriverMover)
    case sums(SumMover)

    var mover: any Mover {
      switch self {
      case .tweens(let mover): mover
      case .repetitions(let mover): mover
      case .springs(let mover): mover
      case .keyframes(let mover): mover
      case .phases(let mover): mover
      case .drivers(let mover): mover
      case .sums(let mover): mover
      }
    }
  }
}
