import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../../runtime/kernel/contract/records/change-set.js';
import type { Reference, StoredRecord } from '../../../../../runtime/kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../../../../runtime/kernel/contract/schema/resource.js';
import { created, deleted, fan, registry, row, to, updated } from './stored-site.js';

const TYPES = [
  'Route',
  'Layout',
  'Page',
  'ComponentGroup',
  'ComponentPosition',
  'Title',
  'NavigationLink',
  'BlogArticleData',
  'NestedPageData',
  'Image',
  'HtmlContent',
];
const PER_TYPE = 2;
const ids = TYPES.flatMap((type) =>
  Array.from({ length: PER_TYPE }, (_, index) => ({ type, id: `${type}-${index}` })),
);

type Draw = (count: number) => number;
type Site = ReadonlyMap<string, StoredRecord>;

/** Generates some of the records, each with references to some of the others in every stored relation. */
function drawSite(draw: Draw): Site {
  const there = ids.filter(() => draw(4) !== 0);
  return new Map(
    there.map(({ type, id }) => {
      const relations = registry.require(type).fields.flatMap((field): [string, unknown][] => {
        const targets =
          'target' in field ? there.filter((other) => registry.accepts(field.target, other.type)) : [];
        const references = targets.map((target) => to(row(target.type, target.id)));
        if (field.kind === 'to-one') return [[field.name, references[draw(references.length + 1)] ?? null]];
        const isOwn = field.kind === 'to-many' && field.through.kind === 'link' && field.through.owner;
        return isOwn ? [[field.name, references.filter(() => draw(2) === 0)]] : [];
      });
      return [id, row(type, id, Object.fromEntries(relations))];
    }),
  );
}

function changesBetween(before: Site, after: Site): Change[] {
  return ids.flatMap(({ id }): Change[] => {
    const [old, now] = [before.get(id), after.get(id)];
    if (old === undefined) return now === undefined ? [] : [created(now)];
    if (now === undefined) return [deleted(old)];
    const change = updated(old, now.values);
    return change.kind === 'updated' && change.fields.length > 0 ? [change] : [];
  });
}

/**
 * Returns the ids of all records that reference `id` by the relation with the inverse `member`, found by checking
 * every record.
 */
function shows(site: Site, id: string, member: FieldDescriptor): string {
  const names = [...site.values()].flatMap((other) =>
    registry.require(other.type).fields.flatMap((field) => {
      if (!('target' in member) || !registry.accepts(member.target, other.type)) return [];
      return isOtherSide(member, field) && holds(other.values[field.name], id) ? [other.id] : [];
    }),
  );
  return names.sort().join();
}

function isOtherSide(member: FieldDescriptor, field: FieldDescriptor): boolean {
  const column =
    member.kind === 'inverse-one'
      ? member.column
      : member.kind === 'to-many' && member.through.kind === 'inverse'
        ? member.through.column
        : undefined;
  if (column !== undefined) return field.kind === 'to-one' && field.column === column;
  const isLink = member.kind === 'to-many' && member.through.kind === 'link' && !member.through.owner;
  return (
    isLink &&
    field.kind === 'to-many' &&
    field.through.kind === 'link' &&
    field.through.owner &&
    field.through.table === member.through.table
  );
}

function holds(value: unknown, id: string): boolean {
  // Relations are stored as a reference, a list of references, or null.
  return [value as Reference | readonly Reference[] | null].flat().some((reference) => reference?.id === id);
}

describe('the difference between two states of a site', () => {
  test('includes every record with a changed inverse relation, with exactly the members that contain it', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        const [before, after] = [drawSite(draw), drawSite(draw)];
        // Most records are unchanged.
        const mixed = draw(2) === 0 ? after : consistent(before, after, draw);
        const changes = changesBetween(before, mixed);
        const { records } = fan(changes);
        const own = new Set(
          changes.map((change) => ('after' in change ? change.after.id : change.before.id)),
        );
        const related = new Map(
          records.flatMap((record) =>
            record.kind === 'related' ? [[record.reference.id, [...record.members].sort()]] : [],
          ),
        );
        expect(records).toHaveLength(own.size + related.size);
        for (const { type, id } of ids) {
          if (own.has(id)) expect(related.has(id)).toBe(false);
          else if (before.has(id)) {
            const changed = registry
              .require(type)
              .fields.filter((member) => shows(before, id, member) !== shows(mixed, id, member));
            expect([id, related.get(id) ?? []]).toEqual([id, changed.map(({ name }) => name).sort()]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Returns the previous state with some relations from the next state, if their targets exist. */
function consistent(before: Site, after: Site, draw: Draw): Site {
  return new Map(
    [...before].map(([id, record]) => {
      const other = after.get(id);
      if (other === undefined || draw(8) !== 0) return [id, record];
      const values = Object.entries(other.values).map(([name, value]) => {
        const isThere = [value]
          .flat()
          .every(
            (part) =>
              typeof part !== 'object' || part === null || !('id' in part) || before.has(String(part.id)),
          );
        return [name, isThere ? value : record.values[name]];
      });
      return [id, { ...record, values: Object.fromEntries(values) }];
    }),
  );
}
