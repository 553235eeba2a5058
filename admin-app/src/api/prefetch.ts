import { adminModel } from '../../../templates/client/admin.js';
import type { FirstScreen } from './first-screen.js';
import { readSite, type SiteDocuments } from './site-documents.js';
import { client } from './client.js';
import type { AdminModel } from './model.js';

/** What the first screen asks the service for, begun before the code that draws it is there. */
let model: Promise<AdminModel> | undefined;
let site: Promise<SiteDocuments> | undefined;

export function prefetch(screen: FirstScreen | undefined): void {
  model = adminModel(client);
  if (screen === 'tree') site = model.then(readSite);
  // Whoever takes an answer hears of its failure.
  Promise.all([model, site]).catch(() => undefined);
}

/** The model as it was asked for ahead, once; from then on as it is. */
export function prefetchedModel(): Promise<AdminModel> {
  const asked = model ?? adminModel(client);
  model = undefined;
  return asked;
}

/** The same of the pages of the site. Nobody may have been signed in when they were asked for. */
export function prefetchedSite(present: AdminModel): Promise<SiteDocuments> {
  const asked = site?.catch(() => readSite(present)) ?? readSite(present);
  site = undefined;
  return asked;
}
