import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import { compileLinearPattern, countPieces, type LinearPattern } from './patterns/linear-pattern.js';
import type { Topic } from './patterns/topic.js';

export const MATCH_TYPES = ['exact', 'urlpattern'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export interface Matcher {
  readonly type: MatchType;
  readonly match: string;
}

/** Returns whether one of the topics matches. */
export type TopicTest = (topics: readonly Topic[]) => boolean;

/** Topics requested by a subscriber. */
export interface Requested {
  readonly requested: TopicTest;
  /** Approximate size in bytes, which determines the time of a test. */
  readonly weight: number;
}

export interface MatcherCompiler {
  /**
   * Compiles the patterns of an untrusted subscriber, one per step, to matchers that run in linear time (contract
   * decision 97).
   * @throws TypeError for an invalid pattern, a regular expression, or a pattern beyond the limits
   */
  compileRequested(matchers: readonly Matcher[]): Generator<void, Requested>;
  /** Compiles the grant of a signed token; equal grants share one test. @throws TypeError for an invalid pattern */
  compileGranted(matchers: readonly Matcher[]): TopicTest;
}

const PATTERN_LIMIT = 4096;
/** Maximum number of wildcards, groups, names and alternatives in all patterns of a subscriber. */
const PIECES_LIMIT = 500;
/** Maximum number of cached grants. A service signs only a few different ones. */
const GRANTS_LIMIT = 1000;
const EXACT_WEIGHT = 100;

/**
 * Creates the compiler. Relative patterns and topics are resolved against the hub's URL (realtime.md section 1.4).
 */
export function createMatcherCompiler(hubUrl: string): MatcherCompiler {
  const granted = new Map<string, TopicTest>();
  return {
    *compileRequested(matchers) {
      if (isEverything(matchers)) return { requested: EVERYTHING, weight: 0 };
      const exact = exactOf(matchers);
      const patterns: LinearPattern[] = [];
      for (const match of patternsOf(matchers)) {
        yield;
        patterns.push(compileLinearPattern(match, hubUrl));
      }
      const texts = [...exact].reduce((sum, text) => sum + 2 * text.length + EXACT_WEIGHT, 0);
      return {
        requested: (topics) =>
          topics.some(({ text, url }) => {
            if (exact.has(text)) return true;
            return url !== undefined && patterns.some((pattern) => pattern.matches(url));
          }),
        weight: patterns.reduce((sum, { weight }) => sum + weight, texts),
      };
    },
    compileGranted(matchers) {
      if (isEverything(matchers)) return EVERYTHING;
      const key = JSON.stringify(matchers);
      const known = granted.get(key);
      if (known !== undefined) return known;
      const exact = exactOf(matchers);
      const patterns = patternsOf(matchers).map((match) => new URLPattern(match, hubUrl));
      const test: TopicTest = (topics) =>
        topics.some(({ text }) => exact.has(text) || patterns.some((pattern) => pattern.test(text, hubUrl)));
      if (granted.size >= GRANTS_LIMIT) granted.clear();
      granted.set(key, test);
      return test;
    },
  };
}

const EVERYTHING: TopicTest = () => true;

/** Returns whether the matchers include all topics. */
export function isEverything(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ match }) => match === '*');
}

/** Returns whether any pattern must be compiled. */
export function hasPatterns(matchers: readonly Matcher[]): boolean {
  return !isEverything(matchers) && matchers.some(({ type }) => type === 'urlpattern');
}

/** @throws TypeError for patterns that are longer, or have more parts, than a subscriber may send */
export function assertWithinLimits(matchers: readonly Matcher[]): void {
  const patterns = patternsOf(matchers);
  if (patterns.reduce((sum, pattern) => sum + countPieces(pattern), 0) > PIECES_LIMIT) {
    throw new TypeError(`The patterns have more than ${PIECES_LIMIT} wildcards, groups and names.`);
  }
}

function exactOf(matchers: readonly Matcher[]): ReadonlySet<string> {
  return new Set(matchers.filter(({ type }) => type === 'exact').map(({ match }) => match));
}

function patternsOf(matchers: readonly Matcher[]): readonly string[] {
  const patterns = matchers.filter(({ type }) => type === 'urlpattern').map(({ match }) => match);
  if (patterns.some((pattern) => pattern.length > PATTERN_LIMIT)) {
    throw new TypeError(`A pattern has more than ${PATTERN_LIMIT} characters.`);
  }
  return patterns;
}
