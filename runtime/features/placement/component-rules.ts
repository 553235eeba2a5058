import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import type {
  PendingWrite,
  StoredWrite,
  WriteRule,
  WriteScope,
} from '../../kernel/contract/records/writes.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { invalidIri, itemNotFound, notFound, validationFailed } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';
import { referenceTo } from '../../kernel/records/references.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import type { LockGroups } from './lock-groups.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';

interface ComponentRuleDeps extends Pick<Kernel, 'registry' | 'iris' | 'reader'> {
  readonly lockGroups: LockGroups;
}

const MEMBER = 'componentPositions';
const POSITION = 'ComponentPosition';
/** Path of a violation that concerns the whole entry. */
const ENTRY = '.';

/**
 * Handles `componentPositions` in the body of a component. An object places the component in a group, an IRI
 * transfers an existing position, and positions that are not listed stay (components.md section 1.4).
 */
export function createComponentRules(deps: ComponentRuleDeps): WriteRule {
  return {
    appliesTo: ({ kind }) => kind === 'component',
    members: [MEMBER],
    many: 'each',
    prepare: (write) => checkEntries(write),
    async apply(write, scope) {
      const entries = write.body[MEMBER];
      if (!Array.isArray(entries)) return;
      // Array.isArray loses the element type of readonly arrays.
      for (const [index, entry] of (entries as readonly JsonValue[]).entries()) {
        await withPathPrefix(`${MEMBER}[${index}]`, () => place({ entry, write }, scope, deps));
      }
    },
  };
}

function checkEntries({ body, violations }: PendingWrite): void {
  const entries = body[MEMBER];
  if (entries === undefined || entries === null) return;
  if (!Array.isArray(entries)) {
    violations.add({ propertyPath: MEMBER, ...wrongType('array') });
    return;
  }
  // Array.isArray loses the element type of readonly arrays.
  for (const [index, entry] of (entries as readonly JsonValue[]).entries()) {
    if (typeof entry === 'string' || isJsonObject(entry)) continue;
    violations.add({ propertyPath: `${MEMBER}[${index}]`, ...wrongType('string|object') });
  }
}

async function place(
  { entry, write }: { readonly entry: JsonValue; readonly write: StoredWrite },
  scope: WriteScope,
  deps: ComponentRuleDeps,
): Promise<void> {
  const component = deps.iris.of(referenceTo(write.after));
  const iri = isJsonObject(entry) ? entry['@id'] : entry;
  if (typeof iri === 'string') {
    await transfer({ position: await namedPosition(iri, scope, deps), body: { component } }, scope, deps);
    return;
  }
  if (!isJsonObject(entry)) return; // refused before anything was stored
  const { componentGroup, sortValue } = entry;
  const body = {
    component,
    ...(componentGroup === undefined ? {} : { componentGroup }),
    ...(sortValue === undefined ? {} : { sortValue }),
  };
  await scope.commands.create(POSITION, body, scope);
}

async function transfer(
  { position: { id }, body }: { readonly position: Reference; readonly body: JsonObject },
  scope: WriteScope,
  { lockGroups, reader }: ComponentRuleDeps,
): Promise<void> {
  await lockGroups(id, body, scope);
  const position = await reader.findLocked(scope.session, { type: POSITION, id });
  if (position === undefined) throw notFound();
  await scope.commands.update(position, body, scope);
}

async function namedPosition(
  iri: string,
  { session }: WriteScope,
  deps: ComponentRuleDeps,
): Promise<Reference> {
  const target = deps.iris.parse(iri);
  if (target?.kind !== 'item') throw invalidIri(iri, MEMBER);
  if (target.resource.name !== POSITION) throw validationFailed([WRONG_TYPE]);
  const found = await deps.reader.resolve(session, target.resource, target.key);
  if (found === undefined) throw itemNotFound(iri);
  return found;
}

const WRONG_TYPE = violationAt(
  ENTRY,
  messageOf('This value should be the IRI of a resource of type {{ type }}.', {
    parameters: { type: POSITION },
  }),
  VIOLATION_CODES.type,
);

/** Reports violations of an inline position below the field. Placement rules stay class-level rules. */
async function withPathPrefix(prefix: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.violations === undefined) throw error;
    const violations = error.violations.map((violation) => ({
      ...violation,
      propertyPath: nestedPath(prefix, violation.propertyPath),
    }));
    throw validationFailed(violations);
  }
}

function nestedPath(prefix: string, path: string): string {
  if (path === '') return '';
  return path === ENTRY ? prefix : `${prefix}.${path}`;
}
