import { createClient, type Client, type Resource } from '../../../templates/client/core.js';
import type { PageTypes } from '../../../templates/client/page.js';
import { API_URL } from './page-settings.js';
import type { AdminType } from './model.js';
import { sendWithProgress } from './progress.js';
import { createSendOnce } from './send-once.js';

/** Document of any type. Its members are only known at run time. */
export interface ApiDocument {
  readonly '@id': string;
  readonly '@type': string;
  readonly [member: string]: unknown;
}

/** Type parameters of the generated client for types that come with the model. */
export interface AnyTypes {
  readonly document: ApiDocument;
  readonly input: object;
  readonly patch: object;
  readonly filters: object;
  readonly order: string;
  readonly files: string;
}

export type ApiClient = Client<PageTypes, ApiDocument>;

/** Client of the service that served the page. The session cookie signs it in. */
export const client: ApiClient = createClient({ baseUrl: API_URL, fetch: createSendOnce(sendWithProgress) });

/** Returns the resource of the client for a type of the model. */
export const resourceOf = ({ name, path, publishable }: AdminType): Resource<AnyTypes> => ({
  ...{ name, path },
  ...(publishable === null ? {} : { publicationField: publishable.field }),
});
