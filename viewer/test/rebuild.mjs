// Builds the page again and compares it, byte for byte, with the one that is committed; checks the
// types on the way. Called by CTest: node test/rebuild.mjs OUTPUT_FOLDER
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const viewer = dirname(dirname(fileURLToPath(import.meta.url)));
const output = resolve(process.argv[2]);
if (!existsSync(join(viewer, 'node_modules/esbuild'))) {
  console.log('Viewer: Skipped\nviewer/node_modules is not there: npm ci in viewer/ makes it');
  process.exit(0);
}
const run = (...words) => execFileSync(process.execPath, words, { cwd: viewer, stdio: 'inherit' });
mkdirSync(output, { recursive: true });
run('node_modules/typescript/bin/tsc', '--noEmit');
const built = join(output, 'viewer.html');
run('build.mjs', built);
if (!readFileSync(built).equals(readFileSync(join(viewer, 'dist/viewer.html')))) {
  console.log('viewer/dist/viewer.html is not what viewer/src makes: run node build.mjs in viewer/');
  process.exit(1);
}
