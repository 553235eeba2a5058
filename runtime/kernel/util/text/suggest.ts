/** Returns the candidate most similar to `given`, if it is close enough to be a typing mistake. */
export function closest(given: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(given.length > 3 ? 2 : 1, Math.floor(given.length / 3));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(given.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < given.length && (best === undefined || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate;
}

/** Returns a hint with the closest candidate, or the advice with all candidates. */
export function didYouMean(given: string, candidates: Iterable<string>, advice?: string): string {
  const list = [...candidates];
  const best = closest(given, list);
  if (best !== undefined) return `Did you mean ${JSON.stringify(best)}?`;
  if (list.length === 0) return advice === undefined ? 'There is none to use.' : `${advice}.`;
  return `${advice === undefined ? 'Use' : `${advice}, or use`} one of: ${list.join(', ')}.`;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
