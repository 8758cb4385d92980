"""Motion problems from files and keywords, their answers, and what is asked of those."""

import json
import os
import pickle
import subprocess
import threading
import time

import numpy as np
import pytest

import alembert as al

PROGRAM = os.environ.get("ALEMBERT_PROGRAM", "build/release/alembert")


@pytest.fixture(scope="module")
def reach():
    return al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))


def keywords(**more):
    """A small problem that is solved in no time."""
    return {"start": [0.0, 0.0], "goal": [0.8, 0.4], "spline": {"segments": 10}, **more}


def test_a_file_gives_the_motion_of_the_program(reach):
    ran = subprocess.run(
        [PROGRAM, "predict", "examples/xiang_1.yaml", "--json", "--no-verify"],
        capture_output=True, text=True,
    )  # fmt: skip
    theirs = json.loads(ran.stdout)
    ours = json.loads(reach.to_json())
    assert ours["status"] == theirs["status"] == "solved"
    assert ours["duration"] == pytest.approx(theirs["duration"], rel=1e-9)
    assert ours["given"] == theirs["given"]


def test_keywords_ask_what_the_file_asks(reach):
    given = reach.problem.to_dict()
    arm = al.load("models/two_link.yaml", gravity=given["gravity"])
    problem = al.MotionProblem(
        arm, name="xiang_1",
        start={"q": given["start"]["q"]}, goal={"q": given["goal"]["q"]},
        duration=given["duration"]["shortest"] if given["duration"]["longest"] else None,
        minimize={k: given["minimize"][k] for k in ("time", "effort") if given["minimize"][k]},
        spline=given["spline"],
    )  # fmt: skip
    assert repr(problem) == "<alembert.MotionProblem 'xiang_1' of 'two_link'>"
    other = problem.to_dict()
    for key in ("joints", "frames", "gravity", "spline", "limits"):
        assert other[key] == given[key], key
    for end in ("start", "goal"):
        assert other[end]["q"] == given[end]["q"]


def test_limits_cover_true_friction_unless_told_otherwise():
    arm = al.load("models/puma560.yaml")
    ends = {"start": [0.4, 1.2, -1.0, -0.5, 0.3, 0.2], "goal": [-1.1, 0.3, 0.1, 0.8, -0.6, 1.0]}
    problem = al.MotionProblem(arm, **ends)
    smoothed = al.MotionProblem(arm, friction="smoothed", **ends)
    assert "friction" not in problem.to_dict()
    assert smoothed.to_dict()["friction"] == "smoothed"
    covered, alone = al.solve(problem), al.solve(smoothed)
    assert covered.status == alone.status == "solved"
    assert alone.duration < covered.duration < 1.05 * alone.duration
    assert "smoothed" in alone.message and "smoothed" not in covered.message
    with pytest.raises(al.Error, match="friction is 'rough'"):
        al.MotionProblem(arm, friction="rough", **ends)


def test_smooth_motions_begin_and_end_without_acceleration():
    arm = al.load("models/two_link.yaml")
    problem = al.MotionProblem(arm, smooth={"speed_time": 0.25}, **keywords())
    given = problem.to_dict()
    assert given["smooth"] is True
    assert given["start"]["a"] == given["goal"]["a"] == [0.0, 0.0]
    assert None not in given["limits"]["acceleration"] + given["limits"]["jerk"]
    assert given["minimize"]["jerk"] > 0
    rough = al.MotionProblem(arm, **keywords()).to_dict()
    assert "smooth" not in rough and rough["start"]["a"] is None
    answer = al.solve(problem)
    assert answer.status == "solved"


