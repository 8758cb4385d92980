// The page: reads the document that the program put into it and shows what it is about.
import { type Report, Unreadable, readDocument } from './document';
import { asked, el } from './dom';
import { bendingPage } from './bending_page';
import { motionPage } from './motion_page';
import { robotPage } from './robot_page';
import { studyPage } from './study_page';
import { sweepPage } from './sweep_page';
import { choose, theme } from './theme';

function refuse(reason: string, fix: string): void {
  document.title = 'Alembert: nothing to show';
  document.getElementById('page')!.replaceChildren(
    el('div', { class: 'refusal', role: 'alert' }, el('h1', {}, 'This report cannot be shown'), el('p', {}, reason), el('p', { class: 'fix' }, fix)),
  );
}

function foot(report: Report): HTMLElement {
  return el('footer', {},
    el('span', {}, `${report.program}. Made by `), el('code', { class: 'command' }, report.command), el('span', {}, '. Everything is in this file.'));
}

function start(): void {
  if (asked('light') !== undefined || (asked('still') !== undefined && asked('dark') === undefined)) choose('light');
  if (asked('dark') !== undefined) choose('dark');
  const page = document.getElementById('page')!;
  let report: Report;
  try {
    report = readDocument(document.getElementById('document')!.textContent ?? '');
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e;
    refuse(e.message, e.fix);
    return;
  }
  document.title = report.title ? `${report.title} · Alembert` : 'Alembert';
  const switcher = el('button', {
    type: 'button', class: 'theme', 'aria-label': 'Dark or light', title: 'Dark or light',
    click: () => choose(theme().dark ? 'light' : 'dark'),
  }, '◐');
  try {
    const show = { motion: motionPage, robot: robotPage, study: studyPage, bending: bendingPage, sweep: sweepPage }[report.page];
    show(report, page);
    page.append(foot(report), switcher);
  } catch (e) {
    console.error(e);
    refuse(`the document in this page is damaged: ${(e as Error).message}`, 'make the report again with the command that made it');
  }
}

start();
