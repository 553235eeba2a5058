import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { offer } from '../../kernel/contract/features/door.js';
import type { Actor } from '../../kernel/contract/context.js';
import { FORMER_STATES, type FormerStates } from '../../kernel/contract/features/former-texts.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { FIND_TOKEN_ACTOR, MADE_BY_TOKENS } from '../access-tokens/door.js';
import { ACCOUNTS_SETTINGS, FIND_ACTOR } from '../accounts/door.js';
import { MANIFESTS } from '../pages/door.js';
import { DRAFTS, PUBLISHING_SETTINGS } from '../publishing/door.js';
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

export const doors = [CALLER_PARTS, MADE_BY_TOKENS];

export const create: CreateFeature = async (kernel, doors) => {
  const { gate, database, iris, clock } = kernel;
  const { permission } = kernel.configOf(PUBLISHING_SETTINGS).publishable;
  const { cookieSameSite } = kernel.configOf(ACCOUNTS_SETTINGS).jwt;
  const mayMake = (actor: Actor): boolean => actor.user !== null && gate(permission, actor);
  const links = createPreviewLinks(database);
  const formerStates: FormerStates = {
    has: async (revision) => {
      for (const states of doors.getAll(FORMER_STATES)) if (await states.has(revision)) return true;
      return false;
    },
  };
  const previews = createPreviews({
    ...kernel,
    links,
    mayMake,
    formerStates,
    findActor: await doors.open(FIND_ACTOR),
    findToken: () => doors.getAll(FIND_TOKEN_ACTOR)[0],
    readManifest: await doors.open(MANIFESTS),
    drafts: await doors.open(DRAFTS),
  });
  const cookie = createPreviewCookie(iris.prefix, cookieSameSite);
  return {
    offers: [
      offer(CALLER_PARTS, {
        cookies: [PREVIEW_COOKIE],
        headers: [PREVIEW_HEADER.toLowerCase()],
        parameters: [PREVIEW_PARAMETER],
      }),
      offer(MADE_BY_TOKENS, async (tokenId) => {
        const ids = await links.madeBy(tokenId, { now: clock.now(), limit: LISTED });
        return ids.map((id) => `${iris.prefix}${PATH}/${id}`);
      }),
    ],
    http: { revealer: createRevealer({ ...previews, cookie }), vary: [PREVIEW_HEADER] },
    lifetimes: [
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
        formerStates,
        cookie,
        mayMake,
        findSubject: createFindSubject(kernel),
        print: createPrintLinks(kernel),
        maxDays: kernel.configOf(PREVIEWS_SETTINGS).previews.maxDays,
      }),
  };
};
