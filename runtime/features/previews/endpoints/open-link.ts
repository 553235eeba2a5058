import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import { answerOf, refusals } from '../../../kernel/serializer/operation-parts.js';
import type { PrintSystemRecord } from '../../../kernel/system-resources/print-system-record.js';
import type { Previews } from '../open-preview.js';
import { preview, type PreviewLink } from '../resource.js';
import type { ComputeMembers } from './computed-members.js';
import type { PreviewCookie } from './preview-cookie.js';

export interface OpenEndpointDeps {
  readonly previews: Pick<Previews, 'open'>;
  readonly print: PrintSystemRecord<PreviewLink>;
  readonly computeMembers: ComputeMembers;
  readonly cookie: PreviewCookie;
}

const OPEN: JsonObject = {
  summary: 'Sets the preview cookie in a browser.',
  description:
    'The path contains the token of the link. The cookie permits reading until the link expires. Signed-in users remain signed in.',
  responses: {
    '200': answerOf('The page that the link shows, and its expiry date.', {
      $ref: '#/components/schemas/Preview',
    }),
    ...refusals('BadRequest', 'NotFound'),
  },
};

/** Creates the endpoint that opens a link in a browser. */
export function createOpenEndpoint({ previews, print, computeMembers, cookie }: OpenEndpointDeps): Endpoint {
  return {
    method: 'GET',
    pattern: `${preview.path}/{key}`,
    documentation: OPEN,
    async handle({ parameters, context }) {
      const token = parameters.key ?? '';
      const opened = await previews.open(token);
      if (opened === undefined) throw notFound();
      const { link, path } = opened;
      const [members = {}] = await computeMembers([link]);
      const seconds = Math.ceil((link.expiresAt.getTime() - context.now.getTime()) / 1000);
      return {
        status: 200,
        body: print(link, context.actor, { ...members, ...(path === undefined ? {} : { path }) }),
        headers: { 'Set-Cookie': cookie.write(token, seconds), 'Referrer-Policy': 'no-referrer' },
        cache: 'private',
      };
    },
  };
}
