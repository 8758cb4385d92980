// Opens reports in Debian's Chromium, as a reader would, and looks at what is there. Called by CTest:
//   node test/run.mjs PROGRAM TEST_REPORT SOURCE_FOLDER OUTPUT_FOLDER
// Screenshots stay in the output folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [program, testReport, source, output] = process.argv.slice(2).map((path) => resolve(path));
const skip = (reason) => {
  console.log(`Viewer: Skipped\n${reason}`);
  process.exit(0);
};

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!browserPath) skip('There is no Chromium here to open reports with');
const { chromium } = await import('playwright-core').catch(() => skip('viewer/node_modules is not there: npm ci in viewer/ makes it'));

mkdirSync(output, { recursive: true });
const alembert = (...words) => execFileSync(program, words, { cwd: output, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
/// The same of a command that ends with a code.
const alembertOr = (code, ...words) => {
  try {
    return alembert(...words);
  } catch (e) {
    assert.equal(e.status, code);
    return e.stdout;
  }
};
const example = (name) => join(source, 'examples', name);

const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--enable-precise-memory-info'],
});

/// A page that must not speak to a network and must not complain.
async function open(file, { width = 1280, height = 800, hash = '', expectErrors = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(240000); // a busy machine is no fault of the page
  const trouble = [];
  page.on('console', (m) => m.type() === 'error' && trouble.push(m.text()));
  page.on('pageerror', (e) => trouble.push(e.message));
  page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && trouble.push(`asked for ${r.url()}`));
  page.on('dialog', (d) => {
    trouble.push(`dialog: ${d.message()}`);
    void d.dismiss();
  });
  await page.goto(`file://${join(output, file)}${hash}`, { timeout: 240000 });
  if (!expectErrors) await page.waitForFunction('window.alembert', null, { timeout: 240000 });
  return { page, trouble, close: async () => { assert.deepEqual(trouble, []); await page.close(); } };
}

const shot = (page, name) => page.screenshot({ path: join(output, `${name}.png`) });

/// The largest distance of a frame in the picture from where the library has it.
async function poseError(page, expected) {
  return page.evaluate((instants) => {
    let worst = 0;
    for (const { t, frames } of instants) {
      window.alembert.seek(t);
      for (const [name, p] of Object.entries(frames)) {
        const is = window.alembert.framePosition(name);
        worst = Math.max(worst, Math.hypot(is[0] - p[0], is[1] - p[1], is[2] - p[2]));
      }
    }
    return worst;
  }, expected);
}

/// Where `alembert pose` has a frame at the samples of motion.csv.
function placesOf(motion, robot, frame) {
  const [head, ...rows] = readFileSync(join(output, motion, 'motion.csv'), 'utf8').trim().split('\n').filter((l) => !l.startsWith('#'));
  const columns = head.split(',');
  const q = columns.flatMap((c, i) => (c.startsWith('q.') ? [i] : []));
  return [0, Math.floor(rows.length / 3), rows.length - 1].map((i) => {
    const cells = rows[i].split(',');
    const pose = JSON.parse(alembert('pose', robot, '--q', q.map((k) => cells[k]).join(','), '--frame', frame, '--json'));
    return { t: Number(cells[0]), frames: { [frame]: pose.samples[0].frames[0].xyz } };
  });
}

/// Processor time of the browser so far, s: says what the page costs even where others work beside it.
function browserSeconds() {
  const rows = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(pid), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 }];
    } catch {
      return []; // gone meanwhile
    }
  });
  const sum = (pid) => rows.filter((r) => r.parent === pid).reduce((total, r) => total + r.seconds + sum(r.pid), 0);
  return sum(process.pid);
}

