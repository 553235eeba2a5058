import { STORED_FORMS } from '../../extension-points/forms/stored-forms.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { once } from '../../kernel/util/async/once.js';
import { ACCOUNTS_SETTINGS } from '../accounts/public-api.js';
import { DRAFTS } from '../publishing/public-api.js';
import { UPLOADS } from '../uploads/public-api.js';
import { createChanges } from './endpoints/changes.js';
import { BACKGROUND_SCHEMAS } from './endpoints/background-schemas.js';
import { createBackgroundEndpoints } from './endpoints/background-work.js';
import { SCHEMAS } from './endpoints/schemas.js';
import { createAdminFiles } from './files.js';
import type { Place } from './caller-model/build-model.js';
import { createModelEndpoint } from './endpoints/model.js';
import { createPageEndpoints } from './endpoints/page.js';
import { fileOrigins, originOf } from './sources.js';

export const create: CreateFeature = async (kernel, apis) => {
  const { registry, config } = kernel;
  const { publicUrl } = config.server;
  const { defaultOrigin: frontEnd } = kernel.configOf(ACCOUNTS_SETTINGS).user.emailLinks;
  const [uploads, { publication }] = await Promise.all([apis.open(UPLOADS), apis.open(DRAFTS)]);
  const hub = (): string | null => {
    const links = kernel.service().features.flatMap(({ http }) => http?.links ?? []);
    return links.find(({ rel }) => rel === 'mercure')?.href ?? null;
  };
  const sources = once(async () => ({
    files: await fileOrigins(registry, uploads, publicUrl),
    hub: originOf(hub() ?? undefined, publicUrl) ?? null,
    frontEnd,
  }));
  const files = createAdminFiles(config.projectRoot);
  const api = `${publicUrl}${config.apiPrefix}`;
  const addresses = () => (files.isInstalled() ? [{ title: 'Admin', href: `${api}/admin` }] : []);
  const stream = `${kernel.iris.prefix}/admin/changes`;
  const changes =
    config.conveniences && config.environment === 'development' ? createChanges(stream, files) : undefined;
  const place = (): Place => ({ frontEnd, hub: hub(), changes: changes === undefined ? null : stream });
  return {
    http: { addresses, ...(changes === undefined ? {} : { mounts: [changes.mount] }) },
    commands: [
      {
        name: 'admin:export',
        run: async (_service, io) =>
          (await import('./export/run-export.js')).runExport(io, { files, sources, publicUrl: api }),
      },
    ],
    documentation: {
      tag: {
        name: 'Admin',
        description: 'Types and permissions for the admin, and the state of background work.',
      },
      schemas: { ...SCHEMAS, ...BACKGROUND_SCHEMAS },
    },
    endpoints: () => [
      ...createPageEndpoints({ ...kernel, files, sources }),
      ...createBackgroundEndpoints(kernel),
      createModelEndpoint({
        ...kernel,
        publication,
        forms: () => apis.getAll(STORED_FORMS).flat(),
        place,
      }),
    ],
    close: () => Promise.resolve(changes?.close()),
  };
};
