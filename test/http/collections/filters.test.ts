import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FilterDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { testTypes } from '../../support/test-types.js';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';
import { createTestClock } from '../publishing/support.js';

const filter = (
  parameter: string,
  strategy: FilterDescriptor['strategy'],
  field: string,
): FilterDescriptor => ({ parameter, field, strategy, caseSensitive: true });

const inAnyCase = (one: FilterDescriptor): FilterDescriptor => ({ ...one, caseSensitive: false });

const FILTERS: readonly FilterDescriptor[] = [
  filter('is', 'exact', 'notes'),
  inAnyCase(filter('isAnyCase', 'exact', 'notes')),
  filter('has', 'partial', 'notes'),
  inAnyCase(filter('hasAnyCase', 'partial', 'notes')),
  filter('starts', 'start', 'notes'),
  inAnyCase(filter('startsAnyCase', 'start', 'notes')),
  filter('ends', 'end', 'notes'),
  inAnyCase(filter('endsAnyCase', 'end', 'notes')),
  filter('friendly', 'exact', 'friend.label'),
  inAnyCase(filter('friendlyAnyCase', 'partial', 'friend.label')),
  filter('friend', 'exact', 'friend'),
  filter('befriended', 'exists', 'friend'),
  filter('active', 'boolean', 'active'),
  filter('at', 'date', 'startsAt'),
  filter('on', 'date', 'day'),
  filter('exactDay', 'exact', 'day'),
  filter('opens', 'range', 'opensAt'),
  filter('size', 'range', 'amount'),
  filter('ratio', 'range', 'ratio'),
  filter('cost', 'range', 'price'),
  filter('made', 'date', 'createdAt'),
];

const manifest: Manifest = {
  ...testTypes,
  resources: testTypes.resources.map((resource) =>
    resource.name === 'Specimen' ? { ...resource, filters: FILTERS } : resource,
  ),
};

/** Values of `notes`, one record each; `none` is null. */
const NOTES: Readonly<Record<string, string | null>> = {
  plain: 'Apple pie',
  small: 'apple pie',
  capital: 'APPLE PIE',
  accent: 'Äpple pie',
  percent: '100% pie',
  underscore: 'a_b',
  other: 'axb',
  star: 'a*[b]?!',
  blank: 'apple pie ',
  backslash: 'a\\b',
  empty: '',
  none: null,
};

const clock = createTestClock();
let app: CoreApp;
let widget: string;
beforeAll(async () => {
  app = await startCoreApp({ manifest, clock });
  widget = (await app.aWidget({ label: 'Best' }))['@id'];
  for (const [index, [name, notes]] of Object.entries(NOTES).entries()) {
    const first = index === 0;
    await app.aSpecimen({
      name,
      notes,
      amount: index,
      ratio: index / 2,
      price: `${index}.25`,
      active: first,
      startsAt: first ? '2020-01-01T12:00:00+02:00' : null,
      day: first ? '2020-02-29' : null,
      opensAt: first ? '09:30:00' : null,
      friend: first ? widget : null,
    });
  }
});
afterAll(() => app.close());

async function find(query: string): Promise<string[]> {
  const { status, body } = await app.get(`/component/specimens?perPage=40&${query}`);
  if (status !== 200) throw new Error(`${query} answered ${status}`);
  return body.member.map(({ name }: { name: string }) => name).toSorted();
}

const ALL = Object.keys(NOTES).toSorted();

