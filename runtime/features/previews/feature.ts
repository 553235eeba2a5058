import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { Actor } from '../../kernel/contract/context.js';
import { PREVIOUS_STATES, type PreviousStates } from '../../extension-points/previous-states.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { schemasOf } from '../../kernel/system-resources/document-system-resource.js';
import { createPrintSystemRecord } from '../../kernel/system-resources/print-system-record.js';
import { createSecrets } from '../../kernel/system-resources/secrets.js';
import { createSystemStore } from '../../kernel/system-resources/system-store.js';
import { createSystemWrites } from '../../kernel/system-resources/system-writes.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from '../access-tokens/public-api.js';
import { ACCOUNTS_SETTINGS, FIND_ACTOR } from '../accounts/public-api.js';
import { MANIFESTS } from '../pages/public-api.js';
import { DRAFTS, PUBLISHING_SETTINGS } from '../publishing/public-api.js';
import { createPreviewEndpoints } from './endpoints/previews.js';
import { createFindSubject } from './endpoints/find-subject.js';
import { createPreviews } from './open-preview.js';
import { createPreviewCookie, PREVIEW_COOKIE } from './endpoints/preview-cookie.js';
import { createComputeMembers } from './endpoints/computed-members.js';
import { createRevealer, PREVIEW_HEADER, PREVIEW_PARAMETER } from './endpoints/revealer.js';
import { PREVIEWS_SETTINGS } from './settings.js';
import { preview, type PreviewLink } from './resource.js';

/** Maximum number of links in the document of a machine token. */
const LISTED = 100;

export const apis = [CALLER_PARTS, MADE_BY_TOKENS];

export const create: CreateFeature = async (kernel, apis) => {
  const { guard, database, iris, clock } = kernel;
  const { permission } = kernel.configOf(PUBLISHING_SETTINGS).publishable;
  const { cookieSameSite } = kernel.configOf(ACCOUNTS_SETTINGS).jwt;
  const mayMake = (actor: Actor): boolean => actor.user !== null && guard(permission, actor);
  const store = createSystemStore(database, preview);
  const secrets = createSecrets();
  const previousStates: PreviousStates = {
    has: async (revision) => {
      for (const states of apis.getAll(PREVIOUS_STATES)) if (await states.has(revision)) return true;
      return false;
    },
  };
  const previews = createPreviews({
    ...kernel,
    store,
    secrets,
    mayMake,
    previousStates,
    findActor: await apis.open(FIND_ACTOR),
    findToken: () => apis.getAll(FIND_TOKEN_ACTOR)[0],
    readManifest: await apis.open(MANIFESTS),
    drafts: await apis.open(DRAFTS),
  });
  const cookie = createPreviewCookie(iris.prefix, cookieSameSite);
  return {
    provides: [
      provide(CALLER_PARTS, {
        cookies: [PREVIEW_COOKIE],
        headers: [PREVIEW_HEADER.toLowerCase()],
        parameters: [PREVIEW_PARAMETER],
      }),
      provide(MADE_BY_TOKENS, async (tokenId) => {
        const made = { accessToken: tokenId, expiresAt: { validAt: clock.now() } };
        const links = await store.list({ after: undefined, limit: LISTED }, made);
        return links.map(({ id }) => `${iris.prefix}${preview.path}/${id}`);
      }),
    ],
    http: { revealer: createRevealer({ ...previews, cookie }), vary: [PREVIEW_HEADER] },
    retention: [
      {
        name: 'previews',
        what: 'Expired preview links',
        table: preview.table,
        column: 'expires_at',
        keepSeconds: 0,
      },
    ],
    documentation: {
      tag: { name: 'Previews', description: 'Links that show a page before it is published.' },
      schemas: schemasOf(preview),
    },
    endpoints: () =>
      createPreviewEndpoints({
        ...kernel,
        store,
        writes: createSystemWrites<PreviewLink>({ ...kernel, store }),
        secrets,
        previews,
        previousStates,
        cookie,
        mayMake,
        findSubject: createFindSubject(kernel),
        print: createPrintSystemRecord(preview, { prefix: iris.prefix, guard }),
        computeMembers: createComputeMembers(kernel),
        maxDays: kernel.configOf(PREVIEWS_SETTINGS).previews.maxDays,
      }),
  };
};
