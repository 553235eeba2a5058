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

/** The target of an edit of a row: to the row itself, or to a draft of it; `body` is what is left to apply. */
export interface EditPlan {
  readonly goesTo: 'row' | 'draft';
  readonly body: JsonObject;
}

export type PlanEdit = (record: StoredRecord, body: JsonObject, context: RequestContext) => EditPlan;

/**
 * The decisions of components.md section 2.5 before anything is read or made. The plan throws AppError 422 when
 * an edit of the published version would move the date.
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
      // Taken offline (contract decision 99).
      if (body[resource.publishable.field] === null) return { goesTo: 'row', body };
      assertDateKept({ resource, record }, body, now);
      return { goesTo: 'row', body: without(body, resource.publishable.field) };
    }
    // An active row cannot be dated anew: its draft can.
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

/** @throws AppError 422; the date as it is printed (to the second) counts as the same. */
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

/** Read-only and unknown members are no change. */
function asksForChange(resource: RegisteredResource, body: JsonObject): boolean {
  return resource.fields.some(({ name, writable }) => writable && Object.hasOwn(body, name));
}
