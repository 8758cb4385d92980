// The parts of a page's document, as JSON.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/page.hpp"
#include "io/json_text.hpp"
#include "io/mesh_file.hpp"
#include "report/page_bytes.hpp"

namespace alembert::report {

using PageJson = io::OrderedJson;
using io::json_list;
using io::number_json;

/// The page with a document in it, in which nothing can end the element that holds it.
std::string filled_page(const PageJson& document);

/// What every page says of itself.
PageJson page_head(const char* kind, const std::string& title, const PageOrigin& origin);

std::string base64(std::string_view bytes);

/// Numbers as base64 of little-endian doubles or floats: a third of the text, and read at once.
PageJson packed(const std::vector<double>& values, bool single);

/// What is drawn and how it moves: enough for the page to place every frame itself.
/// Meshes that are not drawn are added to `undrawn`, which and why.
PageJson robot_json(const Robot& robot, const Model& model, const MeshFolders& meshes,
                    std::vector<UndrawnMesh>* undrawn);

/// The same of an arm that bends; null of one that does not.
PageJson flexible_json(const Robot& robot);

/// Contacts of a motion: footprints in the world, forces and centres of pressure along the samples;
/// null of a robot that touches nothing.
PageJson ground_json(const PageMotion& motion);

PageJson vector_json(VecIn<double> v);
/// Twelve numbers: three columns of the rotation, then the place.
PageJson pose_json(const Eigen::Isometry3d& pose);

using PageMesh = io::Mesh;

/// Triangles that a page draws of one file at most.
inline constexpr int most_triangles = 4000;

/// An STL or OBJ file that a robot's file names, thinned to `most_triangles`.
PageMesh load_page_mesh(const std::string& name, const std::string& robot_file,
                        const MeshFolders& folders);

}  // namespace alembert::report
