#if hasFeature(Embedded)
// Embedded Swift has no `Codable`. These protocols stand in for it, so that declarations needn't be conditional one by
// one. Conforming to them has no effect.

public protocol Encodable {}
public protocol Decodable {}
public typealias Codable = Encodable & Decodable
#endif
