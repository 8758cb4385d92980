"""Arrays as a NumPy user hands them over."""

import threading

import numpy as np
import pytest

import alembert as al


def test_rows_of_a_batch_are_the_single_answers(arm, states):
    q, v, a = states
    tau = arm.inverse_dynamics(q, v, a)
    for i in (0, 1, 511, 512, 999):
        one = arm.inverse_dynamics(q[i], v[i], a[i])
        np.testing.assert_allclose(tau[i], one, rtol=1e-12, atol=1e-12)
    lift = al.BaseMotion((0, 0, 3), (0.1, 0.2, 0.3))
    push = al.Load("flange", force=(1, 2, 3))
    calls = {
        "forward": lambda *state: [arm.forward_dynamics(*state)],
        "forward, carried": lambda *state: [arm.forward_dynamics(*state, base_motion=lift)],
        "forward, pushed": lambda *state: [arm.forward_dynamics(*state, loads=push)],
        "carried": lambda *state: [arm.inverse_dynamics(*state, base_motion=lift)],
        "pushed": lambda *state: [arm.inverse_dynamics(*state, loads=push)],
        "mass": lambda q, v, a: [arm.mass_matrix(q)],
        "derivatives": arm.derivatives,
        "derivatives, pushed": lambda *state: arm.derivatives(*state, loads=push),
        "forward derivatives": arm.forward_derivatives,
        "Hessian": lambda q, v, a: arm.weighted_hessian(q, v, a, weights=a),
        "Hessian, pushed": lambda q, v, a: arm.weighted_hessian(q, v, a, weights=a, loads=push),
    }
    for name, call in calls.items():
        for whole, part in zip(call(q, v, a), call(q[5], v[5], a[5])):
            size = np.abs(part).max()
            np.testing.assert_allclose(whole[5], part, rtol=0, atol=1e-10 * size, err_msg=name)
    np.testing.assert_array_equal(arm.pose(q, "flange")[7], arm.pose(q[7], "flange"))
    np.testing.assert_array_equal(arm.jacobian(q, "flange")[7], arm.jacobian(q[7], "flange"))
    np.testing.assert_array_equal(arm.energy(q, v).kinetic[7], arm.energy(q[7], v[7]).kinetic)


def test_threads_and_chunks_change_no_bit(arm, states):
    q, v, a = states
    whole = arm.inverse_dynamics(q, v, a, threads=1)
    for threads in (2, 3, 16):
        assert whole.tobytes() == arm.inverse_dynamics(q, v, a, threads=threads).tobytes()
    assert whole[:1].tobytes() == arm.inverse_dynamics(q[:1], v[:1], a[:1]).tobytes()


def test_a_vector_counts_for_all_rows(arm, states):
    q, v, a = states
    zero = np.zeros(arm.dofs)
    wide = arm.inverse_dynamics(q, np.zeros_like(v), np.zeros_like(a))
    assert arm.inverse_dynamics(q, zero, zero).tobytes() == wide.tobytes()
    assert arm.bias(q, zero).tobytes() == arm.bias(q, np.zeros_like(v)).tobytes()


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.float16, np.longdouble, np.uint8, bool])
def test_other_numbers_are_converted(arm, kind):
    q = np.ones(arm.dofs, dtype=kind)
    tau = arm.inverse_dynamics(q, np.zeros(arm.dofs), np.zeros(arm.dofs))
    assert tau.dtype == np.float64
    assert tau.tobytes() == arm.inverse_dynamics(np.ones(arm.dofs), [0] * 7, (0,) * 7).tobytes()


