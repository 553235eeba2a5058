import { URLPattern } from 'urlpattern-polyfill/urlpattern';

export const MATCH_TYPES = ['exact', 'urlpattern'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export interface Matcher {
  readonly type: MatchType;
  readonly match: string;
}

/** Says whether one of the topics is meant. */
export type TopicTest = (topics: readonly string[]) => boolean;

export interface MatcherCompiler {
  /** Equal matchers share one compiled test. @throws TypeError on a pattern that cannot be read. */
  compile(matchers: readonly Matcher[]): TopicTest;
}

const PATTERN_LIMIT = 4096;
const CACHE_LIMIT = 10_000;

/** Patterns and topics that are relative resolve against the URL of the hub (realtime.md section 1.4). */
export function createMatcherCompiler(hubUrl: string): MatcherCompiler {
  const patterns = new Map<string, (topic: string) => boolean>();
  const patternTest = (pattern: string): ((topic: string) => boolean) => {
    const known = patterns.get(pattern);
    if (known !== undefined) return known;
    if (pattern.length > PATTERN_LIMIT) throw new TypeError('The pattern is too long.');
    const compiled = new URLPattern(pattern, hubUrl);
    const test = (topic: string): boolean => compiled.test(topic, hubUrl);
    // Patterns come from strangers, so what is remembered of them has an end.
    if (patterns.size >= CACHE_LIMIT) patterns.clear();
    patterns.set(pattern, test);
    return test;
  };
  return {
    compile(matchers) {
      if (matchers.some(({ match }) => match === '*')) return () => true;
      const exact = new Set(matchers.filter(({ type }) => type === 'exact').map(({ match }) => match));
      const tests = matchers
        .filter(({ type }) => type === 'urlpattern')
        .map(({ match }) => patternTest(match));
      return (topics) => topics.some((topic) => exact.has(topic) || tests.some((test) => test(topic)));
    },
  };
}
