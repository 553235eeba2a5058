import fc from 'fast-check';

/** A random site with many hidden resources, and those that each caller cannot see. */
export interface HiddenSite {
  readonly routableSecurity: boolean;
  readonly vaults: readonly { readonly name: string; readonly isOpen: boolean; readonly isUsers: boolean }[];
  readonly clubs: readonly string[];
  readonly articles: readonly { readonly headline: string; readonly state: ArticleState }[];
  readonly pages: readonly ModelPage[];
  readonly stories: readonly ModelPage[];
  readonly cards: readonly ModelCard[];
}

/** A draft only, a published record, or a published record with a draft. */
export type ArticleState = 'draft' | 'published' | 'pair';

export interface ModelPage {
  readonly title: string;
  readonly route: { readonly name: string; readonly isLive: boolean; readonly isSecret: boolean } | null;
}

/** Texts, then indexes into the lists above (modulo their length); null means no relation. */
export interface ModelCard {
  readonly texts: Readonly<Record<(typeof TEXTS)[number], string>>;
  readonly vault: number | null;
  readonly club: number | null;
  readonly article: number | null;
  readonly way: number | null;
  readonly home: number | null;
  readonly card: number | null;
  /** Index of the only page that it is on. */
  readonly place: number | null;
}

export const CALLERS = ['anonymous', 'user', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
export const TEXTS = ['title', 'note', 'staff', 'deep', 'seal'] as const;

/** Few words, so that searches find some of them. */
export const word = fc.constantFrom('ab', 'ba', 'a', 'b', 'abba', 'zz');
const index = fc.option(fc.nat({ max: 5 }), { freq: 3 });

const page = fc.record({
  title: word,
  route: fc.option(fc.record({ name: word, isLive: fc.boolean(), isSecret: fc.boolean() }), { freq: 3 }),
});

export const hiddenSite: fc.Arbitrary<HiddenSite> = fc.record({
  routableSecurity: fc.boolean(),
  vaults: fc.array(fc.record({ name: word, isOpen: fc.boolean(), isUsers: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  clubs: fc.array(word, { minLength: 1, maxLength: 2 }),
  articles: fc.array(
    fc.record({ headline: word, state: fc.constantFrom<ArticleState>('draft', 'published', 'pair') }),
    { minLength: 1, maxLength: 3 },
  ),
  pages: fc.array(page, { minLength: 1, maxLength: 3 }),
  stories: fc.array(page, { maxLength: 2 }),
  cards: fc.array(
    fc.record({
      texts: fc.record({ title: word, note: word, staff: word, deep: word, seal: word }),
      vault: index,
      club: index,
      article: index,
      way: index,
      home: index,
      card: index,
      place: index,
    }),
    { minLength: 2, maxLength: 5 },
  ),
});

/** Determines by brute force whether a resource is hidden from a caller, one rule at a time. */
export function hiddenFrom(caller: Caller, site: HiddenSite) {
  const isOpen = ({ route }: ModelPage): boolean =>
    route !== null && route.isLive && (!route.isSecret || caller !== 'anonymous');
  const isAdmin = caller === 'admin';
  return {
    text: (name: (typeof TEXTS)[number]): boolean =>
      ({
        title: false,
        note: !isAdmin,
        staff: caller === 'anonymous',
        deep: true,
        seal: true,
      })[name],
    vault: ({ isOpen: isShown, isUsers }: HiddenSite['vaults'][number]): boolean =>
      !isAdmin && !isShown && !(isUsers && caller === 'user'),
    club: caller === 'anonymous',
    drafts: !isAdmin,
    /** Content of a page or page data record, apart from its address. */
    page: (one: ModelPage): boolean => !isAdmin && site.routableSecurity && !isOpen(one),
    route: (one: ModelPage): boolean => !isAdmin && one.route !== null && !isOpen(one),
    /** A component that is placed only there. */
    placedOn: (one: ModelPage): boolean =>
      !isAdmin && !isOpen(one) && (site.routableSecurity || one.route !== null),
  };
}
