// Bundles the page into one file with everything inside. The result is committed, so that nobody
// needs Node to build the program; `node build.mjs FILE` writes elsewhere (the test compares).
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, 'dist', 'viewer.html');

async function bundle(entry) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    legalComments: 'inline',
  });
  return outputFiles[0].text.trim();
}

const script = await bundle('src/main.ts');
const style = await bundle('src/style.css');
const page = readFileSync(join(here, 'src', 'index.html'), 'utf8')
  .replace('/* STYLE */', () => style)
  .replace('/* SCRIPT */', () => script);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
console.log(`${target}: ${page.length} characters`);