def test_everything_the_format_has_is_a_keyword(arm):
    problem = al.MotionProblem(
        arm,
        start=["0", "-45 deg", "0", "-135 deg", "0", "90 deg", "45 deg"],
        waypoints=[{"name": "pick", "at": 0.5, "rest": True,
                    "pose": {"frame": "flange", "xyz": [0.45, 0.25, "25 cm"], "rpy": [3.14, 0, 0]}}],
        goal={"pose": {"frame": "flange", "xyz": np.array([0.45, -0.3, 0.5])}},
        duration={"min": 0.1, "max": 10, "guess": 2},
        minimize={"time": 1, "effort": 1e-5},
        limits={"velocity": 2, "torque": np.array([80, 80, 80, 80, 12, 12, 12.0]), "jerk": "none"},
        spline={"degree": 3, "segments": 24, "knots": "phases"},
        loads={"frame": "flange", "force": [0, 0, -5], "to": "pick"},
        carry={"name": "part", "frame": "flange", "mass": 1.5, "com": [0, 0, 0.05], "from": "pick"},
        path=[{"name": "high", "frame": "flange", "plane": {"point": [0, 0, 0.1], "normal": "z"}}],
        clearance={"margin": "1 cm", "arm": [{"name": "hand", "frame": "flange", "sphere": 0.06}],
                   "obstacles": [{"name": "ball", "sphere": 0.08, "xyz": [0.5, -0.05, 0.2]}]},
        solver={"tolerance": 1e-4, "starts": 1},
    )  # fmt: skip
    given = problem.to_dict()
    assert given["start"]["q"][1] == pytest.approx(-np.pi / 4)
    assert given["limits"]["torque_upper"] == [80, 80, 80, 80, 12, 12, 12]
    assert given["carried"][0]["name"] == "part" and given["clearance"]["margin"] == 0.01
    assert pickle.loads(pickle.dumps(problem)).to_dict() == given
    periodic = al.MotionProblem(
        al.load("models/two_link.yaml"), periodic=True, duration=1.5, minimize="effort",
        waypoints=[{"pose": {"frame": "tip", "xyz": [0.3, 0.5, 0]}}],
    )  # fmt: skip
    assert periodic.to_dict()["repetition"]["image"] == [0, 1]


def test_a_line_has_round_ends(arm):
    start, along = np.array([0.0, 0.3, 0.0, -1.5, 0.0, 1.8, 0.0]), np.array([0.0, 1.0, 0.0])
    at = arm.pose(start, "flange")[:3, 3]
    turned = [arm.pose(start + 1e-4 * np.eye(7)[j], "flange")[:3, 3] - at for j in range(7)]
    jacobian = np.array(turned).T / 1e-4
    points = np.tile(start, (8, 1))
    # Out beyond the beginning, and as far to the side.
    corner = np.linalg.pinv(jacobian) @ (0.99e-3 * (-along + np.array([0.0, 0.0, 1.0])))
    points[3:6] += corner
    knots = [0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5]
    line = {"from": at.tolist(), "to": (at + 0.3 * along).tolist(), "tolerance": 1e-3}
    problem = al.MotionProblem(
        arm, start=start, goal=start, path={"name": "seam", "frame": "flange", "line": line}
    )
    verdicts = {}
    for share in (0.5, 1.0):
        motion = al.Spline(3, knots, start + share * (points - start))
        proof = al.certify(problem, motion)
        verdicts[share] = [limit.verdict for limit in proof.limits if limit.worst.name == "seam"]
    assert verdicts == {0.5: ["holds"], 1.0: ["violated"]}
    given = problem.to_dict()["lines"]
    assert [one["tolerance"] for one in given] == [1e-3]


def test_mistakes_are_named_without_lines(two_link):
    with pytest.raises(al.Error, match="did you mean") as caught:
        al.MotionProblem(two_link, start=[0, 0], goal=[1, 1], minimize="tim")
    assert caught.value.file == "" and caught.value.line == 0
    with pytest.raises(al.Error):
        al.MotionProblem(two_link, start=[0, 0, 0], goal=[1, 1])
    with pytest.raises(ValueError, match="finite"):
        al.MotionProblem(two_link, start=[0, np.nan], goal=[1, 1])
    with pytest.raises(TypeError, match="alembert.load"):
        al.MotionProblem("arm.urdf", start=[0, 0], goal=[1, 1])
    with pytest.raises(TypeError, match="MotionProblem"):
        al.solve(two_link)


def test_an_answer_is_worth_what_it_says(reach):
    assert reach.solved and reach.certificate.method == "proven"
    assert reach.certify().holds and reach.verify().within(1e-6)
    samples = reach.samples
    np.testing.assert_allclose(samples.q, reach.motion(samples.t), rtol=0, atol=1e-12)
    model = reach.problem.model
    tau = model.inverse_dynamics(samples.q, samples.v, samples.a)
    np.testing.assert_allclose(tau, samples.tau, rtol=1e-9, atol=1e-9)
    assert np.abs(samples.tau).max() <= 10.0
    assert reach.sample(11).t[-1] == pytest.approx(reach.duration)
    run = reach.simulate(model_error=0.05)
    assert not run.diverged and run.q.shape == run.planned_q.shape


