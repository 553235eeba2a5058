import type { Part } from './component-parts.js';

/**
 * Returns whether the parts match the whole text. Each part advances all possible end positions of the previous parts
 * at once, so no position is tried twice. The time is at most the length of the text times the length of the pattern.
 */
export function matchesParts(parts: readonly Part[], text: string): boolean {
  let ends = new Uint8Array(text.length + 1);
  ends[0] = 1;
  for (const part of parts) {
    ends = isOnce(part) ? endsOnce(part, text, ends) : endsOf(part, text, ends);
    if (!ends.includes(1)) return false;
  }
  return ends[text.length] === 1;
}

/** Returns whether the part is a plain literal or wildcard; most are. */
function isOnce({ before, after, isOptional, isRepeated, core }: Part): boolean {
  return before === '' && after === '' && !isOptional && !isRepeated && core.kind !== 'segment';
}

function endsOnce({ core }: Part, text: string, starts: Uint8Array): Uint8Array<ArrayBuffer> {
  const ends = new Uint8Array(starts.length);
  if (core.kind === 'any') return ends.fill(1, starts.indexOf(1));
  if (core.kind === 'segment') return ends;
  for (let at = starts.indexOf(1); at >= 0; at = starts.indexOf(1, at + 1)) {
    for (const one of core.texts) if (text.startsWith(one, at)) ends[at + one.length] = 1;
  }
  return ends;
}

/**
 * Computes end positions from left to right, so everything that leads to a position is known when it is processed.
 */
function endsOf(part: Part, text: string, from: Uint8Array): Uint8Array<ArrayBuffer> {
  const { before, after, isOptional, isRepeated } = part;
  const size = from.length;
  const starts = Uint8Array.from(from);
  const cores = new Uint8Array(size);
  const coreEnds = new Uint8Array(size);
  const ends = new Uint8Array(size);
  for (let at = starts.indexOf(1); at < size; at += 1) {
    // An empty repetition leads back to its start, so two rounds are enough.
    for (let round = isRepeated ? 2 : 1; round > 0; round -= 1) {
      if (isRepeated && ends[at] === 1) starts[at] = 1;
      if (starts[at] === 1 && text.startsWith(before, at)) cores[at + before.length] = 1;
      markCoreEnds(part, { text, at, cores, coreEnds });
      if (coreEnds[at] === 1 && text.startsWith(after, at)) ends[at + after.length] = 1;
    }
  }
  if (isOptional) for (let at = 0; at < size; at += 1) if (from[at] === 1) ends[at] = 1;
  return ends;
}

interface CorePlaces {
  readonly text: string;
  readonly at: number;
  readonly cores: Uint8Array;
  readonly coreEnds: Uint8Array;
}

function markCoreEnds({ core }: Part, { text, at, cores, coreEnds }: CorePlaces): void {
  switch (core.kind) {
    case 'any':
      if (cores[at] === 1 || coreEnds[at - 1] === 1) coreEnds[at] = 1;
      break;
    case 'segment':
      if (at === 0 || text[at - 1] === core.delimiter) break;
      if (cores[at - 1] === 1 || coreEnds[at - 1] === 1) coreEnds[at] = 1;
      break;
    case 'texts':
      if (cores[at] !== 1) break;
      for (const one of core.texts) if (text.startsWith(one, at)) coreEnds[at + one.length] = 1;
  }
}
