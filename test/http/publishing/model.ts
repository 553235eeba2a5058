/** Expected stored state of one component, and nothing else. Times are minutes of the test's clock. */
export interface Row {
  headline: string;
  body: string;
  /** Content of the stored file; null without a file. */
  file: string | null;
  /** Null: no date. */
  date: number | null;
}

export interface PairModel {
  published: Row | null;
  draft: Row | null;
}

export interface Outcome {
  readonly status: number;
  /** The row in the response; null for errors and deletes. */
  readonly shows: Row | null;
}

export type Target = 'published' | 'draft';

interface Addressed {
  readonly target: Target;
  readonly isPermitted: boolean;
  readonly wantsPublished: boolean;
}

export type Command =
  | (Addressed & {
      readonly kind: 'patch';
      readonly headline: string | null;
      readonly body: string | null;
      /** Minutes from now; `none` is not sent. */
      readonly date: number | null | 'none';
    })
  | (Addressed & { readonly kind: 'get' })
  /** A form with a file and nothing else, by a permitted caller. */
  | (Addressed & { readonly kind: 'upload'; readonly file: string })
  /** Two edits at once by permitted callers, one of each member, the second one on the draft's IRI when there is one. */
  | { readonly kind: 'race'; readonly headline: string; readonly body: string }
  | (Addressed & { readonly kind: 'delete' })
  | { readonly kind: 'wait'; readonly minutes: number };

const REFUSED = (status: number): Outcome => ({ status, shows: null });

/**
 * A draft without a published row is published at its date.
 * A draft of a published row waits for a read or a write to merge it.
 */
export function settle(model: PairModel, now: number): void {
  const { draft } = model;
  if (draft === null || draft.date === null || draft.date > now) return;
  model.published = draft;
  model.draft = null;
}

/** Applies a command to the model; `now` is in minutes. The pair must be settled. */
export function applyToModel(
  model: PairModel,
  command: Exclude<Command, { readonly kind: 'wait' | 'race' }>,
  now: number,
): Outcome {
  const addressed = model[command.target];
  if (addressed === null) return REFUSED(404);
  const seesDrafts = command.isPermitted && !command.wantsPublished;
  if (command.target === 'draft' && !seesDrafts) return REFUSED(404);
  // Writing content requires the editing permission (contract decision 120).
  if (command.kind !== 'get' && !command.isPermitted) return REFUSED(403);
  const chosen: Target = seesDrafts && model.draft !== null ? 'draft' : command.target;
  if (command.kind === 'get') return { status: 200, shows: model[chosen] };
  if (command.kind === 'patch') return patch(model, { chosen, command, now });
  if (command.kind === 'upload') {
    const edit = { ...command, kind: 'patch', headline: null, body: null, date: 'none' } as const;
    return patch(model, { chosen, command: edit, now });
  }
  model[chosen] = null;
  return REFUSED(204);
}

function patch(
  model: PairModel,
  {
    chosen,
    command,
    now,
  }: {
    readonly chosen: Target;
    readonly command: Extract<Command, { readonly kind: 'patch' }> & { readonly file?: string };
    readonly now: number;
  },
): Outcome {
  const { published, draft } = model;
  let { date } = command;
  if (typeof date === 'number') date += now;
  if (chosen === 'draft' && draft !== null) {
    const next = edited(draft, command, date);
    if (!isValid(next)) return REFUSED(422);
    model.draft = next;
    settle(model, now);
    return { status: 200, shows: model.draft ?? model.published };
  }
  if (published === null) return REFUSED(404);
  if (command.wantsPublished && date === null) return takeOffline(model, published, command);
  if (command.wantsPublished) {
    if (date !== 'none' && date !== published.date) return REFUSED(422);
    const next = edited(published, command, 'none');
    if (!isValid(next)) return REFUSED(422);
    model.published = next;
    return { status: 200, shows: next };
  }
  if (typeof date === 'number' && date <= now) date = 'none';
  const changesNothing = command.headline === null && command.body === null && command.file === undefined;
  if (changesNothing && date === 'none') {
    return { status: 200, shows: published };
  }
  const next = edited({ ...published, date: null }, command, date);
  if (!isValid(next)) return REFUSED(422);
  model.draft = next;
  return { status: 200, shows: next };
}

/** The draft takes over the positions of the published version, or is created from it (contract decision 99). */
function takeOffline(
  model: PairModel,
  published: Row,
  command: Extract<Command, { readonly kind: 'patch' }>,
): Outcome {
  const next = model.draft ?? edited(published, command, null);
  if (!isValid(next)) return REFUSED(422);
  model.published = null;
  model.draft = next;
  return { status: 200, shows: next };
}

function edited(
  row: Row,
  { headline, body, file }: { headline: string | null; body: string | null; file?: string | undefined },
  date: number | null | 'none',
): Row {
  return {
    headline: headline ?? row.headline,
    body: body ?? row.body,
    file: file ?? row.file,
    date: date === 'none' ? row.date : date,
  };
}

/** `headline` always, `body` only with a date. */
const isValid = ({ headline, body, date }: Row): boolean => headline !== '' && (date === null || body !== '');
