import { setImmediate as turn } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { canonicalJson } from '../../kernel/validation/constraints/canonical-json.js';
import { compareJson, isContainer } from './compare-json.js';
import { compareEntries, compareTexts } from './compare-texts.js';

type Compared = Pick<RegisteredResource, 'field' | 'publishable'>;

/**
 * Returns a check whether a member is content rather than metadata. A record and its draft share one history but have
 * separate rows.
 */
const isContent =
  ({ publishable }: Compared) =>
  (name: string): boolean =>
    !/^([@_]|id$)/.test(name) &&
    name !== publishable?.publishedAssociation &&
    name !== publishable?.draftAssociation;

/**
 * Returns the members that differ between two documents of a record, in the order of the newer one; null where a
 * document has no such member. In addition to both values, texts have `words`, lists of references or texts have
 * `entries`, and other JSON has `paths`. These are omitted if the comparison would take too long.
 */
export async function compareDocuments(
  resource: Compared,
  { from, to }: Readonly<Record<'from' | 'to', JsonObject>>,
): Promise<readonly JsonObject[]> {
  const differing: JsonObject[] = [];
  for (const member of new Set([...Object.keys(to), ...Object.keys(from)].filter(isContent(resource)))) {
    const [before, after] = [from[member] ?? null, to[member] ?? null];
    if (canonicalJson(before) === canonicalJson(after)) continue;
    const inner = await compareValues(before, after, resource.field(member));
    differing.push({ member, before, after, ...inner });
    // Yields to other requests between two long texts.
    await turn();
  }
  return differing;
}

async function compareValues(
  before: JsonValue,
  after: JsonValue,
  field: FieldDescriptor | undefined,
): Promise<JsonObject> {
  if (isProse(field) && typeof before === 'string' && typeof after === 'string') {
    const words = await compareTexts(before, after);
    return words === undefined ? {} : { words };
  }
  if (isListOfTexts(before) && isListOfTexts(after)) {
    const entries = await compareEntries(before, after);
    return entries === undefined ? {} : { entries };
  }
  return isContainer(before) && isContainer(after) ? { paths: compareJson(before, after) } : {};
}

/** Returns whether a member contains prose. Dates, keys and addresses do not. */
const isProse = (field: FieldDescriptor | undefined): boolean =>
  field?.kind === 'scalar' && (field.type === 'string' || field.type === 'text') && field.enum === undefined;

const isListOfTexts = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
