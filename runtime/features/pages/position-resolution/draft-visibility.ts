import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { earliest } from '../../../kernel/util/dates/earliest.js';

/** Decides whether a caller sees the unpublished rows of a type. Always true for types that are not publishable. */
export interface DraftVisibility {
  isPublishable(type: string): boolean;
  mayReadDrafts(type: string, actor: Actor): boolean;
}

/** Returns whether a request sees a row with this publication date. */
export function seesRow(
  {
    reference: { type, id },
    publishedAt,
  }: { readonly reference: Reference; readonly publishedAt: Date | null },
  { actor, now, reveals }: RequestContext,
  drafts: DraftVisibility,
): boolean {
  if (!drafts.isPublishable(type) || drafts.mayReadDrafts(type, actor) || reveals?.has(id) === true)
    return true;
  return publishedAt !== null && publishedAt <= now;
}

/** Returns the earliest future time, or undefined if there is none. */
export function nextMoment(moments: readonly Date[], now: Date): Date | undefined {
  return moments.filter((moment) => moment > now).reduce<Date | undefined>(earliest, undefined);
}
