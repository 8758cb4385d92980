// Distance of two solids: boxes, segments or points, grown by a radius. The nearest points are found
// by moving one coordinate at a time, which cannot fail on convex shapes.
import type { Pose, Solid, Vec } from './document';
import { add, apply, dot, norm, rotate, scaled, sub } from './kinematics';

export function moved(pose: Pose, solid: Solid): Solid {
  return {
    corner: apply(pose, solid.corner),
    edges: solid.edges.map((edge) => rotate(pose, edge)),
    radius: solid.radius,
  };
}

export function distance(a: Solid, b: Solid): number {
  const edges: Vec[] = [...a.edges, ...b.edges.map((edge) => scaled(edge, -1))];
  const y = edges.map(() => 0.5);
  let gap = edges.reduce((sum, edge) => add(sum, scaled(edge, 0.5)), sub(a.corner, b.corner));
  for (let sweep = 0; sweep < 300; ++sweep) {
    let largest = 0;
    edges.forEach((edge, k) => {
      const square = dot(edge, edge);
      if (square === 0) return;
      const next = Math.min(1, Math.max(0, y[k] - dot(gap, edge) / square));
      const step = next - y[k];
      y[k] = next;
      gap = add(gap, scaled(edge, step));
      largest = Math.max(largest, Math.abs(step));
    });
    if (largest < 1e-10) break;
  }
  return norm(gap) - a.radius - b.radius;
}
