import { createClient, type Client, type Resource } from '../../../templates/client/core.js';
import type { PageTypes } from '../../../templates/client/page.js';
import { API_URL } from './page-settings.js';
import type { AdminType } from './model.js';
import { sendWithProgress } from './progress.js';

/** A document of any type: its members are known at run time only. */
export interface ApiDocument {
  readonly '@id': string;
  readonly '@type': string;
  readonly [member: string]: unknown;
}

/** What the generated client says of one type, where the types come with the model. */
export interface AnyTypes {
  readonly document: ApiDocument;
  readonly input: object;
  readonly patch: object;
  readonly filters: object;
  readonly order: string;
  readonly files: string;
}

export type ApiClient = Client<PageTypes, ApiDocument>;

/** The client of the service that the page came from; it is signed in by the cookie of the session. */
export const client: ApiClient = createClient({ baseUrl: API_URL, fetch: sendWithProgress });

/** A type of the model as the client takes it. */
export const resourceOf = ({ name, path, publishable }: AdminType): Resource<AnyTypes> => ({
  ...{ name, path },
  ...(publishable === null ? {} : { publicationField: publishable.field }),
});
