import { isSlow } from 'cms-api-components/internal/kernel/util/patterns/slow-patterns.js';
import type { Place } from '../schema/place.js';

/** Reports a pattern with excessive backtracking, because a single text could block the service. */
export function reportSlow(place: Place, pattern: string, longest: number): void {
  if (!isSlow(pattern, longest)) return;
  place.report(
    `The pattern ${JSON.stringify(pattern)} can take very long to reject a text, because it can match the same text in too many ways.`,
    'Remove ambiguity: "^a+$" instead of "^(a+)+$". For sequences such as "^.*a.*b.*$", reduce maxLength.',
  );
}