def test_answers_are_tables(reach):
    pytest.importorskip("pandas")
    table = reach.to_pandas()
    assert list(table.columns)[:2] == ["q.joint1", "q.joint2"] and table.index.name == "t"


def test_answers_pickle_and_are_saved(reach, tmp_path):
    other = pickle.loads(pickle.dumps(reach))
    assert other.to_json() == reach.to_json()
    assert other.motion == reach.motion
    assert other.samples.tau.tobytes() == reach.samples.tau.tobytes()
    assert other.certify().holds
    for ending in ("json", "csv", "hpp", "svg"):
        reach.save(tmp_path / f"motion.{ending}")
    again = al.load_motion(tmp_path / "motion.json")
    assert again.motion == reach.motion and again.problem.model.dofs == 2
    reach.report(tmp_path / "move.html")
    page = (tmp_path / "move.html").read_text()
    assert "report/1" in page and page.lstrip().lower().startswith("<!doctype html")
    with pytest.raises(ValueError, match="ending"):
        reach.save(tmp_path / "motion.xyz")


def test_a_problem_without_an_answer_says_why(two_link):
    s = al.solve(al.MotionProblem(two_link, start=[0, 0], goal=[1, 1], limits={"torque": 1.0}))
    assert s.status == "infeasible" and s.cause["kind"] == "cannot_hold" and s.message


def height(q, v, a):
    return (0.4 * (np.sin(q[0]) + np.sin(q[0] + q[1])) - 0.1) ** 2


def height_gradient(q, v, a):
    off = 0.4 * (np.sin(q[0]) + np.sin(q[0] + q[1])) - 0.1
    both = 0.4 * np.cos(q[0] + q[1])
    return 2 * off * np.array([0.4 * np.cos(q[0]) + both, both]), np.zeros(2), np.zeros(2)


def height_hessian(q, v, a):
    first, both = 0.4 * np.sin(q[0]), 0.4 * np.sin(q[0] + q[1])
    off = first + both - 0.1
    slope = np.array([0.4 * np.cos(q[0]), 0.0]) + 0.4 * np.cos(q[0] + q[1])
    whole = np.zeros((6, 6))
    bend = np.array([[first + both, both], [both, both]])
    whole[:2, :2] = 2 * (np.outer(slope, slope) - off * bend)
    return whole


def with_term(two_link, term):
    return al.MotionProblem(
        two_link, start=[-0.8, 2.0], goal=[0.9, -1.5], duration=1.0, minimize={"effort": 1e-3},
        terms=term,
    )  # fmt: skip


def test_terms_of_ones_own_by_hand_and_by_jets_agree(two_link):
    by_jets = al.solve(with_term(two_link, al.Term(height, weight=100, name="seen")))
    term = al.Term(
        height, weight=100, name="seen", gradient=height_gradient, hessian=height_hessian
    )
    by_hand = al.solve(with_term(two_link, term))
    assert by_jets.solved and by_hand.solved
    assert by_jets.objective == pytest.approx(by_hand.objective, abs=1e-6)
    assert "seen" in by_jets.objective_terms
    plain = al.solve(with_term(two_link, []))
    off = [np.mean([height(q, 0, 0) for q in s.samples.q]) for s in (by_jets, plain)]
    assert off[0] < 0.5 * off[1]


def test_jets_are_derivatives():
    from alembert._jets import differentiated

    def f(q, v, a):
        x, y, z = q[0], v[0], a[0]
        sum = np.sin(x) * y / (1 + z**2) + np.exp(x * y) - np.sqrt(2 + z) ** 3
        return sum + np.tanh(x) * abs(y)

    x = np.array([0.3, 0.7, 0.2])
    value, gradient, hessian = differentiated(f, x[:1], x[1:2], x[2:])
    g = lambda x: f(x[:1], x[1:2], x[2:])  # noqa: E731
    step = 1e-5
    unit = np.eye(3) * step
    assert value == g(x)
    slopes = [(g(x + e) - g(x - e)) / (2 * step) for e in unit]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-7)
    slope = lambda x: differentiated(f, *np.split(x, 3))[1]  # noqa: E731
    bends = [(slope(x + e) - slope(x - e)) / (2 * step) for e in unit]
    np.testing.assert_allclose(hessian, bends, rtol=1e-6, atol=1e-8)


