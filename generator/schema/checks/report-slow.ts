import { isSlow } from 'cms-api-components/internal/kernel/util/patterns/slow-patterns.js';
import type { Place } from '../place.js';

/** Reports a pattern with excessive backtracking, because a single text could block the service. */
export function reportSlow(place: Place, pattern: string, longest: number): void {
  if (!isSlow(pattern, longest)) return;
  place.report(
    `The pattern ${JSON.stringify(pattern)} may take very long to refuse a text, because it reads the same text in too many ways.`,
    'Let each text be read in one way: "^a+$" for "^(a+)+$". A smaller maxLength helps where parts follow each other, as in "^.*a.*b.*$".',
  );
}
