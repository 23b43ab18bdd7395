/**
 * Runs before `npm start`, `npm test` and the like: installs what package-lock.json asks for, unless it is
 * there already, and sees to it that the Node which comes next is new enough. Plain JavaScript without
 * packages, for whatever Node the machine has. With `--with-dev` the tools for development are wanted too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const OWN_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const OLDEST_NODE = [24, 7];
/** Holds the id of the process that installs. */
const INSTALLING = join(ROOT, '.installing');
const LOOK_AGAIN_MS = 200;

const withDev = process.argv.includes('--with-dev');
if (!isComplete(readInstalled())) inTurn(install);
settleRuntime();

function readInstalled() {
  return readPackages(join(MODULES, '.package-lock.json'));
}

/** The packages of a lock file by folder; undefined when there is none, as after an install that was cut short. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isComplete(present) {
  if (present === undefined) return false;
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  return Object.entries(wanted ?? {}).every(([folder, entry]) => {
    const found = present[folder];
    if (folder === '') return true;
    // Packages for other systems are left out by npm.
    if (found === undefined) return entry.optional || entry.devOptional || (entry.dev && !withDev);
    return (
      found.version === entry.version &&
      found.integrity === entry.integrity &&
      existsSync(join(ROOT, folder, 'package.json'))
    );
  });
}

/** Two npm at once in one folder take each other's files away. */
function inTurn(work) {
  let isTold = false;
  while (!takeTurn()) {
    if (!isTold) {
      console.error(
        `museum: waiting for another command, which installs the packages ... (if there is none, remove ${INSTALLING})`,
      );
    }
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
  process.on('exit', () => rmSync(INSTALLING, { force: true }));
  work();
}

function takeTurn() {
  try {
    writeFileSync(INSTALLING, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // On a full disk it may be there, and empty: everybody would wait for it.
      if (existsSync(INSTALLING)) rmSync(INSTALLING);
      fail(`can’t write files in ${ROOT} (${error.code}).`);
    }
  }
  if (!isInstalling()) rmSync(INSTALLING, { force: true });
  return false;
}

/** Whether the process that has taken its turn is running still, and was not killed. */
function isInstalling() {
  try {
    return process.kill(Number(readFileSync(INSTALLING, 'utf8')), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  const installed = readInstalled();
  if (isComplete(installed)) return;
  // Whoever has the tools for development keeps them.
  const hasDev = Object.values(installed ?? {}).some(({ dev }) => dev);
  const selection = withDev || hasDev ? ['--include=dev'] : ['--omit=dev'];
  console.error('museum: installing packages (npm ci) ...');
  // Warnings would be about the Node that npm itself runs on, which the service does not use.
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
  const { status, error } = npm(['ci', ...selection, ...quiet]);
  if (error !== undefined)
    fail(`npm can’t be run (${error.message}). Install Node with npm, then try again.`);
  if (status !== 0) fail(`the packages could not be installed: npm ci ended with code ${status ?? 1}.`);
}

/** npm as it was called, or the one in PATH. What it says goes to standard error. */
function npm(args) {
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] };
  const { npm_execpath: program, npm_node_execpath: node } = process.env;
  if (program?.endsWith('npm-cli.js'))
    return spawnSync(node ?? process.execPath, [program, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * npm puts node_modules/.bin in front of PATH, so what comes next runs on the package's own Node. Where that
 * one can't run (Linux with musl instead of glibc), it must not stand in the way of the machine's.
 */
function settleRuntime() {
  // The scripts say `exec`, so that signals reach the service and not a shell; cmd.exe knows no such word.
  if (process.platform === 'win32') writeFileSync(join(MODULES, '.bin', 'exec.cmd'), '@%*\r\n');
  if (isOwnNode(process.execPath) || ownNodeRuns()) return;
  if (isNewEnough(process.versions.node)) return;
  fail(
    `needs Node ${OLDEST_NODE.join('.')} or newer, and this machine has ${process.versions.node}. ` +
      `There is no Node for ${process.platform} ${process.arch} among the packages that runs here: install one from nodejs.org.`,
  );
}

function isOwnNode(path) {
  return existsSync(MODULES) && realpathSync(path).startsWith(realpathSync(MODULES) + sep);
}

function ownNodeRuns() {
  if (!existsSync(OWN_NODE)) return false;
  const { status } = spawnSync(OWN_NODE, ['--version'], { shell: process.platform === 'win32' });
  if (status === 0) return true;
  rmSync(OWN_NODE, { force: true });
  return false;
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function fail(reason) {
  console.error(`museum: ${reason}`);
  process.exit(1);
}