def test_a_term_that_raises_is_heard(two_link):
    def bad(q, v, a):
        raise ZeroDivisionError("on purpose")

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        al.solve(with_term(two_link, al.Term(bad)))
    calls = [0]

    def late(q, v, a):
        calls[0] += 1
        if calls[0] > 40:
            raise LookupError("in the middle")
        return q[0] ** 2

    with pytest.raises(LookupError, match="in the middle"):
        al.solve(with_term(two_link, al.Term(late)))
    import math

    with pytest.raises(TypeError, match="np.sin, not math.sin"):
        al.solve(with_term(two_link, al.Term(lambda q, v, a: math.sin(q[0]) ** 2)))
    with pytest.raises(ValueError, match="three arrays of 2"):
        al.solve(with_term(two_link, al.Term(
            height, gradient=lambda q, v, a: [np.zeros(2)], hessian=height_hessian)))  # fmt: skip
    with pytest.raises(ValueError, match="both"):
        al.Term(height, gradient=height_gradient)


def test_progress_is_told_and_may_stop(two_link):
    seen = []
    problem = al.MotionProblem(two_link, **keywords(minimize="time"))
    al.solve(problem, on_progress=lambda *now: seen.append(now))
    assert len(seen) > 3 and len(seen[0]) == 4
    stopped = al.solve(problem, on_progress=lambda *now: False)
    assert stopped.status == "interrupted"
    with pytest.raises(KeyError):
        al.solve(problem, on_progress=lambda *now: {}["missing"])


def test_solves_run_in_threads_and_release_the_lock(two_link):
    problem = al.MotionProblem(two_link, **keywords(minimize="time"))
    want = al.solve(problem).duration
    found, ticks = [], [0]
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    work = lambda: found.append(al.solve(problem).duration)  # noqa: E731
    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    done.set()
    ticker.join()
    assert found == [want] * 3 and ticks[0] > 3


def test_retiming_follows_the_path(arm):
    middle = [0.5, 0.2, 0, -1.5, 0, 1, 0.3]
    points = np.array([[0, 0, 0, -2, 0, 1, 0], middle, [1, 0, 0, -1, 0, 1, 0]])
    fast = al.retime(arm, points)
    assert fast.blocked == "" and fast.solution.certificate.method == "proven"
    assert fast.path_kept and fast.deviation <= 0.1
    np.testing.assert_allclose(fast.solution.motion(fast.solution.duration), points[-1], atol=1e-9)
    weak = al.MotionProblem(arm, start=points[0], goal=points[-1], limits={"torque": 5.0})
    assert "cannot be followed" in al.retime(weak, points).blocked


def test_retiming_keeps_to_a_tolerance_of_points_and_of_curves(arm):
    points = np.array([[0, 0, 0, -2, 0, 1, 0], [0.5, 0.2, 0, -1.5, 0, 1, 0.3], [1, 0, 0, -1, 0, 1, 0]])
    often = np.repeat(points, 2, axis=0)
    assert al.path_through(often).repeated == 3
    tight = al.retime(arm, often, path_tolerance=1e-3)
    assert tight.path_kept and tight.deviation <= 1e-3
    assert tight.solution.duration > al.retime(arm, points).solution.duration
    curve = al.path_through(points).curve
    along = al.retime(arm, curve, path_tolerance=1e-5)
    assert along.path_kept and along.deviation <= 1e-5


def test_retiming_takes_speeds_at_the_ends_and_a_duration(arm):
    points = [[0, 0, 0, -2, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]]
    fast = al.retime(arm, points).solution
    moving = al.retime(arm, points, start_speed=0.3, end_speed=0.2).solution
    assert moving.duration < fast.duration
    np.testing.assert_allclose(np.linalg.norm(moving.motion(0.0, 1)), 0.3, rtol=1e-9)
    np.testing.assert_allclose(al.retime(arm, points, duration=9.0).solution.duration, 9.0)
    assert "at least" in al.retime(arm, points, duration=0.5 * fast.duration).blocked


def test_other_motions_are_certified(two_link):
    t = np.linspace(0, 4, 40)
    slow = np.stack([0.1 * np.sin(t), 0.1 * np.cos(t)], axis=1)
    curve = al.fit_spline(t, slow, degree=5, segments=8).spline
    problem = al.MotionProblem(two_link, start=curve(0.0), goal=curve(4.0))
    proof = al.certify(problem, curve)
    assert proof.holds and all(limit.bound <= 0 for limit in proof.limits)
    tight = al.MotionProblem(two_link, start=curve(0.0), goal=curve(4.0), limits={"torque": 1.0})
    assert not al.certify(tight, curve).holds
    with pytest.raises(TypeError, match="Solution or a Spline"):
        al.certify(problem, slow)


