import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';
import { findProgram } from './programs.ts';

/**
 * How the tests' Chromium is started. On Linux on x64 it comes from npm with the libraries and the font that it
 * needs, so that nothing has to be installed; elsewhere it is the machine's Chrome or Chromium.
 */
export async function chromium(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return installedChrome();
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: folder,
    },
  };
}

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');

/** The folder with the package's browser. It is unpacked once, and goes when the packages are installed anew. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
  const cache = join(PACKAGE, '../../.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await unpackInto(unfinished);
    await writeFile(join(unfinished, 'fonts/fonts.conf'), fontsOf(folder));
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // otherwise another test has been faster
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** The package unpacks to the folder for temporary files, and its libraries only where it finds itself in a cloud. */
async function unpackInto(folder: string): Promise<void> {
  const script = "(await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `await ${script}`], {
    cwd: PACKAGE,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
}

/** No other fonts than the package's, so that pages look the same on every machine. */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}

/** @returns the first Chromium in PATH, or else Chrome where its installer puts it: Playwright says so if it is missing. */
function installedChrome(): LaunchOptions {
  const found = findProgram('google-chrome', 'chromium', 'chromium-browser');
  return found === undefined ? { channel: 'chrome' } : { executablePath: found };
}
