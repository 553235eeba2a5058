import type { ImportSite } from 'cms-api-components';

interface Export {
  /** URL of the site. */
  readonly base: string;
  /** Source name given on the command line. */
  readonly given: string | undefined;
  /** Page data types of the imported posts. */
  readonly types: ReadonlySet<string>;
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
  { base, given, types, numbers, waiting }: Export,
  site: ImportSite,
): Promise<Earlier> {
  const unknown = [
    ...new Set(waiting.map(({ parent }) => parent).filter((parent) => parent !== '' && parent !== '0')),
  ].filter((parent) => !numbers.has(parent));
  const requested = [...numbers, ...unknown];
  let source = given ?? nameOf(base);
  let found = new Map<string, string>();
  for (const candidate of given === undefined ? spellingsOf(base).map(nameOf) : [given]) {
    found = await findStored({ numbers: requested, source: candidate, types }, site);
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

interface Candidates {
  readonly numbers: readonly string[];
  readonly source: string;
  readonly types: ReadonlySet<string>;
}

/** Returns the ids of stored posts by post number. */
async function findStored(
  { numbers, source, types }: Candidates,
  site: ImportSite,
): Promise<Map<string, string>> {
  const byId = new Map(
    numbers.flatMap((number) => {
      const id = site.idOf(`post:${number}`, source);
      return id === undefined ? [] : [[id, number] as const];
    }),
  );
  const found = new Map<string, string>();
  for (const type of types)
    for (const { id } of await site.findMany(type, byId.keys())) found.set(byId.get(id) ?? '', id);
  return found;
}
