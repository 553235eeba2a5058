import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE_DATA_EVERY = 5;

/** Writes `count` types as on large sites: mostly components, every kind of member, relations between them. */
export async function writeSyntheticTypes(root: string, count: number): Promise<void> {
  const folder = join(root, 'schemas');
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const schema = syntheticType(index);
    await writeFile(join(folder, `${schema.title}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** Changes the description of the first type. */
export async function editSyntheticType(root: string, description: string): Promise<void> {
  const schema = { ...syntheticType(0), description };
  await writeFile(join(root, 'schemas', `${schema.title}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}

function isPageData(index: number): boolean {
  return index % PAGE_DATA_EVERY === PAGE_DATA_EVERY - 1;
}

function nameOf(index: number): string {
  const number = String(index + 1).padStart(4, '0');
  return isPageData(index) ? `Topic${number}Data` : `Block${number}`;
}

function syntheticType(index: number) {
  const name = nameOf(index);
  const description = `Synthetic type ${index + 1}.`;
  if (isPageData(index)) {
    return {
      title: name,
      description,
      type: 'object',
      'x-resource': 'page_data',
      'x-search': ['title'],
      'x-order-fields': ['title', 'createdAt'],
      properties: { ...plainFields(), block: componentField(nameOf(index - 1)) },
    };
  }
  const previous = index % PAGE_DATA_EVERY === 0 ? undefined : nameOf(index - 1);
  return {
    title: name,
    description,
    type: 'object',
    'x-resource': 'component',
    'x-publishable': index % 2 === 0,
    'x-timestamped': true,
    'x-search': ['heading'],
    properties: {
      heading: textField(),
      ...plainFields(),
      ...(previous === undefined ? {} : { previous: relationField(previous) }),
    },
  };
}

function plainFields() {
  return {
    summary: { ...textField(), description: 'A few lines.' },
    amount: { type: ['integer', 'null'], minimum: 0, description: 'A count.' },
    isWide: { type: 'boolean', default: false, description: 'Whether it takes the whole width.' },
    startsAt: { type: ['string', 'null'], format: 'date-time', description: 'When it begins.' },
    variant: {
      type: 'string',
      enum: ['plain', 'framed', 'large'],
      default: 'plain',
      description: 'Its look.',
    },
  };
}

function textField() {
  return {
    type: ['string', 'null'],
    'x-column': { type: 'text' },
    description: 'A line of text.',
    'x-constraints': [{ Length: { max: 500 } }],
  };
}

function relationField(target: string) {
  return {
    type: ['string', 'null'],
    format: 'iri-reference',
    description: 'The block before it.',
    'x-relation': { target, kind: 'manyToOne', onDelete: 'SET NULL' },
  };
}

function componentField(target: string) {
  return {
    type: ['string', 'null'],
    format: 'iri-reference',
    description: 'Its block.',
    'x-component': target,
  };
}
