// A robot file that uses every key of the native format at least once.
#pragma once

namespace alembert::testing {

inline constexpr const char* full_robot = R"(alembert: robot/1
name: everything
convention: dh-standard
gravity: [0, 0.5, -1.62]
base:
  name: stand
  xyz: [0, 0, 700 mm]
  rpy: [180 deg, 0, 0]
  link: {mass: 12, com: [0, 0, 0.1], inertia: {xx: 0.2, yy: 0.21, zz: 0.1}}
joints:
  - name: shoulder
    dh: {theta: 10 deg, d: 0.4, a: 25 mm, alpha: "90 deg"}
    limits: {position: [-170 deg, 170 deg], velocity: 2, acceleration: 10, jerk: 100, effort: 87}
    friction: {viscous: 0.1, coulomb: 0.5}
    rotor: {inertia: 2e-4, gear: 107}
    spring: {stiffness: 10, rest: 0.25 pi}
    link:
      name: upper_arm
      mass: 17.4
      com: [-0.3638, 0.006, 0.2275]
      inertia: {xx: 0.13, yy: 0.524, zz: 0.539, xy: 0.001, xz: -0.002, yz: 0.003}
      visuals:
        - {box: [0.1, 0.2, 0.3], xyz: [0, 0, 1 cm], rgba: [1, 0.5, 0.25, 1]}
        - {cylinder: {radius: 50 mm, length: 0.4}, rpy: [0, 90 deg, 0]}
        - {capsule: {radius: 0.02, length: 0.1}}
        - {sphere: 0.07}
        - {mesh: meshes/arm.stl, scale: [0.001, 0.001, 0.001]}
  - name: slide
    type: prismatic
    dh: {theta: 0.5, d: 100 mm}
    limits: {position: [-10 cm, 0.25]}
    link: {mass: 3, inertia: {principal: [0.1, 0.2, 0.25], rpy: [0, 0, 90 deg]}}
  - name: screw
    type: helical
    origin: {xyz: [0.1, 0, 0], rpy: [0, 0, 0]}
    axis: [0, 3, 4]
    pitch: 0.002
  - name: wrist
    type: universal
    origin: {xyz: [0, 0, 0.1]}
    axis: [0, 1, 0]
    axis2: [0, 0, 1]
  - name: finger_left
    type: prismatic
    parent: wrist
    origin: {xyz: [0, 0.01, 0.05]}
    axis: [0, 1, 0]
  - name: finger_right
    type: prismatic
    parent: wrist
    origin: {xyz: [0, -0.01, 0.05]}
    axis: [0, -1, 0]
    mimic: {joint: finger_left, ratio: 1, offset: 1 mm}
  - {name: wheel, type: continuous, parent: stand, dh: {alpha: 0}}
  - {name: plate, type: fixed, parent: upper_arm, origin: {xyz: [0, 0, 0.2]}, link: {mass: 0}}
  - {name: tube, type: cylindrical, parent: plate, dh: {d: 0.1}}
  - {name: ball, type: spherical, parent: tube, origin: {rpy: [0, 0.5 pi, 0]}, tip: {xyz: [1, 0, 0]}}
  - {name: puck, type: planar, parent: stand, origin: {}, axis: [0, 1, 0]}
  - {name: bird, type: floating, parent: stand, origin: {}}
frames:
  - {name: tool, link: wrist, xyz: [0, 0, 0.1], rpy: [0, 0, 45 deg]}
  - {name: eye, link: upper_arm}
payload:
  - {frame: tool, mass: 2, com: [0, 0, 0.05], inertia: {xx: 0.01, yy: 0.01, zz: 0.005}}
  - {frame: slide, mass: 0.5}
)";

}  // namespace alembert::testing
