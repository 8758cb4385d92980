#include <string>
#include <vector>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "io_testing.hpp"

namespace alembert::testing::yaml_errors_test {

void expect_refused(const std::string& text, int line, const std::vector<std::string>& parts) {
  SCOPED_TRACE(text.substr(0, 200));
  expect_error([&] { read_yaml(text, "bad.yaml"); }, line, parts);
}

/// A robot whose only joint is `joint`, on line 5.
std::string with_joint(const std::string& joint, const std::string& convention = "frames") {
  return "alembert: robot/1\nname: bad\nconvention: " + convention + "\njoints:\n  - " + joint +
         "\n";
}

TEST(YamlErrors, AMissingConventionIsExplained) {
  expect_refused("alembert: robot/1\nname: bad\njoints: []\n", 1,
                 {"no 'convention'", "Rz(theta) Tz(d) Tx(a) Rx(alpha)",
                  "Rx(alpha) Tx(a) Rz(theta) Tz(d)", "Craig", "frames"});
  expect_refused("alembert: robot/1\nname: bad\nconvention: dh\njoints: []\n", 3,
                 {"'dh'", "allowed: dh-standard, dh-modified, frames"});
}

TEST(YamlErrors, AFileMustSayWhatItIs) {
  expect_refused("name: bad\n", 1, {"alembert: robot/1"});
  expect_refused("alembert: state/1\n", 1, {"'state/1'", "not a robot"});
  expect_refused("alembert: robot/7\n", 1, {"'robot/7'", "newer"});
  expect_refused("[1, 2]\n", 1, {"does not say that it is a robot"});
  expect_refused("# nothing\n", 0, {"no YAML value"});
  expect_refused("alembert: robot/1\nconvention: frames\njoints: []\n", 1, {"no 'name'"});
  expect_refused("alembert: robot/1\nname: bad\nconvention: frames\n", 1, {"no 'joints'"});
}

TEST(YamlErrors, AllowedKeysAreThoseThatAreDescribedInTheirOrder) {
  const std::vector<std::pair<std::string, std::string>> keys = {
      {"unheard: 1",
       "name, type, parent, dh, origin, axis, axis2, tip, pitch, limits, friction, rotor, spring, "
       "mimic, link"},
      {"type: fixed, tip: {unheard: 1}", "xyz, rpy, quaternion"},
      {"limits: {unheard: 1}", "position, velocity, acceleration, jerk, effort"},
      {"friction: {unheard: 1}", "viscous, coulomb"},
      {"rotor: {unheard: 1}", "inertia, gear"},
      {"spring: {unheard: 1}", "stiffness, rest"},
      {"mimic: {unheard: 1}", "joint, ratio, offset"},
      {"link: {unheard: 1}", "name, flexible, mass, com, inertia, visuals, collisions"},
      {"link: {mass: 1, inertia: {unheard: 1}}",
       "xx, yy, zz, xy, xz, yz, principal, rpy, quaternion"},
      {"link: {collisions: [{unheard: 1}]}",
       "box, cylinder, capsule, sphere, mesh, scale, xyz, rpy, quaternion, rgba"},
      {"link: {visuals: [{capsule: {unheard: 1}}]}", "radius, length"},
      {"link: {flexible: {unheard: 1}}",
       "length, mass_per_length, EIy, EIz, GJ, EA, polar_inertia, tip_mass, tip_inertia, damping, "
       "modes, shapes, shape_tip, elements, section"},
      {"link: {flexible: {length: 1, modes: {unheard: 1}}}",
       "bending_y, bending_z, torsion, axial"},
      {"link: {flexible: {length: 1, shapes: {unheard: 1}}}", "file"}};
  for (const auto& [joint, allowed] : keys) {
    try {
      read_yaml(with_joint("{name: j, " + joint + "}"), "bad.yaml");
      ADD_FAILURE() << joint;
    } catch (const Error& error) {
      EXPECT_EQ(error.fix(), "allowed: " + allowed) << joint;
    }
  }
}

TEST(YamlErrors, UnknownKeysAreRefusedEverywhereWithAGuess) {
  expect_refused("alembert: robot/1\nname: b\ngravty: [0, 0, 0]\n", 3,
                 {"unknown key 'gravty'", "did you mean 'gravity'?"});
  expect_refused(with_joint("{name: j, limit: {}}"), 5,
                 {"unknown key 'limit' in joint 'j'", "did you mean 'limits'?"});
  expect_refused(with_joint("{name: j, limits: {postion: [0, 1]}}"), 5,
                 {"limits of joint 'j'", "did you mean 'position'?"});
  expect_refused(with_joint("{name: j, limits: {lower: 0}}"), 5, {"did you mean 'position'?"});
  expect_refused(with_joint("{name: j, friction: {damping: 0}}"), 5, {"did you mean 'viscous'?"});
  expect_refused(with_joint("{name: j, rotor: {inertia: 1, ratio: 3}}"), 5, {"'ratio'", "gear"});
  expect_refused(with_joint("{name: j, spring: {stiffnes: 1}}"), 5, {"'stiffness'"});
  expect_refused(with_joint("{name: j, mimic: {joint: j, multiplier: 2}}"), 5, {"'ratio'"});
  expect_refused(with_joint("{name: j, origin: {xzy: [0, 0, 0]}}"), 5, {"'xyz'"});
  expect_refused(with_joint("{name: j, link: {masss: 1}}"), 5, {"'mass'"});
  expect_refused(with_joint("{name: j, link: {mass: 1, inertia: {ixx: 1}}}"), 5, {"'xx'"});
  expect_refused(with_joint("{name: j, link: {visuals: [{bx: 1}]}}"), 5, {"'box'"});
  expect_refused(with_joint("{name: j}\nframes: [{name: f, lnk: j}]"), 6, {"'link'"});
  expect_refused(with_joint("{name: j}\npayload: {frame: j, weight: 1}"), 6, {"'weight'"});
  expect_refused(with_joint("{name: j}\nbase: {pos: 1}"), 6, {"unknown key 'pos' in base"});
  expect_refused(with_joint("{name: j, <<: {type: fixed}}"), 5, {"unknown key '<<'"});
}

TEST(YamlErrors, AClearanceNamesPartsThatThereAre) {
  const auto with = [](const std::string& arm, const std::string& self) {
    return with_joint("{name: j}\nclearance: {arm: [" + arm + "], self: [" + self + "]}");
  };
  const std::string
      a = "{name: a, frame: j, capsule: {from: [0, 0, 0], to: [0, 0, 1], radius: 1}}",
      b = "{name: b, frame: base, capsule: {from: [0, 0, 0], to: [1, 0, 0], radius: 1}}";
  EXPECT_EQ(read_yaml(with(a + ", " + b, "[a, b]"), "good.yaml").self_clearance.pairs.size(), 1u);
  expect_refused(with_joint("{name: j}\nclearance: {arm: []}"), 6, {"no 'self'", "[[a, b], …]"});
  expect_refused(with("{name: a, frame: j, capsule: {from: [0, 0, 0], radius: 1}}", ""), 6,
                 {"no 'to'", "write capsule"});
  expect_refused(with("{name: a, frame: j, sphere: 1}", ""), 6, {"unknown key 'sphere'"});
  const auto expect_invalid = [&](const std::string& text, const std::string& part) {
    expect_error([&] { validate(read_yaml(text, "bad.yaml")); }, 6, {part});
  };
  expect_invalid(with(a + ", " + b, "[a, c]"), "not two capsules");
  expect_invalid(with(a, "[a, a]"), "not two capsules");
  expect_invalid(with(a + ", " + a, ""), "two capsules are called 'a'");
  expect_invalid(with("{frame: k, capsule: {from: [0, 0, 0], to: [0, 0, 1], radius: 1}}", ""),
                 "'k', which is neither a link nor a frame");
  expect_invalid(with("{frame: j, capsule: {from: [0, 0, 0], to: [0, 0, 1], radius: 0}}", ""),
                 "positive radius");
}

TEST(YamlErrors, WrongDhKeysNameTheRightOnes) {
  expect_refused(
      with_joint("{name: j, dh: {r: 1}}", "dh-standard"), 5,
      {"unknown key 'r' in dh of joint 'j'", "did you mean 'a'?", "allowed: theta, d, a, alpha"});
  expect_refused(with_joint("{name: j, dh: {offset: 1}}", "dh-modified"), 5,
                 {"did you mean 'theta'?"});
  expect_refused(with_joint("{name: j, dh: {Theta: 1}}", "dh-modified"), 5,
                 {"did you mean 'theta'?"});
}

TEST(YamlErrors, PlacementMustBeGivenExactlyOnce) {
  expect_refused(with_joint("{name: j, dh: {d: 1}}"), 5, {"convention: frames"});
  expect_refused(with_joint("{name: j, dh: {d: 1}, origin: {}}", "dh-standard"), 5,
                 {"both 'dh' and 'origin'"});
  expect_refused(with_joint("{name: j, dh: {d: 1}, axis: [1, 0, 0]}", "dh-standard"), 5,
                 {"both 'dh' and 'axis'"});
  expect_refused(with_joint("{name: j}", "dh-standard"), 5, {"no 'dh'", "origin"});
  expect_refused(with_joint("{name: j, type: spherical, dh: {d: 1}}", "dh-standard"), 5,
                 {"DH row cannot place the spherical joint 'j'"});
}

TEST(YamlErrors, KeysThatAJointTypeCannotHaveAreRefused) {
  expect_refused(with_joint("{name: j, type: spherical, limits: {velocity: 1}}"), 5,
                 {"spherical joint 'j' cannot have 'limits'", "one-degree joints"});
  expect_refused(with_joint("{name: j, type: fixed, friction: {viscous: 1}}"), 5,
                 {"fixed joint 'j' cannot have 'friction'", "remove it"});
  expect_refused(with_joint("{name: j, type: floating, rotor: {inertia: 1}}"), 5, {"'rotor'"});
  expect_refused(with_joint("{name: j, type: planar, spring: {stiffness: 1}}"), 5, {"'spring'"});
  expect_refused(with_joint("{name: j, type: universal, mimic: {joint: k}}"), 5, {"'mimic'"});
  expect_refused(with_joint("{name: j, type: continuous, limits: {position: [0, 1]}}"), 5,
                 {"turn forever", "revolute"});
  expect_refused(with_joint("{name: j, type: floating, axis: [1, 0, 0]}"), 5, {"has no axis"});
  expect_refused(with_joint("{name: j, axis2: [1, 0, 0]}"), 5, {"has no axis2"});
  expect_refused(with_joint("{name: j, pitch: 1}"), 5, {"has no pitch"});
  expect_refused(with_joint("{name: j, type: helical}"), 5, {"no 'pitch'"});
  expect_refused(with_joint("{name: j, type: revolut}"), 5, {"did you mean 'revolute'?"});
}

TEST(YamlErrors, NumbersAreStrict) {
  expect_refused(with_joint("{name: j, origin: {xyz: [0, 0, 1.2.3]}}"), 5,
                 {"origin.xyz #3 of joint 'j' is '1.2.3'", "not a length"});
  expect_refused(with_joint("{name: j, origin: {xyz: [0, 0]}}"), 5, {"2 entries", "write 3"});
  expect_refused(with_joint("{name: j, origin: {xyz: 1}}"), 5, {"not a list"});
  expect_refused(with_joint("{name: j, axis: [.nan, 0, 1]}"), 5, {"NaN"});
  expect_refused(with_joint("{name: j, axis: [nan, 0, 1]}"), 5, {"NaN"});
  expect_refused(with_joint("{name: j, axis: [.inf, 0, 1]}"), 5, {"infinite"});
  expect_refused(with_joint("{name: j, limits: {velocity: .nan}}"), 5, {"NaN"});
  expect_refused(with_joint("{name: j, limits: {position: [0, 1, 2]}}"), 5, {"write 2 entries"});
  expect_refused(with_joint("{name: j, link: {mass: heavy}}"), 5, {"'heavy'", "not a number"});
  expect_refused(with_joint("{name: j, link: {mass: }}"), 5, {"empty"});
  expect_refused(with_joint("{name: j, link: {mass: 1e999}}"), 5, {"'1e999'"});
  expect_refused(with_joint("{name: j, link: {mass: 0x10}}"), 5, {"'0x10'"});
  expect_refused(with_joint("{name: j, link: {mass: \"1,5\"}}"), 5, {"'1,5'"});
}

TEST(YamlErrors, UnitsMustFitTheQuantity) {
  expect_refused(with_joint("{name: j, dh: {alpha: 90 mm}}", "dh-standard"), 5,
                 {"dh.alpha of joint 'j' is '90 mm'", "not an angle", "90 deg"});
  expect_refused(with_joint("{name: j, dh: {a: 90 deg}}", "dh-standard"), 5,
                 {"'90 deg'", "not a length"});
  expect_refused(with_joint("{name: j, dh: {a: 1 in}}", "dh-standard"), 5, {"'1 in'", "mm"});
  expect_refused(with_joint("{name: j, limits: {velocity: 2 deg}}"), 5, {"'2 deg'"});
  expect_refused(with_joint("{name: j, type: prismatic, limits: {position: [0, 90 deg]}}"), 5,
                 {"'90 deg'", "not a length"});
}

TEST(YamlErrors, MassAndTensorGoTogether) {
  expect_refused(with_joint("{name: j, link: {mass: 1}}"), 5, {"no 'inertia'", "point mass"});
  expect_refused(with_joint("{name: j, link: {com: [0, 0, 0]}}"), 5, {"no 'mass'"});
  expect_refused(with_joint("{name: j, link: {mass: 1, inertia: {xx: 1, yy: 1}}}"), 5,
                 {"link.inertia of joint 'j' has no 'zz'"});
  expect_refused(with_joint("{name: j, link: {mass: 1, inertia: {xx: 1, principal: [1, 1, 1]}}}"),
                 5, {"both 'xx' and 'principal'"});
  expect_refused(
      with_joint("{name: j, link: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1, rpy: [0, 0, 0]}}}"), 5,
      {"'rpy' without 'principal'"});
}

TEST(YamlErrors, ShapesAreOneAtATime) {
  expect_refused(with_joint("{name: j, link: {visuals: [{xyz: [0, 0, 0]}]}}"), 5, {"no shape"});
  expect_refused(with_joint("{name: j, link: {visuals: [{sphere: 1, mesh: a}]}}"), 5,
                 {"both a sphere and a mesh"});
  expect_refused(with_joint("{name: j, link: {visuals: [{sphere: 1, scale: [1, 1, 1]}]}}"), 5,
                 {"sphere has no scale"});
  expect_refused(with_joint("{name: j, link: {visuals: [{cylinder: {radius: 1}}]}}"), 5,
                 {"no 'length'"});
}

TEST(YamlErrors, NamesMustExist) {
  expect_refused(with_joint("{name: elbow}\n  - {name: k, parent: elbw}"), 6,
                 {"'elbw'", "does not exist", "did you mean 'elbow'?"});
  expect_refused(with_joint("{name: j}\nframes: [{name: f, link: k}]"), 6, {"'k'"});
  expect_refused(with_joint("{name: j}\npayload: {frame: k, mass: 1}"), 6, {"'k'"});
  expect_refused(with_joint("{type: revolute}"), 5, {"joint 1 has no 'name'"});
  expect_refused(with_joint("{name: }"), 5, {"is empty"});
}

TEST(YamlErrors, ANameThatMeansTwoLinksIsRefused) {
  std::string robot =
      with_joint("{name: a, link: {name: b}}\n  - {name: b, link: {name: c}}\n  - {name: d");
  robot.pop_back();
  expect_refused(robot + ", parent: b}", 7, {"'b'", "a link and also a joint", "{link: b}"});
  EXPECT_EQ(read_yaml(robot + ", parent: {link: b}}", "x").joints[2].parent, "b");
  EXPECT_EQ(read_yaml(robot + ", parent: {joint: b}}", "x").joints[2].parent, "c");
  expect_refused(robot + ", parent: {}}", 7, {"not exactly one"});
}

TEST(YamlErrors, DuplicateKeysAreRefused) {
  expect_refused("alembert: robot/1\nname: a\nname: b\n", 3, {"'name' is written twice", "line 2"});
  expect_refused(with_joint("{name: j, dh: {d: 1, d: 2}}", "dh-standard"), 5,
                 {"'d' is written twice"});
}

TEST(YamlErrors, BrokenYamlNamesItsLine) {
  expect_refused("alembert: robot/1\nname: [a\njoints: 1\n", 3, {"not YAML"});
  expect_refused("alembert: robot/1\nname: \"a\\qb\"\n", 2, {"not YAML"});
  expect_refused("alembert: robot/1\n\tname: a\n", 2, {"indented by a tab", "spaces"});
  expect_refused("alembert: robot/1\nname: *nowhere\n", 2, {"not YAML"});
  expect_refused("alembert: robot/1\n---\nalembert: robot/1\n", 2, {"second YAML document"});
  expect_refused(std::string("alembert: robot/1\nname: a\0b\n", 27), 2, {"NUL"});
}

TEST(YamlErrors, ACommaAfterTheValueDoesNotHangTheReader) {
  expect_refused(",", 1, {"second YAML document"});
  expect_refused("[1]\n, 2", 2, {"second YAML document"});
}

TEST(YamlErrors, AMillionNestedValuesAreRefusedNotFollowed) {
  for (const char* opening : {"[", "{a: ", "- ", "? "}) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += opening;
    expect_refused(text, 1, {"nested too deeply"});
  }
  std::string block;
  for (std::size_t depth = 0; depth < 3000; ++depth) block += std::string(depth, ' ') + "a:\n";
  EXPECT_THROW(read_yaml(block, "deep.yaml"), Error);
}

TEST(YamlErrors, AliasesCannotMakeASmallFileHuge) {
  std::string many = with_joint("{name: j0, link: {visuals: &v [");
  many.pop_back();
  for (int i = 0; i < 3000; ++i) many += "{sphere: 1},";
  many += "]}}\n";
  for (int i = 1; i < 3000; ++i) {
    many += "  - {name: j" + std::to_string(i) + ", link: {visuals: *v}}\n";
  }
  try {
    read_yaml(many, "bomb.yaml");
    ADD_FAILURE() << "nine million values were read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("too many values"), std::string::npos) << error.what();
  }
  EXPECT_THROW(read_yaml(with_joint("&loop {name: j, link: *loop}"), "loop.yaml"), Error);
}

}  // namespace alembert::testing::yaml_errors_test
