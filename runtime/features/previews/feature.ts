import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { Actor } from '../../kernel/contract/context.js';
import { PREVIOUS_STATES, type PreviousStates } from '../../extension-points/previous-states.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from '../access-tokens/public-api.js';
import { ACCOUNTS_SETTINGS, FIND_ACTOR } from '../accounts/public-api.js';
import { MANIFESTS } from '../pages/public-api.js';
import { DRAFTS, PUBLISHING_SETTINGS } from '../publishing/public-api.js';
import { SCHEMAS } from './endpoints/documentation.js';
import { createPreviewEndpoints, PATH } from './endpoints/previews.js';
import { createFindSubject } from './endpoints/find-subject.js';
import { createPreviewLinks } from './links.js';
import { createPreviews } from './open-preview.js';
import { createPreviewCookie, PREVIEW_COOKIE } from './endpoints/preview-cookie.js';
import { createPrintLinks } from './endpoints/print-links.js';
import { createRevealer, PREVIEW_HEADER, PREVIEW_PARAMETER } from './endpoints/revealer.js';
import { PREVIEWS_SETTINGS } from './settings.js';
import { previewTable } from './tables.js';

/** Maximum number of links in the document of a machine token. */
const LISTED = 100;

export const apis = [CALLER_PARTS, MADE_BY_TOKENS];

export const create: CreateFeature = async (kernel, apis) => {
  const { guard, database, iris, clock } = kernel;
  const { permission } = kernel.configOf(PUBLISHING_SETTINGS).publishable;
  const { cookieSameSite } = kernel.configOf(ACCOUNTS_SETTINGS).jwt;
  const mayMake = (actor: Actor): boolean => actor.user !== null && guard(permission, actor);
  const links = createPreviewLinks(database);
  const previousStates: PreviousStates = {
    has: async (revision) => {
      for (const states of apis.getAll(PREVIOUS_STATES)) if (await states.has(revision)) return true;
      return false;
    },
  };
  const previews = createPreviews({
    ...kernel,
    links,
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
        const ids = await links.madeBy(tokenId, { now: clock.now(), limit: LISTED });
        return ids.map((id) => `${iris.prefix}${PATH}/${id}`);
      }),
    ],
    http: { revealer: createRevealer({ ...previews, cookie }), vary: [PREVIEW_HEADER] },
    retention: [
      {
        name: 'previews',
        what: 'Expired preview links',
        table: previewTable,
        column: 'expires_at',
        keepSeconds: 0,
      },
    ],
    documentation: {
      tag: { name: 'Previews', description: 'Links that show a page before it is published.' },
      schemas: SCHEMAS,
    },
    endpoints: () =>
      createPreviewEndpoints({
        iris,
        links,
        previews,
        previousStates,
        cookie,
        mayMake,
        findSubject: createFindSubject(kernel),
        print: createPrintLinks(kernel),
        maxDays: kernel.configOf(PREVIEWS_SETTINGS).previews.maxDays,
      }),
  };
};
