// Stands in for mjcf_reader.cpp in a build without MuJoCo.
#include "alembert/io.hpp"
#include "io/mjcf/keyframes.hpp"

namespace alembert {

Robot read_mjcf(const std::string&, const std::string& file) {
  throw Error(Error::Code::unsupported, {file, 0}, "this build cannot read MJCF",
              "install the Debian package libmujoco-dev and build again, or give a URDF");
}

std::vector<NamedPose> mjcf::keyframes(const std::string&, const std::string&) { return {}; }

}  // namespace alembert