describe('a filter on text', () => {
  test.each<[string, string, string[]]>([
    ['is', 'apple pie', ['small']],
    ['is', 'Apple pie', ['plain']],
    ['is', 'apple', []],
    ['is', 'äpple pie', []],
    ['is', 'apple pie ', ['blank']],
    ['is', 'a_b', ['underscore']],
    ['is', '', ['empty']],
    ['isAnyCase', 'aPPLE pIE', ['capital', 'plain', 'small']],
    ['isAnyCase', 'äPPLE PIE', ['accent']],
    ['isAnyCase', 'A_B', ['underscore']],
    ['isAnyCase', 'A%', []],
    ['has', 'ppl', ['accent', 'blank', 'plain', 'small']],
    ['has', 'PPL', ['capital']],
    ['has', '%', ['percent']],
    ['has', '_', ['underscore']],
    ['has', '*', ['star']],
    ['has', '[b]', ['star']],
    ['has', '?!', ['star']],
    ['has', '\\', ['backslash']],
    ['hasAnyCase', 'Ppl', ['accent', 'blank', 'capital', 'plain', 'small']],
    ['hasAnyCase', '[B]', ['star']],
    ['starts', 'A', ['capital', 'plain']],
    ['starts', 'a', ['backslash', 'blank', 'other', 'small', 'star', 'underscore']],
    ['starts', '_', []],
    ['startsAnyCase', 'APPLE', ['blank', 'capital', 'plain', 'small']],
    ['startsAnyCase', 'ä', ['accent']],
    ['startsAnyCase', 'pie', []],
    ['ends', 'pie', ['accent', 'percent', 'plain', 'small']],
    ['ends', 'PIE', ['capital']],
    ['ends', 'apple', []],
    ['endsAnyCase', 'Pie', ['accent', 'capital', 'percent', 'plain', 'small']],
    ['friendly', 'Best', ['plain']],
    ['friendly', 'best', []],
    ['friendlyAnyCase', 'bes', ['plain']],
  ])('%s=%s', async (parameter, value, want) => {
    expect(await find(`${parameter}=${encodeURIComponent(value)}`)).toEqual(want);
  });

  test('accepts a list as alternatives, with any indexes', async () => {
    expect(await find('is[]=a_b&is[]=axb')).toEqual(['other', 'underscore']);
    expect(await find('isAnyCase[]=A_B&isAnyCase[]=AXB')).toEqual(['other', 'underscore']);
    expect(await find('has[]=ppl&has[]=_')).toEqual(['accent', 'blank', 'plain', 'small', 'underscore']);
    expect(await find('is[0]=a_b&is[2]=axb')).toEqual(['other', 'underscore']);
    expect(await find('has[7]=a_b&has[3]=axb')).toEqual(['other', 'underscore']);
    expect(await find('is[a][b]=c')).toEqual([]);
  });

  test('narrows the result of other filters, and unknown parameters have no effect', async () => {
    expect(await find('hasAnyCase=pie&starts=A&size[gt]=0')).toEqual(['capital']);
    expect(await find('isAnyCase[]=A_B&isAnyCase[]=AXB&starts=b')).toEqual([]);
    expect(await find('notes=a_b&constructor=1&__proto__[x]=1')).toEqual(ALL);
  });
});

