import { describe, expect, test } from 'vitest';
import { departuresOf, topicOf, topicsOf } from '../../../../runtime/features/realtime/publisher/topics.js';
import type { FanOut } from '../../../../runtime/kernel/contract/records/fan-out.js';
import {
  created,
  deleted,
  fan,
  FUTURE,
  iris,
  ORIGIN,
  PAST,
  registry,
  row,
  to,
  notified,
  updated,
} from '../kernel/unit-of-work/stored-site.js';

const deps = { registry, iris, origin: ORIGIN };
const title = row('Title', 't1');

const left = ({ records }: FanOut) => departuresOf(records, deps);

/** Topic and privacy of every changed record, before and after. */
function topics({ records }: FanOut): (readonly [string, string])[] {
  return records.flatMap((record) => {
    if (record.kind === 'related') return [];
    const sides =
      record.kind === 'updated'
        ? [record.before, record.after]
        : [record.kind === 'created' ? record.after : record.before];
    return sides.flatMap((state) => {
      const topic = topicOf(state, deps);
      return topic === null ? [] : [[topic.url, topic.isPrivate ? 'private' : 'public'] as const];
    });
  });
}

describe('topics of published updates (realtime.md 2)', () => {
  test.each([
    'ComponentGroup',
    'ComponentPosition',
    'Layout',
    'Page',
    'Route',
    'SiteConfigParameter',
    'BlogArticleData',
  ])('%s opts in, so each of its changes has a topic', (type) => {
    expect(topics(fan([created(row(type, 'x'))]))).toHaveLength(1);
  });

  test.each(['User', 'Collection'])('%s has no topics', (type) => {
    expect(topics(fan([created(row(type, 'x'))]))).toEqual([]);
  });

  const url = `${ORIGIN}/_api/component/titles/t1`;
  test.for([
    ['published', PAST, url, 'public'],
    ['undated', null, `${url}?draft=1`, 'private'],
    ['dated in the future', FUTURE, `${url}?draft=1`, 'private'],
  ])(
    'the topic of a record that is %s is absolute, and drafts have their own private topic',
    ([, publishedAt, topic, access]) => {
      expect(topics(fan([created(row('Title', 't1', { publishedAt }))]))).toEqual([[topic, access]]);
    },
  );

  test('a row with a published version is a draft, even if its date has passed', () => {
    const draft = row('Title', 't1', { publishedResource: to(row('Title', 't2')) });
    expect(topics(fan([deleted(draft)]))).toEqual([[`${url}?draft=1`, 'private']]);
  });

  test.each(['Page', 'Route', 'SiteConfigParameter', 'Title', 'BlogArticleData'])(
    'a topic of a %s is among those that are granted for each base (decision 57)',
    (type) => {
      const granted = /^\/_api\/(_\/routes\/.*|(_|component|page_data)\/[^/]+\/[^/]+)$/;
      for (const [url] of topics(fan([created(row(type, 'a'))])))
        expect(url.slice(ORIGIN.length)).toMatch(granted);
    },
  );

  test('the state before a deletion decides whether its update is private', () => {
    const [draft, live] = [row('Title', 'd', { publishedAt: null }), row('Title', 'p')];
    expect(topics(fan([deleted(draft), deleted(live)])).map(([, access]) => access)).toEqual([
      'private',
      'public',
    ]);
  });

  test('publishing a draft sends a public update of the published record and a private deletion of the draft', () => {
    const live = row('Title', 't1');
    const draft = row('Title', 'd', { publishedResource: to(live), title: 'New' });
    const result = fan([deleted(draft), updated(live, { title: 'New' })]);
    expect(notified(result)).toEqual(['updated /component/titles/t1', 'deleted /component/titles/d']);
    expect(topics(result)).toEqual([
      [url, 'public'],
      [url, 'public'],
      [`${ORIGIN}/_api/component/titles/d?draft=1`, 'private'],
    ]);
  });

  test('a published record that becomes hidden leaves its published topic', () => {
    const result = fan([updated(title, { publishedAt: FUTURE })]);
    expect(left(result)).toMatchObject([
      { iri: '/_api/component/titles/t1', topic: { url, isPrivate: false } },
    ]);
    expect(topics(result)).toEqual([
      [url, 'public'],
      [`${url}?draft=1`, 'private'],
    ]);
  });

  test('a published draft leaves no topic, because its readers are granted both', () => {
    expect(left(fan([updated(row('Title', 't1', { publishedAt: null }), { publishedAt: PAST })]))).toEqual(
      [],
    );
  });

  test('an IRI that is released is left, unless another record uses it', () => {
    const route = row('Route', 'r1', { path: '/old' });
    const moved = updated(route, { path: '/new' });
    expect(left(fan([moved]))).toMatchObject([{ iri: '/_api/_/routes//old' }]);
    expect(left(fan([moved, created(row('Route', 'r2', { path: '/old' }))]))).toEqual([]);
  });

  test('a type with private updates has only the granted topic', () => {
    const secret = row('PrivateTitle', 's');
    const result = fan([updated(secret, { publishedAt: null })]);
    expect(new Set(topics(result).map(([, access]) => access))).toEqual(new Set(['private']));
    expect(left(result)).toEqual([]);
  });

  test('a related record has both topics, because only a read can determine its version', () => {
    expect(topicsOf(to(title), deps)).toEqual({
      published: { url, isPrivate: false },
      draft: { url: `${url}?draft=1`, isPrivate: true },
    });
  });
});