const tests = {
  async 'a robot on the ground has footprints, and arrows and curves as motion.csv has them'() {
    alembertOr(3, 'predict', example('walking_step.yaml'), '--output', 'walk'); // 3: forward simulation may not reproduce it
    const [head, ...rows] = readFileSync(join(output, 'walk', 'motion.csv'), 'utf8').trim().split('\n').map((l) => l.split(','));
    const number = (row, name) => (row[head.indexOf(name)] === '' ? null : Number(row[head.indexOf(name)]));
    const { page, close } = await open('walk/report.html');
    // Both are sampled evenly, the page twice as often.
    for (const row of [rows[10], rows[60], rows[150]]) {
      const shown = await page.evaluate((t) => window.alembert.ground(t), Number(row[0]));
      for (const { name, force, pressure } of shown) {
        if (!head.includes(`${name}.fx`)) continue;
        ['x', 'y', 'z'].forEach((axis, k) => {
          assert.ok(Math.abs((force?.[k] ?? 0) - number(row, `${name}.f${axis}`)) < 1e-3, `${name}.f${axis} at ${row[0]}`);
          const p = number(row, `${name}.p${axis}`);
          if (p === null) assert.equal(pressure, null);
          else assert.ok(Math.abs(pressure[k] - p) < 1e-5, `${name}.p${axis} at ${row[0]}`);
        });
      }
    }
    // The standing foot stays, and the other comes down on its footprint.
    const at = (t, frame) => page.evaluate(([x, f]) => { window.alembert.seek(x); return window.alembert.framePosition(f); }, [t, frame]);
    const apart = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
    for (const t of [0.1, 0.2, 0.3]) assert.ok(apart(await at(t, 'left.frame2'), [0.105, 0, 0]) < 1e-6);
    assert.ok(apart(await at(0.5, 'landing.frame'), [0.6, 0, 0]) < 1e-4, 'the heel lands on its footprint');
    // Bars of effort: the hardest worked motor first, by its limit (docs/contacts.md: 120 N m at ankles, 150 elsewhere).
    const peaks = head.filter((name) => /^tau\..*_(hip|knee|ankle)$/.test(name)).map((name) =>
      [name.slice(4), Math.max(...rows.map((row) => Math.abs(number(row, name)))) / (name.endsWith('ankle') ? 120 : 150)]).sort((a, b) => b[1] - a[1]);
    assert.equal(peaks.length, 6);
    const bars = await page.locator('.effort').evaluateAll((all) => all.map((e) => [e.querySelector('.name').textContent, parseFloat(e.querySelector('.link').textContent) / 100]));
    assert.deepEqual(bars.map(([name]) => name), peaks.map(([name]) => name));
    bars.forEach(([name, share], k) => assert.ok(Math.abs(share - peaks[k][1]) < 0.01, `${name}: ${share}, ${peaks[k][1]}`));
    for (const id of ['reaction-z', 'reaction-x', 'pressure-x']) assert.equal(await page.locator(`#plot-${id} .uplot`).count(), 1);
    await page.evaluate(() => window.alembert.seek(0.06));
    await page.waitForTimeout(500);
    await shot(page, 'walk');
    await close();
  },

  async 'a report of the two-link arm opens, plays and scrubs'() {
    alembert('predict', example('xiang_1.yaml'), '--output', 'xiang_1');
    const { page, close } = await open('xiang_1/report.html');
    assert.match(await page.textContent('.badge'), /Solved, and proven/);
    assert.equal(await page.locator('.panel .uplot').count(), await page.locator('.panel').count());
    const clock = () => page.textContent('.clock');
    const before = await clock();
    await page.keyboard.press('Space');
    await page.waitForTimeout(1500);
    await page.keyboard.press('Space');
    assert.notEqual(await clock(), before, 'space plays');
    await page.keyboard.press('Home');
    assert.match(await clock(), /^0\.000/);
    await page.keyboard.press('ArrowRight');
    assert.doesNotMatch(await clock(), /^0\.000/);
    await page.locator('#plot-velocity .u-over').click({ position: { x: 100, y: 40 } });
    const heads = await page.$$eval('.panel .playhead', (all) => new Set(all.map((e) => e.style.transform)).size);
    assert.equal(heads, 1, 'one cursor for all plots');
    await shot(page, 'xiang_1');
    await close();
  },

  async 'the seven-axis pick and place shows the pose of its data, its limits and waypoints'() {
    alembert('predict', example('pick_and_place.yaml'), '--output', 'pick');
    assert.ok(statSync(join(output, 'pick/report.html')).size < 2 << 20, 'under 2 MB');
    const { page, close } = await open('pick/report.html');
    const expected = placesOf('pick', join(source, 'models/seven_axis.yaml'), 'flange');
    assert.ok((await poseError(page, expected)) < 1e-6, 'pose');
    assert.ok((await page.locator('.lane').count()) >= 5, 'lanes of touched limits');
    assert.deepEqual(await page.$$eval('.label.waypoint', (all) => all.map((e) => e.textContent)), ['start, goal', 'pick', 'place']);
    assert.equal(await page.locator('#plot-distance').count(), 1);
    await page.click('.chip[data-joint="1"]');
    assert.equal(await page.getAttribute('.chip[data-joint="1"]', 'aria-pressed'), 'true');
    await page.evaluate('window.alembert.seek(1.2)');
    await shot(page, 'pick');
    const csv = page.waitForEvent('download');
    await page.click('#plot-torque .exports button:has-text("CSV")');
    const lines = readFileSync(await (await csv).path(), 'utf8').trim().split('\n');
    assert.equal(lines[0], 't,joint2');
    assert.ok(lines.length > 400);
    const png = page.waitForEvent('download');
    await page.click('#plot-torque .exports button:has-text("PNG")');
    assert.deepEqual([...readFileSync(await (await png).path()).subarray(1, 4)], [80, 78, 71]);
    await close();
  },

  async 'a phone and a dark room are fine'() {
    for (const [name, options] of [['phone', { width: 390, height: 844 }], ['dark', { hash: '#dark' }]]) {
      const { page, close } = await open('pick/report.html', options);
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
      await shot(page, name);
      await close();
    }
  },

  async 'thirty seconds of 32 joints open fast and play smoothly'() {
    execFileSync(testReport, ['--gtest_filter=Page.IsWrittenForTheBrowser*'], { env: { ...process.env, ALEMBERT_PAGES: output }, stdio: 'ignore' });
    assert.ok(statSync(join(output, 'tree.html')).size < 5 << 20, 'under 5 MB');
    const before = browserSeconds();
    const { page, close } = await open('tree.html');
    const openCost = browserSeconds() - before;
    const ready = await page.evaluate('window.alembert.ready');
    assert.ok((await poseError(page, JSON.parse(readFileSync(join(output, 'tree.json'), 'utf8')))) < 1e-6, 'pose');
    await page.evaluate('window.alembert.play()');
    await page.waitForTimeout(2000); // shadows and sharpness settle
    const playing = browserSeconds();
    const [drawn, seconds] = await page.evaluate(async () => {
      const from = window.alembert.drawn(), begin = performance.now();
      await new Promise((done) => setTimeout(done, 4000));
      return [window.alembert.drawn() - from, (performance.now() - begin) / 1000];
    });
    const figures = { sharpness: await page.evaluate('window.alembert.sharpness()'), open_s: ready / 1000, open_processor_s: openCost, frames_per_s: drawn / seconds,
      frame_processor_ms: (1000 * (browserSeconds() - playing)) / drawn, load: Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]) };
    writeFileSync(join(output, 'figures.json'), JSON.stringify(figures) + '\n');
    console.log('32 joints, 30 s:', JSON.stringify(figures));
    await page.evaluate('window.alembert.play()'); // and pauses
    await shot(page, 'tree');
    // What a clock says depends on who works beside us, so it is printed; what the page costs is held.
    // Two cores make 30 frames a second of 66 ms each.
    assert.ok(figures.open_processor_s < 8, `opening costs ${figures.open_processor_s} s`);
    assert.ok(figures.frame_processor_ms < 60, `a frame costs ${figures.frame_processor_ms} ms`);
    await close();
  },

  async 'of many joints those that stand still are folded away, and charts say what they show'() {
    const { page, close } = await open('half.html');
    const chips = '.chip[data-joint]:not(.still .chip)', curves = async () => (await page.getAttribute('#plot-position .plot', 'aria-label')).match(/(\d+) curves?/)[1];
    assert.equal(await page.locator(chips).count(), 5);
    assert.equal(await page.locator('.still .chip').count(), 27);
    assert.equal(await curves(), '5');
    assert.equal(await page.locator('#numbers > .scroll tbody tr').count(), 5);
    await page.click('.still summary');
    await page.waitForFunction(() => / 32 curves/.test(document.querySelector('#plot-position .plot').getAttribute('aria-label')));
    await page.click('.still .chip >> nth=0');
    assert.equal(await curves(), '1');
    assert.match(await page.getAttribute('#plot-position .plot', 'aria-label'), /j_north5 from .* to /);
    assert.match(await page.textContent('#undrawn'), /none\.stl/);
    await shot(page, 'half');
    await close();
  },

  async 'print shows whole curves'() {
    const { page, close } = await open('half.html', { width: 1500 });
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    const wide = await page.$$eval('.plot canvas', (all) => all.map((c) => [c.getBoundingClientRect().right, c.closest('.plot').getBoundingClientRect().right]));
    assert.ok(wide.length >= 4);
    for (const [canvas, plot] of wide) assert.ok(canvas <= plot + 1, `a curve ends at ${canvas}, its frame at ${plot}`);
    await close();
  },

  async 'links without a shape are limbs beside those with one, and every joint has its slider'() {
    const { page, close } = await open('half_robot.html');
    const missing = await page.textContent('#undrawn');
    assert.match(missing, /none\.stl/);
    assert.match(missing, /Limbs stand for 1 link: north1/);
    assert.equal(await page.evaluate(() => window.alembert.pieces().filter((n) => n === 0).length), 0, 'every link is drawn');
    const sliders = await page.$$eval('.joint input', (all) => all.map((e) => [Number(e.min), Number(e.max), Number(e.value), e.getAttribute('aria-valuetext')]));
    for (const [low, high, value, text] of sliders) assert.ok(low < high && low <= value && value <= high && /rad/.test(text), `${low} ${value} ${high} ${text}`);
    assert.match(await page.textContent('.joint >> nth=0'), /no position limits: turns on/);
    assert.match(await page.textContent('.joint >> nth=1'), /2 to no limit/);
    await page.click('text=frames');
    await page.waitForTimeout(300);
    const boxes = await page.$$eval('.label', (all) => all.filter((e) => e.style.visibility !== 'hidden').map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.right, r.top, r.bottom]));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) assert.ok(a[1] <= b[0] || b[1] <= a[0] || a[3] <= b[2] + 0.5 || b[3] <= a[2] + 0.5, 'names do not lie over each other');
    }
    await shot(page, 'half_robot');
    await close();
  },

  async 'names with markup, quotes and scripts in them are text'() {
    const { page, close } = await open('nasty.html');
    assert.match(await page.textContent('h1'), /<\/script><script>alert/);
    assert.equal(await page.locator('img').count(), 0);
    assert.ok((await poseError(page, JSON.parse(readFileSync(join(output, 'nasty.json'), 'utf8')))) < 1e-6);
    await close();
  },

  async 'damaged, foreign and newer documents are told apart'() {
    const good = readFileSync(join(output, 'xiang_1/report.html'), 'utf8');
    const cases = {
      damaged: [(s) => s.replace('"alembert":"report/1",', '"alembert":'), /damaged/],
      foreign: [(s) => s.replace('"alembert":"report/1"', '"alembert":"motion_result/3"'), /not a report, but "motion_result\/3"/],
      newer: [(s) => s.replace('"alembert":"report/1"', '"alembert":"report/9"'), /report\/9/],
      partial: [(s) => s.replace('"motions":[', '"other":['), /no 'motions'/],
    };
    for (const [name, [change, words]] of Object.entries(cases)) {
      writeFileSync(join(output, `${name}.html`), change(good));
      const { page } = await open(`${name}.html`, { expectErrors: true });
      assert.match(await page.textContent('[role=alert]'), words, name);
      await page.close();
    }
  },

  async 'a robot has sliders, its masses and what the doctor found'() {
    alembert('view', join(source, 'models/puma560.yaml'), '--output', 'puma560.html');
    const { page, close } = await open('puma560.html');
    assert.equal(await page.locator('.joint input[type=range]').count(), 6);
    assert.match(await page.textContent('#doctor'), /triangle inequality/);
    const q = '0.3,-0.4,0.5,0.6,-0.7,0.8';
    const frame = (await page.evaluate('window.alembert.frames()')).at(-1);
    const pose = JSON.parse(alembert('pose', join(source, 'models/puma560.yaml'), '--q', q, '--frame', frame, '--json'));
    await page.evaluate((text) => window.alembert.pose(text.split(',').map(Number)), q);
    const is = await page.evaluate((name) => window.alembert.framePosition(name), frame);
    const p = pose.samples[0].frames[0].xyz;
    assert.ok(Math.hypot(is[0] - p[0], is[1] - p[1], is[2] - p[2]) < 1e-6);
    await shot(page, 'puma560');
    await close();
  },

  async 'two motions are shown over each other, and a simulated one beside its plan'() {
    alembert('predict', example('xiang_1.yaml'), '--segments', '8', '--output', 'coarse');
    alembert('view', 'xiang_1', 'coarse', '--output', 'both.html');
    const both = await open('both.html');
    assert.equal(await both.page.locator('header tbody tr').count(), 2);
    await shot(both.page, 'both');
    await both.close();
    alembert('simulate', 'xiang_1', '--model-error', '2', '--threshold', '0.5', '--report', 'run.html');
    const run = await open('run.html');
    assert.equal(await run.page.locator('#plot-error').count(), 1);
    assert.match(await run.page.textContent('.lead'), /the plan survives/);
    await run.close();
  },

  async 'an arm that bends is drawn bent, as much as it is or more'() {
    execFileSync(testReport, ['--gtest_filter=Page.OfABendingArm*'], { env: { ...process.env, ALEMBERT_PAGES: output }, stdio: 'ignore' });
    const made = await open('bending.html');
    const expected = JSON.parse(readFileSync(join(output, 'bending.json'), 'utf8'));
    assert.ok((await poseError(made.page, expected)) < 1e-6, 'pose');
    // The skin ends where the frame at the far end is.
    const gap = await made.page.evaluate(() => {
      const a = window.alembert.skinTip('lower'), b = window.alembert.framePosition('tool');
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    });
    assert.ok(gap < 2e-3, `skin and frame are ${gap} m apart`);
    await made.close();

    alembert('simulate', join(source, 'models/flexible_two_link.yaml'), '--to', '1,0.5', '--move', '1.5', '--hold', '1', '--perfect', '--report', 'swing.html');
    const { page, close } = await open('swing.html');
    assert.match(await page.textContent('.lead'), /bends by at most .* mm/);
    for (const id of ['deflection', 'amplitudes']) assert.equal(await page.locator(`#plot-${id} .uplot`).count(), 1, id);
    const apart = () => page.evaluate(() => {
      window.alembert.seek(0.4);
      const [a, b] = [0, 1].map((actor) => window.alembert.framePosition('tool', actor));
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    });
    const bend = async (times) => {
      await page.fill('.exaggeration', String(times));
      return apart();
    };
    const [none, once, thrice] = [await bend(0), await bend(1), await bend(3)];
    assert.ok(none < 1e-9 && once > 1e-3, `${none} m, ${once} m from the stiff arm`);
    assert.ok(Math.abs(thrice / once - 3) < 0.3, `three times as much is ${thrice / once}`);
    await shot(page, 'swing');
    await close();
  },

  async 'where there is no motion, the page says what stands in the way, and where'() {
    const text = readFileSync(example('xiang_1.yaml'), 'utf8').replace(/^(robot: *)(\S+)/m, (_, key, path) => key + resolve(join(source, 'examples'), path));
    writeFileSync(join(output, 'hopeless.yaml'), text + 'duration: 0.2\n'); // the fastest there is takes 0.39 s
    try {
      alembert('predict', 'hopeless.yaml', '--output', 'hopeless');
    } catch (e) {
      assert.equal(e.status, 3); // solved, but not to what was asked
    }
    const { page, close } = await open('hopeless/report.html');
    assert.match(await page.textContent('.badge'), /No such motion|Not solved/);
    const ways = page.locator('.way li');
    assert.ok((await ways.count()) >= 1, 'what stands in the way');
    assert.match(await ways.first().textContent(), /torque|velocity|duration|position/);
    assert.match(await ways.first().textContent(), / s\b/, 'and when');
    await ways.first().locator('button').click(); // and there
    await shot(page, 'hopeless');
    await close();
  },

  async 'a motion becomes a film of the size that was asked, from its start to its goal'() {
    if (!has('ffmpeg') || !has('ffprobe')) return 'there is no ffmpeg here to make films with';
    alembert('view', 'xiang_1', '--output', 'film.html', '--gif', 'film.gif', '--webm', 'film.webm', '--size', '480x320');
    const duration = JSON.parse(readFileSync(join(output, 'xiang_1/motion.json'), 'utf8')).duration;
    for (const name of ['film.gif', 'film.webm']) {
      const told = execFileSync('ffprobe', ['-v', 'error', '-count_frames', '-show_entries', 'stream=width,height,nb_read_frames', '-of', 'csv=p=0', join(output, name)], { encoding: 'utf8' });
      const [width, height, frames] = told.trim().split(',').map(Number);
      assert.deepEqual([width, height], [480, 320], name);
      assert.equal(frames, Math.round(25 * duration) + 1 + 20, `${name}: the motion, and 0.8 s of its goal`);
    }
    // The first picture and the last are different ones, and neither is empty.
    const pixels = (...where) => execFileSync('ffmpeg', ['-v', 'error', ...where, '-i', join(output, 'film.gif'), '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], { maxBuffer: 1 << 24 });
    const first = pixels(), last = pixels('-ss', String(duration + 0.4));
    const dark = (picture) => picture.reduce((n, x) => n + (x < 110), 0);
    assert.ok(dark(first) > 300 && dark(last) > 300, 'an arm is in it');
    assert.ok(first.reduce((n, x, i) => n + (Math.abs(x - last[i]) > 40), 0) > 1000, 'it has moved');
  },
};

/// Programs that only some tests need.
const has = (name) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));

let failed = 0;
const wanted = process.env.ALEMBERT_VIEWER_TEST;
for (const [name, test] of Object.entries(tests)) {
  if (wanted && !name.includes(wanted)) continue;
  try {
    const missing = await test();
    console.log(missing ? `left out: ${name}: ${missing}` : `ok: ${name}`);
  } catch (e) {
    ++failed;
    console.log(`FAILED: ${name}\n${e.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
