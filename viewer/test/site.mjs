// Looks at the reference site as a reader would: every link leads somewhere, nothing is asked of a
// network, it is dark where that is wanted, and its search finds every public name. Called by CTest:
//   node test/site.mjs SITE_FOLDER SOURCE_FOLDER
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const [folder, source] = process.argv.slice(2).map((path) => resolve(path));
const html = join(folder, 'html');
const skip = (reason) => {
  console.log(`Site: Skipped\n${reason}`);
  process.exit(0);
};
if (!existsSync(join(html, 'index.html'))) skip('The site was not made here (scripts/site.sh makes it)');

const pages = readdirSync(html, { recursive: true })
  .map((name) => join(html, String(name)))
  .filter((path) => path.endsWith('.html') && !path.includes('/_static/') && statSync(path).isFile());
const texts = new Map(pages.map((path) => [path, readFileSync(path, 'utf8')]));
const anchors = new Map(pages.map((path) => [path, new Set([...texts.get(path).matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]))]));
const unescaped = (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'");

/// Links of a page that lead nowhere, and what it would ask of a network.
function broken(path) {
  const faults = [];
  for (const [, kind, raw] of texts.get(path).matchAll(/<[^>]*?\s(href|src)="([^"]*)"/g)) {
    const target = unescaped(raw);
    if (/^(https?:)?\/\//.test(target)) {
      if (kind === 'src') faults.push(`asks for ${target}`);
      continue;
    }
    if (/^(data|mailto|javascript):/.test(target) || target === '') continue;
    const [file, anchor] = target.split('#');
    const at = file.split('?')[0] === '' ? path : resolve(dirname(path), decodeURIComponent(file.split('?')[0]));
    if (!existsSync(at)) faults.push(target);
    else if (anchor && anchors.has(at) && !anchors.get(at).has(decodeURIComponent(anchor))) faults.push(target);
  }
  return faults.map((fault) => `${relative(html, path)}: ${fault}`);
}

const faults = pages.flatMap(broken);
assert.deepEqual(faults, []);
console.log(`${pages.length} pages, no broken link`);

/// Public names as the headers and the package have them, whoever made the pages.
function publicNames() {
  const names = new Set();
  for (const file of readdirSync(join(folder, 'xml')).filter((name) => /^(class|struct|namespace)alembert/.test(name))) {
    const text = readFileSync(join(folder, 'xml', file), 'utf8');
    const [, kind, access, name] = text.match(/<compounddef [^>]*kind="(\w+)"(?:[^>]*prot="(\w+)")?[^>]*>\s*<compoundname>([^<]*)</);
    if (access === 'private' || name.includes('&lt;')) continue;
    if (kind !== 'namespace') names.add(name.split('::').pop());
    for (const [, of, member] of text.matchAll(/<memberdef kind="(\w+)"[^>]* prot="public"[\s\S]*?<name>([^<]*)<\/name>/g)) {
      if (['function', 'variable', 'typedef', 'enum'].includes(of) && /^[A-Za-z]\w*$/.test(member)) names.add(member);
    }
  }
  const fromHeaders = readdirSync(join(source, 'include/alembert')).filter((name) => name.endsWith('.hpp'));
  for (const header of fromHeaders) {
    const text = readFileSync(join(source, 'include/alembert', header), 'utf8');
    for (const [, name] of text.matchAll(/^(?:class|struct|enum class) (\w+)(?: : [^;{]*)? \{/gm)) names.add(name);
  }
  for (const module of readdirSync(join(source, 'python/alembert')).filter((name) => name.endsWith('.py'))) {
    const list = readFileSync(join(source, 'python/alembert', module), 'utf8').match(/^__all__ = \[([^\]*]*)\]/m);
    for (const [, name] of (list?.[1] ?? '').matchAll(/"(\w+)"/g)) names.add(name);
  }
  return [...names];
}

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!browserPath) skip('There is no Chromium here to open the site with');
const { chromium } = await import('playwright-core').catch(() => skip('viewer/node_modules is not there: npm ci in viewer/ makes it'));
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });

async function open(file, dark = false) {
  const page = await browser.newPage({ colorScheme: dark ? 'dark' : 'light' });
  page.setDefaultTimeout(240000); // a busy machine is no fault of the page
  page.trouble = [];
  page.on('pageerror', (e) => page.trouble.push(e.message));
  page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && page.trouble.push(`asked for ${r.url()}`));
  await page.goto(`file://${join(html, file)}`, { timeout: 240000 });
  return page;
}

const shade = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0));
const light = await open('index.html');
const dark = await open('index.html', true);
assert.ok((await shade(light)) > 600, 'light where that is wanted');
assert.ok((await shade(dark)) < 200, 'dark where that is wanted');
assert.deepEqual([...light.trouble, ...dark.trouble], []);
await light.screenshot({ path: join(folder, 'index.png') });
await dark.close();

const search = await open('search.html?q=InverseDynamics');
await search.waitForFunction(() => document.querySelectorAll('#search-results li').length > 0);
const found = await search.evaluate(() => [...document.querySelectorAll('#search-results li a')].map((a) => a.getAttribute('href')));
assert.ok(found.some((link) => link.includes('cpp/inverse_dynamics.html')), `a search for InverseDynamics finds ${found.slice(0, 5)}`);

const names = publicNames();
assert.ok(names.length > 1000, `only ${names.length} public names`);
const lost = await search.evaluate((all) => all.filter((name) => {
  const results = Search.performObjectSearch(name.toLowerCase(), []);
  return !results.some((result) => result.some((part) => String(part).toLowerCase().split(/[.:#]+/).includes(name.toLowerCase())));
}), names);
assert.deepEqual(lost, []);
const nothing = await search.evaluate(() => Search.performObjectSearch('nosuchnameanywhere', []).length);
assert.equal(nothing, 0);
assert.deepEqual(search.trouble, []);
console.log(`${names.length} public names, all found by the search`);
await browser.close();
