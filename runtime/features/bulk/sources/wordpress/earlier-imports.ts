import { idLists } from '../../../../kernel/records/id-lists.js';
import { idOf } from '../../format/keys.js';
import type { MappingDeps } from './mapping.js';

interface Export {
  /** Address of the site. */
  readonly base: string;
  /** Name of the source, where the command names one. */
  readonly given: string | undefined;
  readonly numbers: ReadonlySet<string>;
  readonly waiting: readonly { readonly parent: string }[];
}

/** What is stored of earlier imports of the same site. */
interface Earlier {
  /** The name of the source by which its records are known. */
  readonly source: string;
  /** Ids of parents that are in none of the files, by their number. */
  readonly parents: ReadonlyMap<string, string>;
}

const nameOf = (base: string): string => `wordpress ${base}`;

/** Looks for records of earlier imports, also for those that were made while the site had the other scheme or an end slash. */
export async function findEarlier(
  { base, given, numbers, waiting }: Export,
  deps: MappingDeps & { readonly types: ReadonlySet<string> },
): Promise<Earlier> {
  const unknown = [
    ...new Set(waiting.map(({ parent }) => parent).filter((parent) => parent !== '' && parent !== '0')),
  ].filter((parent) => !numbers.has(parent));
  const asked = [...numbers, ...unknown];
  let source = given ?? nameOf(base);
  let found = new Map<string, string>();
  for (const candidate of given === undefined ? spellingsOf(base).map(nameOf) : [given]) {
    found = await findStored(asked, candidate, deps);
    if (found.size === 0) continue;
    source = candidate;
    break;
  }
  return { source, parents: new Map([...found].filter(([number]) => !numbers.has(number))) };
}

/** The address itself first. */
function spellingsOf(base: string): readonly string[] {
  const bare = base.replace(/\/+$/, '');
  const other = /^https:/i.test(bare) ? bare.replace(/^https:/i, 'http:') : bare.replace(/^http:/i, 'https:');
  return [...new Set([base, bare, `${bare}/`, other, `${other}/`])];
}

/** Ids of stored posts by their number. */
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
