import { idLists } from '../../../../kernel/records/id-lists.js';
import { idOf } from '../../format/keys.js';
import type { MappingDeps } from './mapping.js';

interface Export {
  /** URL of the site. */
  readonly base: string;
  /** Source name given on the command line. */
  readonly given: string | undefined;
  readonly numbers: ReadonlySet<string>;
  readonly waiting: readonly { readonly parent: string }[];
}

/** Stored records of earlier imports from the same site. */
interface Earlier {
  /** Source name that the record keys were created with. */
  readonly source: string;
  /** Ids of parents outside the imported files, by post number. */
  readonly parents: ReadonlyMap<string, string>;
}

const nameOf = (base: string): string => `wordpress ${base}`;

/** Finds records of earlier imports, even if the site URL had another scheme or a trailing slash then. */
export async function findEarlier(
  { base, given, numbers, waiting }: Export,
  deps: MappingDeps & { readonly types: ReadonlySet<string> },
): Promise<Earlier> {
  const unknown = [
    ...new Set(waiting.map(({ parent }) => parent).filter((parent) => parent !== '' && parent !== '0')),
  ].filter((parent) => !numbers.has(parent));
  const requested = [...numbers, ...unknown];
  let source = given ?? nameOf(base);
  let found = new Map<string, string>();
  for (const candidate of given === undefined ? spellingsOf(base).map(nameOf) : [given]) {
    found = await findStored(requested, candidate, deps);
    if (found.size === 0) continue;
    source = candidate;
    break;
  }
  return { source, parents: new Map([...found].filter(([number]) => !numbers.has(number))) };
}

/** Returns variants of the URL, starting with the URL itself. */
function spellingsOf(base: string): readonly string[] {
  const bare = base.replace(/\/+$/, '');
  const other = /^https:/i.test(bare) ? bare.replace(/^https:/i, 'http:') : bare.replace(/^http:/i, 'https:');
  return [...new Set([base, bare, `${bare}/`, other, `${other}/`])];
}

/** Returns the ids of stored posts by post number. */
async function findStored(
  numbers: readonly string[],
  source: string,
  { reader, database, types }: MappingDeps & { readonly types: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const byId = new Map(
    numbers.flatMap((number) => {
      const id = idOf(`post:${number}`, source);
      return id === undefined ? [] : [[id, number] as const];
    }),
  );
  const found = new Map<string, string>();
  for (const type of types)
    for (const ids of idLists([...byId.keys()]))
      for (const { id } of await reader.findMany(database, type, ids)) found.set(byId.get(id) ?? '', id);
  return found;
}
