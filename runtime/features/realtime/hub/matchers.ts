import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import { compileLinearPattern, countPieces, type LinearPattern } from './patterns/linear-pattern.js';
import type { Topic } from './patterns/topic.js';

export const MATCH_TYPES = ['exact', 'urlpattern'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export interface Matcher {
  readonly type: MatchType;
  readonly match: string;
}

/** Says whether one of the topics is meant. */
export type TopicTest = (topics: readonly Topic[]) => boolean;

/** The topics that a subscriber asked for. */
export interface Asked {
  readonly asked: TopicTest;
  /** Bytes that it takes, roughly; the time of a test follows from them. */
  readonly weight: number;
}

export interface MatcherCompiler {
  /**
   * Compiles the patterns of an untrusted subscriber, one a step, so that they match in linear time (contract decision 97).
   * @throws TypeError on a pattern that cannot be read, on a regular expression, and beyond the limits.
   */
  compileAsked(matchers: readonly Matcher[]): Generator<void, Asked>;
  /** Compiles the grant of a signed token; equal grants share one test. @throws TypeError on a pattern that cannot be read. */
  compileGranted(matchers: readonly Matcher[]): TopicTest;
}

const PATTERN_LIMIT = 4096;
/** Wildcards, groups, names and alternatives in all patterns of one subscriber. */
const PIECES_LIMIT = 500;
/** Different grants that are remembered: a service signs a handful. */
const GRANTS_LIMIT = 1000;
const EXACT_WEIGHT = 100;

/** Patterns and topics that are relative resolve against the URL of the hub (realtime.md section 1.4). */
export function createMatcherCompiler(hubUrl: string): MatcherCompiler {
  const granted = new Map<string, TopicTest>();
  return {
    *compileAsked(matchers) {
      if (isEverything(matchers)) return { asked: EVERYTHING, weight: 0 };
      const exact = exactOf(matchers);
      const patterns: LinearPattern[] = [];
      for (const match of patternsOf(matchers)) {
        yield;
        patterns.push(compileLinearPattern(match, hubUrl));
      }
      const texts = [...exact].reduce((sum, text) => sum + 2 * text.length + EXACT_WEIGHT, 0);
      return {
        asked: (topics) =>
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

/** Whether all topics are meant, whatever else is. */
export function isEverything(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ match }) => match === '*');
}

/** Whether there is something to be read before anybody is matched. */
export function hasPatterns(matchers: readonly Matcher[]): boolean {
  return !isEverything(matchers) && matchers.some(({ type }) => type === 'urlpattern');
}

/** @throws TypeError where patterns are longer, or of more pieces, than a subscriber may send. */
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
