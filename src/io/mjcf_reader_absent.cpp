// Stands in for mjcf_reader.cpp in a build without MuJoCo.
#include "alembert/io.hpp"
#include "io/format_readers.hpp"

namespace alembert {

Robot read_mjcf(const std::string&, const std::string& file) {
  throw Error(Error::Code::unsupported, {file, 0}, "this build cannot read MJCF",
              "install the Debian package libmujoco-dev and build again, or give a URDF");
}

std::vector<NamedPose> io::mjcf_keyframes(const std::string&, const std::string&) { return {}; }

}  // namespace alembert