def test_other_orders_give_the_same_numbers(arm, states):
    q, v, a = states
    want = arm.inverse_dynamics(q, v, a)
    wide = np.zeros((1000, 11))
    wide[:, 2:9] = q
    swapped = q.astype(">f8")
    for other in (np.asfortranarray(q), wide[:, 2:9], swapped, q[::-1][::-1], q.tolist()):
        assert arm.inverse_dynamics(other, v, a).tobytes() == want.tobytes()
    assert arm.inverse_dynamics(q[::2], v[::2], a[::2]).tobytes() == want[::2].tobytes()
    assert arm.inverse_dynamics(q[::-1], v[::-1], a[::-1]).tobytes() == want[::-1].tobytes()
    frozen = q.copy()
    frozen.flags.writeable = False
    assert arm.inverse_dynamics(frozen, v, a).tobytes() == want.tobytes()


def test_no_copy_is_made_of_contiguous_arrays(arm):
    tracemalloc = pytest.importorskip("tracemalloc")
    q, v, a = np.random.default_rng(0).uniform(-1, 1, (3, 100_000, 7))
    out = np.empty_like(q)
    for kind in (np.float64, np.float32):
        parts = [x.astype(kind) for x in (q, v, a, out)]
        arm.inverse_dynamics(*parts[:3], out=parts[3])
        tracemalloc.start()
        arm.inverse_dynamics(*parts[:3], out=parts[3])
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 100_000  # one array has 5.6 MB, or half of that


def test_out_is_filled_and_returned(arm, states):
    q, v, a = states
    out = np.empty_like(q)
    assert arm.inverse_dynamics(q, v, a, out=out) is out
    assert out.tobytes() == arm.inverse_dynamics(q, v, a).tobytes()
    blocks = tuple(np.empty((1000, 7, 7)) for _ in range(3))
    d = arm.derivatives(q, v, a, out=blocks)
    assert d.q is blocks[0] and d.a is blocks[2]
    assert d.q.tobytes() == arm.derivatives(q, v, a).q.tobytes()


def test_out_may_be_an_argument(arm, states):
    q, v, a = (x.copy() for x in states)
    want = arm.inverse_dynamics(q, v, a)
    assert arm.inverse_dynamics(q, v, a, out=a) is a
    assert a.tobytes() == want.tobytes()
    one = states[2][0].copy()
    want = arm.inverse_dynamics(q[0], v[0], one)
    arm.inverse_dynamics(q[0], v[0], one, out=one)
    assert one.tobytes() == want.tobytes()
    both = np.zeros((1001, 7))
    both[:1000] = states[2]
    want = arm.inverse_dynamics(q, v, states[2])
    arm.inverse_dynamics(q, v, both[:1000], out=both[1:])
    assert both[1:].tobytes() == want.tobytes()


@pytest.mark.parametrize(
    "out, kind, words",
    [
        (np.empty(6), ValueError, r"shape \(6,\).*\(7,\)"),
        (np.empty(7, np.float32), ValueError, "float64"),
        (np.empty((7, 2))[:, 0], ValueError, "C-contiguous"),
        ([0] * 7, TypeError, "out is no array"),
    ],
)
def test_an_out_that_does_not_fit_says_what_would(arm, out, kind, words):
    zero = np.zeros(7)
    with pytest.raises(kind, match=words):
        arm.inverse_dynamics(zero, zero, zero, out=out)


def test_an_out_that_is_read_only_is_refused(arm):
    out = np.empty(7)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        arm.inverse_dynamics(np.zeros(7), np.zeros(7), np.zeros(7), out=out)


@pytest.mark.parametrize(
    "q, kind, words",
    [
        (np.zeros(6), ValueError, r"q has shape \(6,\): give \(7,\)"),
        (np.zeros((2, 6)), ValueError, r"\(N, 7\)"),
        (np.zeros((2, 3, 7)), ValueError, r"\(2, 3, 7\)"),
        (0.0, ValueError, "one number"),
        (np.zeros(7, complex), TypeError, "complex128"),
        (["a"] * 7, TypeError, "real numbers"),
        (None, TypeError, "q has dtype object"),
        ([[1, 2], [3]], (ValueError, TypeError), "q has"),
    ],
)
def test_wrong_arguments_say_what_to_give(arm, q, kind, words):
    with pytest.raises(kind, match=words):
        arm.inverse_dynamics(q, np.zeros(7), np.zeros(7))


