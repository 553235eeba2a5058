import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { parseDateTime } from '../../kernel/util/dates/parse-date-time.js';
import { type Publication, wantsPublished } from './publication.js';
import type { PublishableResource } from '../../kernel/metadata/publication-state.js';
import {
  dateOf,
  isActive,
  publishedOf,
  requirePublishable,
} from '../../kernel/metadata/publication-state.js';
import { draftErrors } from './errors.js';

/** Target of an edit: the row itself or its draft. `body` is the part that remains to be applied. */
export interface EditPlan {
  readonly goesTo: 'row' | 'draft';
  readonly body: JsonObject;
}

export type PlanEdit = (record: StoredRecord, body: JsonObject, context: RequestContext) => EditPlan;

/**
 * Applies the decisions of components.md section 2.5 before anything is read or created. Throws AppError 422 if an
 * edit of the published version would change its date.
 */
export function createEditPlan({
  registry,
  publication,
}: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
}): PlanEdit {
  return (record, body, context) => {
    const registered = registry.require(record.type);
    const resource = requirePublishable(registered);
    const { actor, now } = context;
    if (!publication.maySeeDrafts(resource, actor)) return { goesTo: 'row', body };
    if (publishedOf(resource, record) !== null || !isActive(resource, record, now)) {
      return { goesTo: 'row', body };
    }
    if (wantsPublished(context)) {
      // The record is unpublished (contract decision 99).
      if (body[resource.publishable.field] === null) return { goesTo: 'row', body };
      assertDateKept({ resource, record }, body, now);
      return { goesTo: 'row', body: without(body, resource.publishable.field) };
    }
    // A published row cannot get a new date; its draft can.
    const edit = datesActive(resource, body, now) ? without(body, resource.publishable.field) : body;
    return asksForChange(registered, edit) ? { goesTo: 'draft', body: edit } : { goesTo: 'row', body: {} };
  };
}

function datesActive({ publishable }: PublishableResource, body: JsonObject, now: Date): boolean {
  const date = bodyDate(body[publishable.field], now);
  return date !== undefined && date <= now;
}

function bodyDate(value: JsonValue | undefined, now: Date): Date | undefined {
  return typeof value === 'string' ? parseDateTime(value, now) : undefined;
}

/** @throws AppError 422; a date that prints the same, to the second, counts as unchanged */
function assertDateKept(
  { resource, record }: { readonly resource: PublishableResource; readonly record: StoredRecord },
  body: JsonObject,
  now: Date,
): void {
  const { field } = resource.publishable;
  if (!Object.hasOwn(body, field)) return;
  const sent = bodyDate(body[field], now);
  const stored = dateOf(resource, record);
  if (sent === undefined || stored === null || toSecond(sent) !== toSecond(stored)) {
    throw draftErrors.dateFixed();
  }
}

const toSecond = (date: Date): number => Math.floor(date.getTime() / 1000);

function without(body: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
}

/** Returns whether the body changes anything. Read-only and unknown fields do not count. */
function asksForChange(resource: RegisteredResource, body: JsonObject): boolean {
  return resource.fields.some(({ name, writable }) => writable && Object.hasOwn(body, name));
}
