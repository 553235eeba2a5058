import { createDroppedTags } from 'cms-api-components/internal/features/caching/invalidation/dropped-tags.js';
import { shortTag } from 'cms-api-components/internal/features/caching/tag-text.js';
import type { Row } from '../report/row.js';

const ANSWERS = 100_000;

/** Invalidates a tag that all cached responses have, and verifies that each of them is stale. */
export function measurePurge(): Row {
  const dropped = createDroppedTags();
  const common = shortTag('common');
  const answers = Array.from({ length: ANSWERS }, (_, index) => ({
    tags: [common, shortTag(String(index))],
    since: 0,
    checked: 0,
  }));
  const start = performance.now();
  dropped.drop([common]);
  const milliseconds = performance.now() - start;
  if (answers.some((answer) => dropped.isValid(answer))) throw new Error('An answer survived its purge');
  return {
    name: `purge of a tag of ${ANSWERS} cached responses`,
    unit: 'ms',
    ours: milliseconds,
    target: { kind: 'at-most', value: 50 },
  };
}
