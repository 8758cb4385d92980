"""Does the plan survive reality? A motion under controllers, on an arm that is 5 % off."""

import alembert as al

s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
print(s.summary())
print(f"forward simulation reproduces the plan to {s.verify().position_error:.1e} rad")
for controller in ("computed-torque", "pd-gravity", "feed-forward-pd"):
    run = s.simulate(controller=controller, model_error=0.05, seed=3)
    print(f"{controller:16s} off by at most {run.largest_error:.4f} rad ({run.worst_joint})")
    assert not run.diverged
