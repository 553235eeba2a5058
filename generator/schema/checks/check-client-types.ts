import { resourceNames, typeName } from '../../model/naming.js';
import type { CheckContext } from '../schema-set.js';
import { type FieldOwner, fieldOwners } from './owners.js';

/** Suffixes of client types: `Contact` gives `ContactInput` and `ContactPatch` too. */
const SUFFIXES: ReadonlySet<string> = new Set(['Input', 'Patch']);

/** Shapes of a type that the API reference has already: `Contact.jsonld` is the document itself. */
const DOCUMENTS: ReadonlySet<string> = new Set(['jsonld', 'jsonld-input']);

/** Checks that client type names are unique, because `types/index.d.ts` exports those of every file. Forms check their own. */
export function checkClientTypes(context: CheckContext): void {
  const owners = fieldOwners(context);
  const titles = new Set(owners.map(({ title }) => title));
  for (const owner of owners) {
    checkTitle(owner, titles);
    checkShapeNames(owner);
  }
}

function checkTitle({ kind, title, place }: FieldOwner, titles: ReadonlySet<string>): void {
  const stem = title.replace(/(?:Input|Patch)$/, '');
  if (stem !== title && titles.has(stem)) {
    place
      .below('title')
      .report(
        `The client type ${title} is taken: it is what is sent to ${stem}.`,
        `Choose another name: the types of ${stem} are ${clientTypes(stem).join(', ')}.`,
      );
  } else if (kind === 'embedded' && SUFFIXES.has(title)) {
    place
      .below('title')
      .report(
        `An embedded type can't be called ${title}: inside a type such as Contact it would be Contact${title}, which is taken.`,
        'Choose another name for the type and its file.',
      );
  }
}

function clientTypes(title: string): readonly string[] {
  const { type, input, patch } = resourceNames(title);
  return [type, input, patch];
}

function checkShapeNames({ title, place, definition }: FieldOwner): void {
  const first = new Map<string, string>();
  for (const name of Object.keys(definition.$defs ?? {})) {
    const type = typeName(name);
    const other = first.get(type);
    first.set(type, other ?? name);
    const taken = SUFFIXES.has(type) ? `what is sent to ${title}` : DOCUMENTS.has(name) ? title : undefined;
    const by = other === undefined ? taken : `the shape ${JSON.stringify(other)}`;
    if (by === undefined) continue;
    place
      .below('$defs', name)
      .report(
        `The name of the shape ${JSON.stringify(name)} is taken: ${title}${type} is ${by}.`,
        'Choose another name for the shape.',
      );
  }
}
