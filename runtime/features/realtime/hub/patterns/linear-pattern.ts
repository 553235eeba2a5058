import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import { type Division, type Part, PLAIN_GROUP, readParts } from './component-parts.js';
import { matchesParts } from './match-parts.js';
import type { TopicUrl } from './topic.js';
import { COMPONENTS, type ComponentName } from './url-components.js';

/** A URL pattern of an untrusted client. */
export interface LinearPattern {
  /** Matches in time proportional to the lengths of pattern and topic. */
  matches(url: TopicUrl): boolean;
  /** Approximate size in bytes, which determines the time of a match. */
  readonly weight: number;
}

const SPECIAL_SCHEMES = ['ftp', 'file', 'http', 'https', 'ws', 'wss'];
const WHOLE: Division = { delimiter: '', prefix: '' };
const HOST: Division = { delimiter: '.', prefix: '' };
const PATH: Division = { delimiter: '/', prefix: '/' };

const BASE_WEIGHT = 600;
const PART_WEIGHT = 200;

/**
 * Compiles a URL pattern with plain groups (contract decision 97). `URLPattern` only splits the pattern into
 * components and never matches.
 * @throws TypeError for an invalid pattern
 */
export function compileLinearPattern(pattern: string, hubUrl: string): LinearPattern {
  // Groups are checked first, because parsing a pattern may run its regular expressions.
  assertPlainGroups(pattern);
  const read = new URLPattern(pattern, hubUrl);
  const protocol = readParts(read.protocol, WHOLE);
  const isSpecial = SPECIAL_SCHEMES.some((scheme) => matchesParts(protocol, scheme));
  const divisionOf = (name: ComponentName): Division => {
    if (name === 'hostname') return HOST;
    return name === 'pathname' && isSpecial ? PATH : WHOLE;
  };
  const tests: { readonly name: ComponentName; readonly parts: readonly Part[] }[] = [];
  for (const name of COMPONENTS) {
    if (read[name] === '*') continue;
    tests.push({ name, parts: readParts(read[name], divisionOf(name)) });
  }
  const parts = tests.reduce((count, test) => count + test.parts.length, 0);
  return {
    matches: (url) => tests.every((test) => matchesParts(test.parts, url[test.name])),
    weight: BASE_WEIGHT + parts * PART_WEIGHT + 2 * pattern.length,
  };
}

/**
 * Counts the wildcards, groups, names and alternatives of a pattern, which determine the cost of compiling and
 * matching.
 */
export function countPieces(pattern: string): number {
  return pattern.replace(/\\./gsu, '').match(/[*{:(|]/g)?.length ?? 0;
}

function assertPlainGroups(pattern: string): void {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === '(') at += plainGroupAt(pattern, at).length - 1;
  }
}

function plainGroupAt(pattern: string, at: number): string {
  PLAIN_GROUP.lastIndex = at;
  const group = PLAIN_GROUP.exec(pattern)?.[0];
  if (group === undefined) throw new TypeError('A group may hold alternatives of literals, or ".*".');
  return group;
}
