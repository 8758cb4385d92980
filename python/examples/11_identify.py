"""A robot's parameters from its own log, and the motion to log next.

python3 python/examples/11_identify.py
"""

import alembert as al

found = al.identify("models/two_link.yaml", "examples/two_link_log.csv")
print(f"on blocks that were held out the file leaves {found.held_out.file:.1%} of the torque, "
      f"the robot found {found.held_out.identified:.1%}")  # fmt: skip
for p in found.base:
    print(f"{p.value:8.4f} ± {(p.upper - p.lower) / 2:.4f} {p.unit:10} {p.knowledge:32} {p.name}")

told = al.excite(found.robot.compile(), duration=6, starts=1)
print(f"next motion: {told.motion.duration:.1f} s, limits {'proven' if told.holds else 'not proven'}")
assert not found.worse_than_file and told.holds