@pytest.mark.parametrize("bad, words", [(np.nan, "nan"), (np.inf, "inf"), (-np.inf, "-inf")])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_what_is_not_finite_is_refused_with_its_place(arm, states, bad, words, kind):
    q, v, a = (x.astype(kind) for x in states)
    v[700, 0] = bad
    with pytest.raises(ValueError, match=rf"v\[700, 0\] is {words}"):
        arm.inverse_dynamics(q, v, a)
    with pytest.raises(ValueError, match=rf"v\[0\] is {words}"):
        arm.inverse_dynamics(q[700], v[700], a[700])
    with pytest.raises(ValueError, match=rf"v\[0\] is {words}"):
        arm.inverse_dynamics(q, v[700], a)


def test_rows_that_differ_are_refused(arm, states):
    q, v, a = states
    with pytest.raises(ValueError, match="v has 999 rows where others have 1000"):
        arm.inverse_dynamics(q, v[:-1], a)


def test_no_rows_give_no_rows(arm):
    none = np.zeros((0, 7))
    assert arm.inverse_dynamics(none, none, none).shape == (0, 7)
    assert arm.mass_matrix(none).shape == (0, 7, 7)


def test_unknown_names_list_those_there_are(arm):
    q = np.zeros(7)
    with pytest.raises(al.Error, match="flange") as caught:
        arm.pose(q, "flunge")
    assert caught.value.code == "name"
    with pytest.raises(al.Error, match="kane"):
        arm.inverse_dynamics(q, q, q, formulation="kain")
    with pytest.raises(TypeError, match="frame is to be a str"):
        arm.pose(q, 3)
    with pytest.raises(ValueError, match="'world' or 'frame'"):
        arm.jacobian(q, "flange", axes="tool")


def test_a_joint_that_moves_no_mass_is_told():
    robot = al.Robot("ghost")
    robot.add_joint("j1", mass=0.0, com=(0, 0, 0), inertia=(0, 0, 0))
    model = robot.compile()
    with pytest.raises(al.Error, match="moves no mass"):
        model.forward_dynamics([0.0], [0.0], [1.0])
    with pytest.raises(al.Error, match="row 0"):
        model.forward_dynamics([[0.0]], [0.0], [1.0])


def test_a_model_that_was_never_made_says_so():
    with pytest.raises(TypeError, match="alembert.load"):
        al.Model.__new__(al.Model).inverse_dynamics([0], [0], [0])
    with pytest.raises(TypeError):
        al.Model._inverse_dynamics(3, [0], [0], [0], None, 0, None, None)


def test_a_model_of_two_bases_is_found(two_link):
    class Both(al.Model, al.Spline):
        def __init__(self):
            al.Model.__init__(self, al.Robot.load("models/two_link.yaml"))
            al.Spline.__init__(self, 1, [0, 0, 1, 1], [[0.0], [1.0]])

    both = Both()
    assert both.gravity_torque([0, 0]).tolist() == two_link.gravity_torque([0, 0]).tolist()


