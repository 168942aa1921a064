#if hasFeature(Embedded)
// Embedded Swift has no `Codable`. These protocols stand in for it, so that declarations needn't say so one by one:
// who conforms to them conforms to nothing.

public protocol Encodable {}
public protocol Decodable {}
public typealias Codable = Encodable & Decodable

protocol CodingKey {}
#endif
