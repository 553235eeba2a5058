import fc from 'fast-check';
import { TEXT_PATHS } from './related-types.js';

/**
 * Random talks with their related records, in memory.
 * Not generated: text in upper case, with wildcards or outside ASCII (filters.test.ts), empty text,
 * page data with routes and components on pages (hidden.property.test.ts).
 * Also not generated: scheduled and expired records (related-filters.test.ts), other callers than visitors
 * and administrators, drafts of talks, and types that extend others.
 */
export interface RelatedSite {
  readonly topics: readonly TopicModel[];
  readonly articles: readonly ArticleModel[];
  readonly stories: readonly StoryModel[];
  readonly talks: readonly TalkModel[];
}

interface TopicModel {
  readonly name: string | null;
  readonly weight: number | null;
  readonly day: string | null;
  readonly isOpen: boolean;
}

interface ArticleModel {
  readonly headline: string;
  /** `changed`: published, with a draft that has another headline. */
  readonly state: 'draft' | 'published' | 'changed';
  /** Index of the talk that it belongs to; larger values mean none. */
  readonly talk: number;
}

interface StoryModel {
  readonly title: string;
  readonly isPublished: boolean;
}

interface TalkModel {
  readonly topics: readonly number[];
  readonly readings: readonly number[];
  readonly stories: readonly number[];
  /** Index of an earlier talk. */
  readonly series: number;
}

const WORDS = ['ant', 'bee', 'cat', 'dog', 'elk'] as const;
export const word = fc.constantFrom(...WORDS);
const several = fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 3 });

export const relatedSite: fc.Arbitrary<RelatedSite> = fc.record({
  topics: fc.array(
    fc.record({
      name: fc.option(word),
      weight: fc.option(fc.integer({ min: -3, max: 3 })),
      day: fc.option(fc.constantFrom('2026-01-01', '2026-06-15', '2027-12-31')),
      isOpen: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  articles: fc.array(
    fc.record({
      headline: word,
      state: fc.constantFrom('draft', 'published', 'changed'),
      talk: fc.nat({ max: 7 }),
    }),
    { maxLength: 5 },
  ),
  stories: fc.array(fc.record({ title: word, isPublished: fc.boolean() }), { maxLength: 4 }),
  talks: fc.array(
    fc.record({ topics: several, readings: several, stories: several, series: fc.nat({ max: 7 }) }),
    { minLength: 3, maxLength: 6 },
  ),
});

export type Caller = 'anonymous' | 'admin';
/** A site as a caller sees it. */
export interface View {
  readonly site: RelatedSite;
  readonly caller: Caller;
}

export const CALLERS: readonly Caller[] = ['anonymous', 'admin'];

export type TextPath = keyof typeof TEXT_PATHS;
type Value = string | number;

/** A list query, as its query string and as a predicate in memory. */
export type Question =
  | { readonly kind: 'any' | 'none'; readonly path: TextPath; readonly words: readonly string[] }
  | { readonly kind: 'both'; readonly path: TextPath; readonly words: readonly [string, string] }
  | { readonly kind: 'atLeast'; readonly weight: number }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }
  | { readonly kind: 'hasWeights'; readonly wanted: boolean };

const textPath = fc.constantFrom(...(Object.keys(TEXT_PATHS) as TextPath[])); // the keys of that object
const days = fc.constantFrom('2025-01-01', '2026-01-01', '2026-03-01', '2027-12-31');
export const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('any' as const, 'none' as const),
    path: textPath,
    words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('both' as const), path: textPath, words: fc.tuple(word, word) }),
  fc.record({ kind: fc.constant('atLeast' as const), weight: fc.integer({ min: -3, max: 4 }) }),
  fc.record({ kind: fc.constant('between' as const), from: days, to: days }),
  fc.record({ kind: fc.constant('hasWeights' as const), wanted: fc.boolean() }),
);