def test_threads_of_python_share_a_model(arm, states):
    q, v, a = states
    want = arm.inverse_dynamics(q, v, a), arm.inverse_dynamics(q[3], v[3], a[3]), arm.mass_matrix(q)
    wrong = []

    def work():
        for _ in range(50):
            got = (
                arm.inverse_dynamics(q, v, a),
                arm.inverse_dynamics(q[3], v[3], a[3]),
                arm.mass_matrix(q),
            )
            if any(x.tobytes() != y.tobytes() for x, y in zip(got, want)):
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_a_base_that_moves(arm, states):
    q, v, a = (x[:20] for x in states)
    pushed = al.BaseMotion(acceleration=(1.0, -2.0, 3.0))
    heavier = arm.with_gravity(arm.gravity - pushed.acceleration)
    for moved, still in (
        (arm.inverse_dynamics(q, v, a, base_motion=pushed), heavier.inverse_dynamics(q, v, a)),
        (arm.bias(q, v, base_motion=pushed), heavier.bias(q, v)),
        (arm.forward_dynamics(q, v, a, base_motion=pushed), heavier.forward_dynamics(q, v, a)),
    ):
        np.testing.assert_allclose(moved, still, rtol=1e-11, atol=1e-11)
    turned = al.BaseMotion((0.3, 0.2, 0.1), (0, 0, 1.5), (0, 0, -0.7))
    want = arm.inverse_dynamics(q, v, a, base_motion=turned)
    free = al.load("models/seven_axis.yaml", floating_base=True)
    place = {name.split(".")[1]: i for i, name in enumerate(free.joint_names[:6])}
    Q, V, A = (np.concatenate([np.zeros((20, 6)), x], axis=1) for x in (q, v, a))
    V[:, place["rz"]], A[:, place["rz"]] = 1.5, -0.7
    for axis, value in zip("xyz", (0.3, 0.2, 0.1)):
        A[:, place[axis]] = value
    got = free.inverse_dynamics(Q, V, A)[:, 6:]
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9)
    regressor = al.Regressor(arm, drives=True, springs=True)
    torques = regressor(q, v, a, base_motion=turned) @ regressor.parameters
    np.testing.assert_allclose(torques, want, rtol=1e-9, atol=1e-9)
    # It rests again afterwards.
    fresh = al.load("models/seven_axis.yaml")
    assert arm.bias(q, v).tobytes() == fresh.bias(q, v).tobytes()
    assert arm.inverse_dynamics(q, v, a).tobytes() == fresh.inverse_dynamics(q, v, a).tobytes()
    one = arm.inverse_dynamics(q[3], v[3], a[3], base_motion=turned)
    np.testing.assert_allclose(one, want[3], rtol=1e-12, atol=1e-12)
    with pytest.raises(al.Error, match="no base that moves"):
        arm.inverse_dynamics(q, v, a, base_motion=turned, formulation="kane")
    with pytest.raises(TypeError, match="BaseMotion"):
        arm.bias(q, v, base_motion=(0, 0, 1))
    with pytest.raises(ValueError, match="three numbers"):
        al.BaseMotion((0, 1))


def test_design_derivatives_know_loads_and_the_base(two_link):
    design = al.DesignDerivatives(two_link, inertias=False)
    state = [0.3, 0.4], [1.0, 2.0], [3.0, 4.0]
    push, moved = al.Load("tip", (5, 0, 0)), al.BaseMotion((0, 3, 0))
    plain, both = design(*state), design(*state, loads=push, base_motion=moved)
    assert plain.shape == both.shape and abs(plain - both).max() > 1e-3
    heavier = al.DesignDerivatives(two_link.with_gravity((0, -12.81, 0)), inertias=False)
    np.testing.assert_allclose(both, heavier(*state, loads=push), rtol=1e-10, atol=1e-12)


def test_the_whole_tensor_is_the_hessian_of_every_torque(arm, states):
    q, v, a = (x[:3] for x in states)
    push = al.Load("flange", (1, 2, 3))
    whole = arm.second_derivatives(q, v, a, loads=push)
    assert whole.qq.shape == (3, 7, 7, 7)
    one = arm.second_derivatives(q[1], v[1], a[1], loads=push)
    for i, weights in enumerate(np.eye(7)):
        h = arm.weighted_hessian(q[1], v[1], a[1], weights, loads=push)
        for part, block, many in zip(h, one, whole):
            np.testing.assert_allclose(block[i], part, rtol=1e-9, atol=1e-10)
            assert many[1].tobytes() == block.tobytes()
