import type { PreviousTexts, RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { Representation, RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { bareRepresentation } from '../../kernel/reads/representations.js';
import { allForIds } from '../../kernel/records/id-lists.js';
import { createFieldAccess, expressionObject } from '../../kernel/serializer/field-access.js';
import { type IsRecorded, subjectOf } from './recorded-types.js';
import { decodeState } from './stored-state.js';
import { CHANGE, changeOf, type StoredChange } from './stored-revisions.js';
import { revisionChangeTable } from './tables.js';

export interface PreviousTextsDeps extends Pick<Kernel, 'registry' | 'guard'> {
  readonly isRecorded: IsRecorded;
}

/**
 * Shows the preview of a revision: texts, numbers, dates and JSON of the previewed pages, page data and components as
 * of that revision. References, files and publication dates are current, so that nothing outside the preview is
 * revealed. The visitor must be allowed to read both states.
 */
export function createPreviousTexts({
  registry,
  guard,
  isRecorded,
}: PreviousTextsDeps): RepresentationExtension {
  /** Replaces current members by those of the previous state. */
  function show(representation: Representation, text: string, { actor, ...context }: RequestContext): void {
    const { record, members } = representation;
    const resource = registry.require(record.type);
    const { values } = decodeState(registry, record.type, text);
    const previous = { ...record, values: { ...record.values, ...values } };
    const rule = resource.security.read;
    if (rule !== undefined && !guard(rule, actor, expressionObject(resource, previous))) return;
    const access = createFieldAccess(resource, guard);
    const before = bareRepresentation(previous);
    for (const field of resource.fields.filter((one) => isText(one, resource))) {
      if (Object.hasOwn(members, field.name) || !Object.hasOwn(values, field.name)) continue;
      const isReadable = access.canRead(field)({ actor, ...context }, before);
      members[field.name] = isReadable ? (values[field.name] ?? undefined) : undefined;
    }
  }

  return {
    appliesTo: ({ name, kind, ...resource }) =>
      (kind === 'component' || kind === 'page_data' || name === 'Page') &&
      isRecorded({ name, kind, ...resource }),
    async extend(representations, purpose, { session, context }) {
      const { reveals } = context;
      const previous = reveals?.previous;
      if (reveals === undefined || previous === undefined || purpose === 'collection') return;
      const shown = representations.filter(
        ({ record: { id, type } }) => reveals.has(id) && previous.mayShow(type),
      );
      if (shown.length === 0) return;
      const subjects = new Map(
        shown.map((one) => [one, subjectOf(registry.require(one.record.type), one.record)]),
      );
      const states = await statesAt(session, [...subjects.values()], previous);
      for (const [representation, subject] of subjects) {
        const text = states.get(subject)?.after;
        if (text == null) continue;
        show(representation, text, context);
        representation.metadata.revision = { number: previous.revision };
      }
    },
  };
}

/** Returns whether a member has content of its own, other than publication dates. */
function isText(field: FieldDescriptor, resource: RegisteredResource): boolean {
  const dates = isPublishable(resource)
    ? [resource.publishable.field, resource.publishable.expiryField]
    : [resource.expiry?.startField, resource.expiry?.endField];
  return field.kind === 'scalar' && field.name !== resource.identifier && !dates.includes(field.name);
}

/**
 * Returns the states of records as of a revision. Drafts take precedence over published records, as editors saw them.
 */
async function statesAt(
  session: SqlSession,
  subjects: readonly string[],
  { revision }: PreviousTexts,
): Promise<ReadonlyMap<string, StoredChange>> {
  const changes = session.table(revisionChangeTable.name);
  const rows = await allForIds(
    session,
    `select ${CHANGE}
from ${changes} c
where ${session.dialect.anyOf('c.subject', 'ids', 'uuid')} and c.revision <= :revision and c.state_after is not null
  and not exists (select 1 from ${changes} p where p.subject = c.subject and p.record = c.record and p.revision > c.revision and p.revision <= :revision)`,
    { ids: subjects, revision },
  );
  const states = new Map<string, StoredChange>();
  for (const change of rows.map(changeOf))
    if (!states.has(change.subject) || change.record !== change.subject) states.set(change.subject, change);
  return states;
}
