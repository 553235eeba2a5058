import { adminModel } from '../../../templates/client/admin.js';
import type { FirstScreen } from './first-screen.js';
import { readSite, type SiteDocuments } from './site-documents.js';
import { client } from './client.js';
import type { AdminModel } from './model.js';

/** Requests for the first screen, sent before the code of that screen has loaded. */
let model: Promise<AdminModel> | undefined;
let site: Promise<SiteDocuments> | undefined;

export function prefetch(screen: FirstScreen | undefined): void {
  model = adminModel(client);
  if (screen === 'tree') site = model.then(readSite);
  // Prefetch errors are ignored: the actual read repeats the request and reports the error.
  Promise.all([model, site]).catch(() => undefined);
}

/** Returns the prefetched model to the first caller, and reads it again for all others. */
export function prefetchedModel(): Promise<AdminModel> {
  const request = model ?? adminModel(client);
  model = undefined;
  return request;
}

/**
 * Returns the prefetched documents of the page tree. It reads them again if the prefetch failed, for example before the
 * sign-in.
 */
export function prefetchedSite(present: AdminModel): Promise<SiteDocuments> {
  const request = site?.catch(() => readSite(present)) ?? readSite(present);
  site = undefined;
  return request;
}
