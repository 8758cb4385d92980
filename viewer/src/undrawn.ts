// Meshes that a robot's file names and the page does not draw, by what is wrong with them.
import type { RobotData } from './document';
import { counted, el, section, table } from './dom';

export function undrawn(robot: RobotData, id = 'undrawn'): HTMLElement | null {
  const missing = robot.meshes.filter((mesh) => mesh.problem);
  if (missing.length === 0) return null;
  const links = robot.links.filter((link) => link.visuals.length > 0 && link.visuals.every((v) => v.shape === 'mesh' && robot.meshes[v.mesh ?? -1]?.problem));
  const rows = [...new Set(missing.map((mesh) => mesh.problem!))].map((problem) =>
    [problem, missing.filter((mesh) => mesh.problem === problem).map((mesh) => mesh.name).join('\n')]);
  const stand = links.length ? ` Limbs stand for ${counted(links.length, 'link')}: ${links.map((l) => l.name).join(', ')}.` : '';
  return section(`${counted(missing.length, 'mesh').replace('meshs', 'meshes')} not drawn`, id, el('p', {}, `The picture is not the whole robot.${stand}`),
    el('div', { class: 'scroll files' }, table(['why', 'files'], rows)));
}
