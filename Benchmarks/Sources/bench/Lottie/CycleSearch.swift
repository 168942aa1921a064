/// Finds cycles in a directed graph.
package enum CycleSearch {
  private enum Progress { case untouched, underWay, done }

  /// An edge that closes a cycle: the first one in depth-first order, from the first node on; nil where there is none.
  ///
  /// - Parameters:
  ///   - count: How many nodes there are.
  ///   - successors: The nodes that one leads to, in order. Each node is asked once.
  /// - Returns: The node that the edge leaves, its place among that node's successors, and the node that it leads to.
  /// - Complexity: O(n) for n nodes and edges, in an array and not in calls that lie in each other.
  package static func closingEdge(
    count: Int, successors: (Int) -> [Int]
  ) -> (from: Int, place: Int, to: Int)? {
    var progress = [Progress](repeating: .untouched, count: count)
    var way: [(node: Int, successors: [Int], next: Int)] = []
    func enter(_ node: Int) {
      progress[node] = .underWay
      way.append((node, successors(node), 0))
    }
    for start in 0..<count where progress[start] == .untouched {
      enter(start)
      while let last = way.last {
        guard last.next < last.successors.count else {
          progress[last.node] = .done
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let successor = last.successors[last.next]
        switch progress[successor] {
        case .untouched: enter(successor)
        case .underWay: return (last.node, last.next, successor)
        case .done: break
        }
      }
    }
    return nil
  }
}