describe('a filter on other values', () => {
  test.each<[string, string[]]>([
    ['active=true', ['plain']],
    ['active[]=1&active[]=x', ['plain']],
    ['at[before]=2020-01-01T10:00:00Z', ['plain']],
    ['at[strictly_before]=2020-01-01T10:00:00Z', []],
    ['at[after]=2020-01-01T12:00:00%2B02:00', ['plain']],
    ['at[strictly_after]=2020-01-01T10:00:00Z', []],
    ['at[after]=2019-12-31&at[before]=2020-01-02', ['plain']],
    ['on[after]=2020-02-29&on[before]=2020-02-29', ['plain']],
    ['exactDay=2020-02-29', ['plain']],
    ['opens[gte]=09:30', ['plain']],
    ['opens[gt]=09:30', []],
    ['size[lt]=1', ['plain']],
    ['ratio[lte]=.0', ['plain']],
    ['cost[lt]=1e0', ['plain']],
    ['cost[lte]=2.5e-1', ['plain']],
    ['cost[lt]=0.2500001', ['plain']],
    ['cost[lt]=.25', []],
    ['size[between]=1..2', ['capital', 'small']],
    ['cost[between]=0..0.25', ['plain']],
    ['active[]=true&active[]=false', ALL],
    ['at[after]=2020-01-01T12:00:00+02:00', ['plain']],
    ['at[strictly_after]=2020-01-01T12:00:00+0200', []],
    ['at[before]=2020-01-01+10:00', ['plain']],
    ['exactDay[0]=2020-02-29&exactDay[5]=x', ['plain']],
    ['befriended=1', ['plain']],
    ['befriended=0', ALL.filter((name) => name !== 'plain')],
  ])('%s finds %j', async (query, want) => {
    expect(await find(query)).toEqual(want);
  });

  test('accepts relations by IRI and by id', async () => {
    expect(await find(`friend=${widget}`)).toEqual(['plain']);
    expect(await find(`friend=${widget.slice(widget.lastIndexOf('/') + 1).toUpperCase()}`)).toEqual([
      'plain',
    ]);
  });

  test.each([
    'active=yes',
    'active[x]=true',
    'at=2020-01-01',
    'at[before]=',
    'at[before]=2020-02-31',
    'at[before]=10000-01-01',
    'at[before]=0000-00-00',
    'at[before][]=2020-01-01',
    'at[until]=2020-01-01',
    'at[before]=%27;drop table x;--',
    'on[after]=tomorrow',
    'exactDay=29.02.2020',
    'opens[gte]=25:00',
    'opens[gte]=09',
    'size[gt]=1.5',
    'size[gt]=99999999999999999999',
    'size[gt]=%20',
    'size[between]=1',
    'size[between]=1..2..3',
    'size[between]=..',
    'size[between]=1..x',
    'size[between]=1..99999999999',
    'size[gt]=1&size[lt]=x',
    'size=1',
    'size[]=1',
    'at[between]=2020-01-01..2020-01-02',
    'cost[lt]=99999999999.00',
    'cost[lt]=NaN',
    'cost[lt]=',
    'exactDay=',
    'exactDay[a]=2020-02-29',
    'is[a]=a_b',
    'has[a]=ppl',
    'has[][a]=ppl',
    'ratio[gt]=%20',
    'ratio[gt]=0x10',
    'ratio[gt]=NaN',
    'ratio[gt]=1e999',
    'cost[lt]=-Infinity',
    'cost[lt]=1,5',
    'befriended=',
    'befriended[]=1',
    'friend=x',
    'friend=/component/widgets/1',
    'friend=/component/guarded/00000000-0000-4000-8000-000000000000',
  ])(
    '%s is not a valid value of the member, so it matches nothing and a header reports it',
    async (query) => {
      expect(await find(query)).toEqual([]);
      const { headers } = await app.get(`/component/specimens?${query}`);
      expect(headers.get('x-ignored')).toContain(`?${query.slice(0, query.search(/[[=]/))}`);
    },
  );

  test('names its parameters, and only those', async () => {
    const ignored = async (query: string): Promise<string | null> =>
      (await app.get(`/component/specimens?${query}`)).headers.get('x-ignored');
    expect(await ignored('size[gt]=1&size[lt]=x&cost[lt]=1&active=no')).toBe('?active, ?size[lt]');
    expect(await ignored('active[]=1&active[]=x')).toBe('?active');
    expect(await ignored('size[gt]=1&at[after]=2020-01-01+10:00&is=a')).toBeNull();
  });

  test.each(['has=', 'starts[]=', 'endsAnyCase='])('%s has no effect', async (query) => {
    expect(await find(query)).toEqual(ALL);
  });

  test('does not accept an IRI of another type or an unknown one', async () => {
    const id = widget.slice(widget.lastIndexOf('/') + 1);
    for (const iri of [`/component/specimens/${id}`, `/_/pages/${id}`, `/nowhere/${id}`, `x/${id}`])
      expect([iri, await find(`friend=${encodeURIComponent(iri)}`)]).toEqual([iri, []]);
    expect(await find(`friend=${encodeURIComponent(`/component/widgets/${id}`)}`)).toEqual(['plain']);
    expect(await find(`friend[]=/_/pages/${id}&friend[]=${id}`)).toEqual(['plain']);
  });

  test('is as strict in the query of a Collection component', async () => {
    for (const [parameter, value] of Object.entries({ friend: 'x', 'size[gt]': 'x' })) {
      const { '@id': iri } = await app.create('/component/collections', {
        resourceIri: '/component/specimens',
        defaultQueryParameters: { [parameter]: value },
      });
      const { status, body } = await app.get(iri);
      expect([parameter, status, body.collection?.totalItems]).toEqual([parameter, 200, 0]);
    }
  });

  test.each(['is=%00', 'has=%ED%A0%80', 'is=%E9', 'is[a=1&size[gt]=%'])(
    '%s results in 400',
    async (query) => {
      const response = await app.get(`/component/specimens?${query}`);
      expect(response.status).toBe(400);
    },
  );

  test('resolves "now" with the clock of the request', async () => {
    clock.forward(-3_600_000);
    expect(await find('made[after]=now')).toEqual(ALL);
    clock.forward(7_200_000);
    expect(await find('made[after]=now')).toEqual([]);
    clock.forward(-3_600_000);
  });
});

describe('GET of an item', () => {
  test('ignores filters, which belong to lists', async () => {
    const [specimen] = (await app.get('/component/specimens?is=a_b')).body.member;
    expect((await app.get(`${specimen['@id']}?is=nothing`)).status).toBe(200);
  });
});
