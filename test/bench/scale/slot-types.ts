import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScaffold, resource } from 'cms-api-components';
import type { Scaffold } from 'cms-api-components/internal/scaffold/scaffold.js';

const SLOTS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Adds page data types with five slots to a project, each slot for a `Title`. */
export async function writeSlotTypes(root: string, count: number): Promise<void> {
  for (const name of typeNames(count)) {
    const schema = {
      title: name,
      description: 'A page whose titles are its own.',
      type: 'object',
      'x-resource': 'page_data',
      properties: Object.fromEntries(SLOTS.map((slot) => [slot, slotField()])),
    };
    await writeFile(join(root, 'schemas', `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** The same number of live records for any number of types, distributed evenly, with a title in every slot. */
export function slotScaffold(types: number, records: number): Scaffold {
  const names = typeNames(types);
  return defineScaffold((site) => {
    const publishedAt = new Date();
    site.layout('slots', 'Primary');
    site.page('slots', 'SlotsPageTemplate', 'slots', { isTemplate: true });
    for (let number = 0; number < records; number += 1) {
      const titles = SLOTS.map((slot) => [
        slot,
        resource('Title', { title: `${slot} ${number}`, publishedAt }),
      ]);
      const type = names[number % names.length] ?? '';
      site.pageData(resource(type, { title: `Record ${number}`, ...Object.fromEntries(titles) }), {
        template: 'slots',
        route: `/record-${number}`,
      });
    }
  });
}

function typeNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `Slots${String(index + 1).padStart(3, '0')}Data`);
}

function slotField() {
  return {
    type: ['string', 'null'],
    format: 'iri-reference',
    description: 'One of its titles.',
    'x-component': 'Title',
  };
}
