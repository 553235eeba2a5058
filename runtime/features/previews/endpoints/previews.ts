import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { PreviousStates } from '../../../extension-points/previous-states.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { denied, kernelErrors, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Secrets } from '../../../kernel/system-resources/secrets.js';
import {
  createSystemEndpoints,
  type NewRecord,
  type SystemEndpointDeps,
} from '../../../kernel/system-resources/system-endpoints.js';
import { type ReadMember, readMoment } from '../../../kernel/system-resources/system-members.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { previewErrors } from '../errors.js';
import type { Previews } from '../open-preview.js';
import { preview, type PreviewLink } from '../resource.js';
import type { FindSubject } from './find-subject.js';
import { createOpenEndpoint, type OpenEndpointDeps } from './open-link.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;

export interface PreviewEndpointDeps
  extends OpenEndpointDeps, Pick<SystemEndpointDeps<PreviewLink>, 'iris' | 'guard' | 'store' | 'writes'> {
  readonly secrets: Secrets;
  readonly previews: Previews;
  readonly previousStates: PreviousStates;
  readonly findSubject: FindSubject;
  readonly mayMake: (actor: Actor) => boolean;
  readonly maxDays: number;
}

/** Creates the endpoints that create, list, open and revoke preview links (contract decision 108). */
export function createPreviewEndpoints(deps: PreviewEndpointDeps): readonly Endpoint[] {
  return [
    ...createSystemEndpoints<PreviewLink>({
      ...deps,
      resource: preview,
      badCursor: previewErrors.badPlace,
      mayUse: deps.mayMake,
      existing: ({ actor, now }) => ({
        expiresAt: { validAt: now },
        ...(isGranted(actor, ROLE_ADMIN) ? {} : { maker: makerOf(actor) }),
      }),
      readersFor: () => ({ expiresAt: readEnd(deps.maxDays), revision: readRevision(deps.previousStates) }),
      complete: (read, body, context) => complete(read, { body, context }, deps),
      compute: deps.computeMembers,
    }),
    createOpenEndpoint(deps),
  ];
}

function makerOf(actor: Actor): string {
  if (actor.user === null) throw denied(actor);
  return actor.user.id;
}

async function complete(
  { expiresAt, revision = null }: Partial<PreviewLink>,
  { body, context }: { readonly body: JsonObject; readonly context: RequestContext },
  deps: PreviewEndpointDeps,
): Promise<NewRecord<PreviewLink>> {
  const { actor, now } = context;
  const { subject, iri, member } = await deps.findSubject(body);
  const { isSeen, isOpen } = await deps.previews.evaluate(subject, actor);
  // A record that the creator cannot see is reported as missing (contract decision 24).
  if (!isSeen) throw kernelErrors.itemNotFound(iri);
  if (!isOpen) throw validationFailed([{ propertyPath: member, message: CLOSED, code: null }]);
  const { secret: token, hash: tokenHash } = deps.secrets.create();
  return {
    values: {
      maker: makerOf(actor),
      accessToken: actor.token?.id ?? null,
      subjectType: subject.type,
      subjectId: subject.id,
      revision,
      tokenHash,
      createdAt: now,
      expiresAt: expiresAt ?? usualEnd(now, deps.maxDays),
    },
    shown: { token },
  };
}

const latestEnd = (now: Date, maxDays: number): Date => new Date(now.getTime() + maxDays * DAY_MS);
const usualEnd = (now: Date, maxDays: number): Date => latestEnd(now, Math.min(USUAL_DAYS, maxDays));

/** Reads the expiry date of a link, which is at most `maxDays` ahead. */
const readEnd =
  (maxDays: number): ReadMember<Date> =>
  (sent, input) => {
    if (sent === undefined || sent === null) return usualEnd(input.now, maxDays);
    const end = readMoment(sent, input);
    if (end === undefined || (end > input.now && end <= latestEnd(input.now, maxDays))) return end;
    const tooFar = messageOf('This value should be within the next {{ limit }} days.', {
      parameters: { limit: String(maxDays) },
    });
    return input.report(tooFar, VIOLATION_CODES.range);
  };

/** Reads the number of a revision that still exists. */
const readRevision =
  (states: PreviousStates): ReadMember<number | null> =>
  async (sent, { report }) => {
    if (sent === undefined || sent === null) return null;
    const isNumber = typeof sent === 'number' && Number.isInteger(sent);
    if (isNumber && sent > 0 && sent <= LAST_NUMBER && (await states.has(sent))) return sent;
    return report('This revision does not exist.');
  };

/** Maximum of the integer column. */
const LAST_NUMBER = 2_147_483_647;

const CLOSED = 'Visitors are not allowed to open this page, even if it is published.';
