// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The pictures of a composition, one after the other: those of its clips, laid over one another in
/// the order of their layers, and black where there are none.
final class PictureTrack {
  private let pieces: [CompositionPlan.Piece]
  private let frameRate: Rational
  private let stack: PictureStack
  private let open: (CompositionPlan.Piece) throws -> ClipPictures?
  private var playing: [(piece: CompositionPlan.Piece, pictures: ClipPictures)] = []
  /// How many of the pieces have begun.
  private var begun = 0

  /// Prepares the pictures.
  ///
  /// - Parameters:
  ///   - pieces: The clips.
  ///   - canvas: What comes out.
  ///   - open: Begins to read the pictures of a clip.
  init(
    _ pieces: [CompositionPlan.Piece], _ canvas: CompositionPlan.Canvas,
    _ open: @escaping (CompositionPlan.Piece) throws -> ClipPictures?
  ) {
    self.pieces = pieces.filter { !$0.pictures.isEmpty }
    frameRate = canvas.frameRate
    stack = PictureStack(canvas)
    self.open = open
  }

  /// The picture at a place; the places that are asked for never go back.
  func picture(at place: Int64) throws -> Frame {
    playing.removeAll { $0.piece.pictures.upperBound <= place }
    while begun < pieces.count, pieces[begun].pictures.lowerBound <= place {
      if let pictures = try open(pieces[begun]) { playing.append((pieces[begun], pictures)) }
      begun += 1
    }
    // Layers are few; of one layer there is one at a time.
    let layers = try playing.sorted { $0.piece.clip.layer < $1.piece.clip.layer }
      .map { piece, pictures in try layer(of: piece, pictures, place) }
    return try stack.picture(of: layers)
  }

  private func layer(
    of piece: CompositionPlan.Piece, _ pictures: ClipPictures, _ place: Int64
  ) throws -> PictureLayer {
    let number = place - piece.pictures.lowerBound
    let (picture, mask) = try pictures.picture(at: number)
    let opacity = piece.clip.placement.opacity.value(at: Double(number) / frameRate.value)
    return PictureLayer(
      picture: picture, mask: mask, origin: piece.picture?.origin ?? (0, 0), opacity: opacity)
  }
}
