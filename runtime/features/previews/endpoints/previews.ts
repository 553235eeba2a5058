import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../../kernel/contract/context.js';
import type { ApiRequest, Endpoint } from '../../../kernel/contract/http/http.js';
import type { PreviousStates } from '../../../extension-points/previous-states.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { denied, kernelErrors, notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { parseDateTime } from '../../../kernel/util/dates/parse-date-time.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import * as documentation from './documentation.js';
import { placeOf, readPlace } from './place-in-list.js';
import type { PreviewLinks } from '../links.js';
import type { Previews } from '../open-preview.js';
import type { PreviewCookie } from './preview-cookie.js';
import type { PrintLinks } from './print-links.js';
import type { FindSubject } from './find-subject.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { violationAt } from '../../../kernel/validation/violation-at.js';
import type { MessageText } from '../../../kernel/contract/message.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;
const TYPES = ['application/ld+json', 'application/json'];
export const PATH = '/_/previews';
/** Links per page. */
const PAGE_SIZE = 30;

export interface PreviewEndpointDeps extends Pick<Kernel, 'iris'> {
  readonly links: PreviewLinks;
  readonly previews: Previews;
  readonly previousStates: PreviousStates;
  readonly findSubject: FindSubject;
  readonly print: PrintLinks;
  readonly cookie: PreviewCookie;
  readonly mayMake: (actor: Actor) => boolean;
  readonly maxDays: number;
}

/** Creates the endpoints that create, list, open and revoke preview links (contract decision 108). */
export function createPreviewEndpoints(deps: PreviewEndpointDeps): Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: PATH,
      accepts: TYPES,
      documentation: documentation.MAKE,
      handle: (request) => make(request, deps),
    },
    {
      method: 'GET',
      pattern: PATH,
      documentation: documentation.LIST,
      handle: (request) => list(request, deps),
    },
    {
      method: 'GET',
      pattern: `${PATH}/{key}`,
      documentation: documentation.OPEN,
      handle: (request) => open(request, deps),
    },
    {
      method: 'DELETE',
      pattern: `${PATH}/{key}`,
      documentation: documentation.REVOKE,
      handle: (request) => revoke(request, deps),
    },
  ];
}

async function make(request: ApiRequest, deps: PreviewEndpointDeps) {
  const { actor, now } = request.context;
  const makerId = assertMaker(request, deps);
  const body = await request.json();
  const expiresAt = readEnd(body, now, deps.maxDays);
  const revision = await readRevision(body, deps.previousStates);
  const { subject, iri, member } = await deps.findSubject(body);
  const { isSeen, isOpen } = await deps.previews.evaluate(subject, actor);
  // A record that the creator cannot see is reported as missing (contract decision 24).
  if (!isSeen) throw kernelErrors.itemNotFound(iri);
  if (!isOpen) throw refused(member, CLOSED, null);
  const accessTokenId = actor.token?.id ?? null;
  const given = { subject, revision, makerId, accessTokenId, createdAt: now, expiresAt };
  const { link, token } = await deps.links.make(given);
  const [document] = await deps.print([link], request.context);
  return { status: 201, body: { ...document, token }, cache: 'private' } as const;
}

async function list(request: ApiRequest, { links, print, iris, ...deps }: PreviewEndpointDeps) {
  const { context, query, queryString } = request;
  const ownId = assertMaker(request, deps);
  const whose = { now: context.now, makerId: isGranted(context.actor, ROLE_ADMIN) ? undefined : ownId };
  const after = readPlace(query);
  const page = await links.list(whose, { after, limit: PAGE_SIZE });
  const last = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  const next = new URLSearchParams(queryString);
  if (last !== undefined) next.set('before', placeOf(last));
  const body = {
    '@type': 'Collection',
    member: [...(await print(page, context))],
    totalItems: await links.count(whose),
    ...(last === undefined ? {} : { next: `${iris.prefix}${PATH}?${next.toString()}` }),
  };
  return { status: 200, body, cache: 'private' } as const;
}

async function open({ parameters, context }: ApiRequest, deps: PreviewEndpointDeps) {
  const token = parameters.key ?? '';
  const preview = await deps.previews.open(token);
  if (preview === undefined) throw notFound();
  const { link, path } = preview;
  const [document = {}] = await deps.print([link], context);
  const seconds = Math.ceil((link.expiresAt.getTime() - context.now.getTime()) / 1000);
  return {
    status: 200,
    body: { ...document, ...(path === undefined ? {} : { path }) },
    headers: { 'Set-Cookie': deps.cookie.write(token, seconds), 'Referrer-Policy': 'no-referrer' },
    cache: 'private',
  } as const;
}

async function revoke(request: ApiRequest, deps: PreviewEndpointDeps) {
  const { actor, now } = request.context;
  const makerId = assertMaker(request, deps);
  const id = request.parameters.key ?? '';
  const link = isUuid(id) ? await deps.links.byId(id.toLowerCase(), now) : undefined;
  if (link === undefined || (link.makerId !== makerId && !isGranted(actor, ROLE_ADMIN))) throw notFound();
  await deps.links.remove(link.id);
  return { status: 204, cache: 'private' } as const;
}

/** @throws AppError 401/403 for callers who may not create previews */
function assertMaker(
  { context: { actor } }: ApiRequest,
  { mayMake }: Pick<PreviewEndpointDeps, 'mayMake'>,
): string {
  if (actor.user === null || !mayMake(actor)) throw denied(actor);
  return actor.user.id;
}

/** @throws AppError 422 for an end date that is invalid, past, or too far ahead */
function readEnd({ expiresAt }: JsonObject, now: Date, maxDays: number): Date {
  const latest = now.getTime() + maxDays * DAY_MS;
  if (expiresAt === undefined || expiresAt === null)
    return new Date(Math.min(now.getTime() + USUAL_DAYS * DAY_MS, latest));
  const end = typeof expiresAt === 'string' ? parseDateTime(expiresAt, now) : undefined;
  if (end === undefined)
    throw refused('expiresAt', 'This value is not a valid datetime.', VIOLATION_CODES.dateTime);
  if (end <= now || end.getTime() > latest)
    throw refused(
      'expiresAt',
      messageOf('This value should be within the next {{ limit }} days.', {
        parameters: { limit: String(maxDays) },
      }),
      VIOLATION_CODES.range,
    );
  return end;
}

/** @throws AppError 422 for an unknown or deleted revision */
async function readRevision({ revision }: JsonObject, states: PreviousStates): Promise<number | null> {
  if (revision === undefined || revision === null) return null;
  const isNumber = typeof revision === 'number' && Number.isInteger(revision);
  if (isNumber && revision > 0 && revision <= LAST_NUMBER && (await states.has(revision))) return revision;
  throw refused('revision', 'This revision does not exist.', null);
}

/** Maximum of the integer column. */
const LAST_NUMBER = 2_147_483_647;

const CLOSED = 'Visitors are not allowed to open this page, even if it is published.';

const refused = (propertyPath: string, text: MessageText | string, code: string | null) =>
  validationFailed([violationAt(propertyPath, text, code)]);
