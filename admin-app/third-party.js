/**
 * Writes the licence texts of all bundled packages into one file, which the page links to. Most licences require it
 * from distributors, and browsers receive copies. The list follows from the bundle.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGE = /^(?:\w+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXTS = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Writes the file.
 * @param modules paths of bundled modules, absolute or relative to `folder`
 * @returns the file name, which contains a hash of the contents
 */
export function writeThirdParty(folder, assets, modules) {
  const folders = new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const notices = new Set([...folders].map((path) => noticeOf(resolve(folder, path))).sort());
  const text = `The admin contains these packages.\n\n${[...notices].join('\n')}`;
  const name = `third-party-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}.txt`;
  writeFileSync(join(assets, name), text);
  return name;
}

function noticeOf(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const texts = readdirSync(path).filter((file) => TEXTS.test(file));
  if (texts.length === 0) throw new Error(`${name} brings no text of its licence (${path}).`);
  const body = texts.map((file) => readFileSync(join(path, file), 'utf8').trim()).join('\n\n');
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${body}\n`;
}