export const ordering = fc.record({
  path: fc.constantFrom('topics.weight', 'topics.day', ...Object.values(TEXT_PATHS)),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

/** Returns the query string. */
export function queryOf(requested: Question): string {
  switch (requested.kind) {
    case 'any':
      return requested.words.map((text) => `${requested.path}[]=${text}`).join('&');
    case 'none':
      return requested.words.map((text) => `${requested.path}[not][]=${text}`).join('&');
    case 'both':
      return `${requested.path}[]=${requested.words[0]}&${requested.path}[not]=${requested.words[1]}`;
    case 'atLeast':
      return `topicWeight[gte]=${requested.weight}`;
    case 'between':
      return `topicDay[after]=${requested.from}&topicDay[before]=${requested.to}`;
    case 'hasWeights':
      return `hasWeights=${requested.wanted}`;
  }
}

/** Whether a talk matches the query of a caller. */
export function matches(view: View, talk: number, requested: Question): boolean {
  const of = (path: TextPath): readonly Value[] => valuesOf(view, talk, TEXT_PATHS[path]);
  switch (requested.kind) {
    case 'any':
      return of(requested.path).some((value) => requested.words.includes(String(value)));
    case 'none':
      return !of(requested.path).some((value) => requested.words.includes(String(value)));
    case 'both':
      return (
        of(requested.path).includes(requested.words[0]) && !of(requested.path).includes(requested.words[1])
      );
    case 'atLeast':
      return valuesOf(view, talk, 'topics.weight').some((value) => Number(value) >= requested.weight);
    case 'between':
      return valuesOf(view, talk, 'topics.day').some(
        (value) => String(value) >= requested.from && String(value) <= requested.to,
      );
    case 'hasWeights':
      return valuesOf(view, talk, 'topics.weight').length > 0 === requested.wanted;
  }
}

/** Sorts the talks: nulls first in ascending and last in descending order, then by title. */
export function inOrder(
  view: View,
  talks: readonly number[],
  { path, direction }: { readonly path: string; readonly direction: 'asc' | 'desc' },
): readonly number[] {
  const key = (talk: number): Value | undefined => {
    const values = valuesOf(view, talk, path).toSorted(compare);
    return direction === 'asc' ? values[0] : values.at(-1);
  };
  const sign = direction === 'asc' ? 1 : -1;
  return talks.toSorted((one, other) => sign * compare(key(one), key(other)) || one - other);
}

function compare(one: Value | undefined, other: Value | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Returns the values at a path that the caller can read; none if one is null. */
function valuesOf(view: View, talk: number, path: string): readonly Value[] {
  const { site, caller } = view;
  const { topics, readings, stories } = site.talks[talk] ?? { topics: [], readings: [], stories: [] };
  const isAdmin = caller === 'admin';
  const topicsOf = (those: readonly number[]): readonly TopicModel[] =>
    those.flatMap((index) => site.topics[index] ?? []).filter(({ isOpen }) => isOpen || isAdmin);
  const headlines = (those: readonly ArticleModel[]): readonly string[] =>
    those.filter(({ state }) => isAdmin || state !== 'draft').map(({ headline }) => headline);
  switch (path) {
    case 'topics.name':
      return topicsOf(topics).flatMap(({ name }) => name ?? []);
    case 'topics.weight':
      return topicsOf(topics).flatMap(({ weight }) => weight ?? []);
    case 'topics.day':
      return topicsOf(topics).flatMap(({ day }) => day ?? []);
    case 'articles.headline':
      return headlines(site.articles.filter((article) => article.talk === talk));
    case 'readings.headline':
      return headlines(readings.flatMap((index) => site.articles[index] ?? []));
    case 'stories.title':
      return stories
        .flatMap((index) => site.stories[index] ?? [])
        .flatMap(({ isPublished, title }) => (isPublished || isAdmin ? title : []));
    case 'series.topics.name':
      return seriesOf(site, talk) === undefined
        ? []
        : valuesOf(view, seriesOf(site, talk) ?? 0, 'topics.name');
    default: {
      // `topics.talks.title`
      const shared = topics.filter((index) => topicsOf([index]).length > 0);
      return site.talks.flatMap((other, index) =>
        other.topics.some((one) => shared.includes(one)) ? titleOf(index) : [],
      );
    }
  }
}

export const seriesOf = ({ talks }: RelatedSite, talk: number): number | undefined => {
  const series = talks[talk]?.series ?? talk;
  return series < talk ? series : undefined;
};

/** Titles are words, in the order of the talks. */
export const titleOf = (talk: number): string => ['ant', 'bee', 'cat', 'dog', 'elk', 'fox'][talk] ?? '';
