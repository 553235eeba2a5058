import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import type { TestApp } from '../../support/test-app.js';
import { createTestClock } from '../publishing/support.js';
import { startCachingApp } from '../response-cache/support.js';
import { linkedTypes } from './linked-types.js';

let app: TestApp;
beforeAll(async () => {
  app = await startCachingApp({ manifest: linkedTypes, clock: createTestClock() });
});
afterAll(() => app.close());

type Side = 'shelves' | 'genres';
const OTHER: Readonly<Record<Side, Side>> = { shelves: 'genres', genres: 'shelves' };

/**
 * Models the list of each record on either side: the sent list, then entries that the other side added,
 * oldest first.
 */
class Model {
  readonly lists = new Map<string, string[]>();
  readonly #sides = new Map<string, Side>();
  /** The last sent list of each record, without deleted entries. */
  readonly #sent = new Map<string, string[]>();
  readonly #made: string[] = [];

  of(side: Side): readonly string[] {
    return this.#made.filter((iri) => this.lists.has(iri) && this.#sides.get(iri) === side);
  }

  sideOf = (iri: string): Side => this.#sides.get(iri)!;

  create(iri: string, side: Side): void {
    this.#sides.set(iri, side);
    this.#made.push(iri);
    this.lists.set(iri, []);
    this.#sent.set(iri, []);
  }

  send(iri: string, list: readonly string[]): void {
    const wanted = [...new Set(list)];
    const isChange = JSON.stringify(wanted) !== JSON.stringify(this.lists.get(iri));
    for (const gone of this.lists.get(iri)!.filter((other) => !wanted.includes(other))) this.#drop(gone, iri);
    for (const other of wanted) if (!this.lists.get(other)!.includes(iri)) this.lists.get(other)!.push(iri);
    const isShorter = this.lists.get(iri)!.filter((other) => wanted.includes(other));
    this.lists.set(iri, wanted);
    // Removing an entry keeps the order of the others.
    if (isChange && JSON.stringify(isShorter) !== JSON.stringify(wanted)) this.#sent.set(iri, [...wanted]);
    for (const other of wanted) this.#settle(other);
  }

  delete(iri: string): void {
    for (const other of this.lists.get(iri)!) this.#drop(iri, other);
    this.lists.delete(iri);
  }

  #drop(iri: string, from: string): void {
    for (const lists of [this.lists, this.#sent]) {
      const pair = [iri, from];
      for (const [one, other] of [pair, pair.toReversed()])
        lists.set(
          one!,
          (lists.get(one!) ?? []).filter((each) => each !== other),
        );
    }
  }

  #settle(iri: string): void {
    const list = this.lists.get(iri)!;
    const sent = this.#sent.get(iri)!.filter((each) => list.includes(each));
    const added = list.filter((each) => !sent.includes(each));
    added.sort((one, other) => this.#made.indexOf(one) - this.#made.indexOf(other));
    this.lists.set(iri, [...sent, ...added]);
  }
}

const admin = { as: 'admin' } as const;

test('lists written from both sides equal those of a model, for visitors and in lists too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const draw = (count: number): number => Number(numbers.next().value) % count;
      const model = new Model();
      const drawList = (side: Side): string[] => {
        const rest = [...model.of(side)];
        const list: string[] = [];
        while (rest.length > 0 && draw(4) > 0) list.push(...rest.splice(draw(rest.length), 1));
        return list.length > 0 && draw(4) === 0 ? [...list, list[0]!] : list;
      };
      for (let step = 0; step < 40; step += 1) {
        const side: Side = draw(2) === 0 ? 'shelves' : 'genres';
        const other = OTHER[side];
        const known = model.of(side);
        const kind = draw(8);
        if (known.length === 0 || kind < 2) {
          const list = drawList(other);
          const iri = (await app.create(`/component/${side}`, { [other]: list }))['@id'];
          model.create(iri, side);
          model.send(iri, list);
        } else {
          const iri = known[draw(known.length)]!;
          if (kind === 2) {
            expect((await app.delete(iri, admin)).status).toBe(204);
            model.delete(iri);
          } else {
            const list = kind === 3 ? model.lists.get(iri)!.toReversed() : drawList(other);
            const sent = await app.patch(iri, { [other]: list }, admin);
            model.send(iri, list);
            expect(sent.body[other] ?? []).toEqual(model.lists.get(iri));
          }
        }
        for (const each of ['shelves', 'genres'] as const) {
          const { body } = await app.get(`/component/${each}?pagination=false&perPage=1000`);
          const listed = new Map<string, string[]>(
            body.member.map((entry: Record<string, unknown>) => [entry['@id'], entry[OTHER[each]] ?? []]),
          );
          for (const iri of model.of(each)) expect(listed.get(iri)).toEqual(model.lists.get(iri));
        }
        const all = [...model.of('shelves'), ...model.of('genres')];
        const one = all[draw(all.length)];
        if (one !== undefined)
          expect((await app.get(one)).body[OTHER[model.sideOf(one)]] ?? []).toEqual(model.lists.get(one));
      }
    }),
    { numRuns: propertyRuns(12, 'LIST_RUNS'), endOnFailure: true },
  );
});
