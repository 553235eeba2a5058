import type { ContentPlan } from '../content/content-rows.js';
import { fillSite } from '../content/fill-site.js';
import type { BenchProjectOptions } from '../site/bench-project.js';
import { slotScaffold, writeSlotTypes } from './slot-types.js';

/** Two sites that differ only in one number, which must not affect reads. */
export interface SitePair {
  readonly title: string;
  readonly small: ScaleSite;
  readonly large: ScaleSite;
}

export interface ScaleSite {
  readonly plan: ContentPlan;
  readonly types?: number;
}

const TEXTS = 20;
const SLOT_RECORDS = 250;

export const SITE_PAIRS: readonly SitePair[] = [
  {
    title: '200,000 / 200 components',
    small: { plan: { pages: 10, textsPerPage: TEXTS } },
    large: { plan: { pages: 10_000, textsPerPage: TEXTS } },
  },
  {
    title: '250 / 8 page data types',
    small: { plan: { pages: 100, textsPerPage: TEXTS }, types: 8 },
    large: { plan: { pages: 100, textsPerPage: TEXTS }, types: 250 },
  },
  {
    title: '50 / 0 % hidden pages',
    small: { plan: { pages: 1000, textsPerPage: TEXTS } },
    large: { plan: { pages: 1000, textsPerPage: TEXTS, hiddenEvery: 2 } },
  },
];

/** Fills one site of a pair. */
export function projectOptions({ plan, types }: ScaleSite): BenchProjectOptions {
  return {
    ...(types === undefined ? {} : { addTypes: (root: string) => writeSlotTypes(root, types) }),
    async fill(application) {
      if (types !== undefined) await application.loadScaffold(slotScaffold(types, SLOT_RECORDS));
      await fillSite(application.app.database, plan);
    },
  };
}
