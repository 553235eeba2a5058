/**
 * What the licences of the bundled packages ask of whoever passes copies on, browsers being given some as well: their texts, in one file
 * that the page links to. It follows from what was bundled, so nobody has to keep a list.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGE = /^(?:\w+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXTS = /^(?:licen[cs]e|copying|notice)/i;

/**
 * @param modules paths of what was bundled, absolute or from `folder` on
 * @returns the name of the file, which has a hash of its contents as all assets have
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