def test_links_without_their_shapes_are_an_error_or_told(tmp_path):
    """A mesh that is not there is not clear."""
    urdf = """<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="0.05"/></geometry></collision>
<collision><geometry><mesh filename="package://shapes/upper.obj"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" velocity="2" effort="20"/></joint></robot>"""
    (tmp_path / "arm.urdf").write_text(urdf)
    arm = al.load(tmp_path / "arm.urdf")
    asked = {"start": [0.0], "goal": [0.5], "minimize": "time"}
    clearance = {"arm": "from-robot", "obstacles": [{"sphere": 0.1, "xyz": [0, 0, 2]}]}
    with pytest.raises(al.Error, match="upper.obj"):
        al.MotionProblem(arm, clearance=clearance, **asked)
    ignoring = al.MotionProblem(arm, clearance={**clearance, "missing": "ignore"}, **asked)
    told = "link 'upper' was not looked at"
    assert told in al.solve(ignoring).summary()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "upper.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    folders = {"shapes": tmp_path / "elsewhere"}
    whole = al.MotionProblem(arm, clearance=clearance, packages=folders, **asked)
    assert told not in al.solve(whole).summary()
    assert pickle.loads(pickle.dumps(whole))._meshes() == whole._meshes()


def test_distances_of_a_world_and_their_derivatives():
    arm = al.load("models/seven_axis.yaml")
    world = al.World(
        arm,
        {
            "margin": 0.01,
            "arm": [
                {"name": "hand", "frame": "flange", "sphere": 0.05},
                {"name": "wrist", "frame": "joint6", "sphere": 0.06, "xyz": [0.05, 0.0, 0.0]},
            ],
            "obstacles": [
                {"name": "box", "box": [0.3, 0.3, 0.3], "xyz": [0.6, 0.1, 0.4]},
                {"name": "ball", "sphere": 0.1, "xyz": [0.2, -0.5, 0.6]},
            ],
        },
    )
    assert world.pairs == [(a, b) for a in ("hand", "wrist") for b in ("box", "ball")]
    random = np.random.default_rng(1)
    q = random.uniform(-1.0, 1.0, (200, 7)) + [0, 0, 0, -1.6, 0, 1.6, 0]
    far = world.distances(q)
    J = world.gradients(q)
    assert far.shape == (200, 4) and J.shape == (200, 4, 7)
    assert np.array_equal(far[3], world.distances(q[3]))
    h = 1e-6
    for j in range(7):
        step = h * np.eye(7)[j]
        slope = (world.distances(q + step) - world.distances(q - step)) / (2 * h)
        outside = far > 0.01
        assert abs(slope - J[:, :, j])[outside].max() < 1e-7
    clear = world.clear(q)
    sure = abs(far.min(axis=1) - 0.01) > 1e-5
    assert np.array_equal(clear[sure], (far.min(axis=1) > 0.01)[sure])
    assert 20 < clear.sum() < 200
    with pytest.raises(al.Error):
        al.World(arm, {"arm": [{"frame": "nowhere", "sphere": 0.1}]})


def test_a_world_is_a_scene_or_its_file(tmp_path):
    arm = al.load("models/seven_axis.yaml")
    hand = {"arm": [{"name": "hand", "frame": "flange", "sphere": 0.05}]}
    points = np.random.default_rng(1).uniform(-1.0, 1.0, (300, 3))
    cloud = {"name": "cloud", "points": points.tolist(), "radius": 0.01}
    world = al.World(arm, hand, {"objects": [cloud]})
    q = [0.1, 0.5, 0.2, -1.4, 0.0, 1.5, 0.0]
    single = {"obstacles": [{"sphere": 0.01, "xyz": list(point)} for point in points]}
    assert abs(world.distances(q).min() - al.World(arm, {**hand, **single}).distances(q).min()) < 1e-9
    scene = tmp_path / "scene.yaml"
    scene.write_text(
        "alembert: scene/1\nobjects:\n"
        "- {name: stone, hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], xyz: [1, 1, 0]}\n"
        "- {name: can, cylinder: {radius: 0.1, length: 0.3}, xyz: [0.5, -0.5, 0.2]}\n"
    )
    assert al.World(arm, hand, scene).pairs == [("hand", "stone"), ("hand", "can")]
    with pytest.raises(al.Error):
        al.World(arm, hand, tmp_path / "gone.yaml")
