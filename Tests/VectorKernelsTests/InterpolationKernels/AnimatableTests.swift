import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct AnimatableTests {
  private struct Star: Animatable, Equatable {
    var corners: Double
    var ratio: Float
    var name = "star"

    var animatableData: AnimatablePair<Double, Float> {
      get { AnimatablePair(corners, ratio) }
      set { (corners, ratio) = (newValue.first, newValue.second) }
    }
  }

  private struct Still: Animatable {}

  @Test func onlyTheDataMoves() {
    var star = Star(corners: 3, ratio: 0.5, name: "moving")
    star.animatableData.interpolate(towards: Star(corners: 5, ratio: 1).animatableData, amount: 0.5)
    #expect(star == Star(corners: 4, ratio: 0.75, name: "moving"))
  }

  @Test func nothingMovesUnlessTold() {
    var still = Still()
    still.animatableData = .zero
    #expect(still.animatableData == EmptyAnimatableData())
    var number = 1.5
    number.animatableData.interpolate(towards: 2.5, amount: 0.5)
    #expect(number == 2)
  }

  @Test func emptyDataIsAVectorWithoutComponents() {
    let empty = EmptyAnimatableData()
    #expect(empty + empty == .zero && empty - empty == empty && empty.magnitudeSquared == 0)
    #expect(empty.interpolated(towards: empty, amount: .nan) == empty)
    #expect(AnimatablePair(2.0, empty).magnitudeSquared == 4)
  }

  @Test func pairsReadLikeTheCodeThatMakesThem() {
    #expect("\(AnimatablePair(1.0, AnimatablePair(Float(2), 3)))" == "AnimatablePair(1.0, AnimatablePair(2.0, 3.0))")
    #expect("\(AnimatablePair(1.0, EmptyAnimatableData()))" == "AnimatablePair(1.0, EmptyAnimatableData())")
    #expect("\(AnimatableValues(1.0, Float(2)))" == "AnimatableValues(1.0, 2.0)")
  }

  @Test func pairsAndValuesArePlainData() throws {
    let pair = AnimatablePair(1.5, AnimatablePair(Float(2), 3.25))
    let coded = try JSONDecoder().decode(type(of: pair), from: JSONEncoder().encode(pair))
    #expect(coded == pair && coded.hashValue == pair.hashValue)
    let values = AnimatableValues(1.5, Float(2), pair)
    let codedValues = try JSONDecoder().decode(type(of: values), from: JSONEncoder().encode(values))
    #expect(codedValues == values && codedValues.hashValue == values.hashValue)
  }
}
