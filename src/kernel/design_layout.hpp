// What there is to be designed: the pieces of a robot, and how each can be displaced.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "alembert/design_derivatives.hpp"

namespace alembert {

/// One of the user's links, or a massless step inside a joint of several degrees. Welded links are
/// pieces of their own, because a fixed joint can be moved too.
struct DesignPiece {
  int parent = -1;   ///< index of a piece
  int joint = -1;    ///< the model's joint in front of it; -1 if it is welded
  int carrier = -1;  ///< the model's joint it moves with; -1 is the base
  Inertia body;      ///< in the carrier's canonical frame
};

/// A small motion of a piece and all behind it, fixed in the canonical frame of `holder`, a joint
/// of the model that stays (-1: the base stays).
struct Displacement {
  int piece = 0;
  bool with_joint = true;  ///< does the piece's own joint go along?
  int holder = -1;
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();
  Eigen::Vector3d slide = Eigen::Vector3d::Zero();  ///< of the holder's origin
};

struct DesignLayout {
  DesignLayout(const Model& model, const DesignOptions& options);

  std::vector<DesignPiece> pieces;          ///< parents before children
  std::vector<int> piece_of_link;           ///< index of each of Model::links()
  std::vector<Displacement> displacements;  ///< the first parameters, one each
  std::vector<DesignParameter> parameters;  ///< of the displacements

 private:
  void add_pieces(const Model& model);
  void add_placement(const Model& model, const ModelLink& link);
  void add_canonical(const Model& model, int piece);
  void add_row(const Model& model, const ModelLink& link, DhMeaning meaning);
  void add(const std::string& name, const char* unit, const Displacement& displacement);
};

}  // namespace alembert
