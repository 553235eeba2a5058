import type { AppConfig, MercureConfig } from '../../../config/app-config.js';
import type { Mount } from '../../../kernel/contract/mount.js';
import { ProjectError } from '../../../project/project-error.js';
import { createEmbeddedHub } from './embedded-hub.js';
import type { EmbeddedHubOptions } from './options.js';

export interface HubMountDeps extends Pick<EmbeddedHubOptions, 'clock' | 'allowsOrigin' | 'limits'> {
  readonly config: Pick<AppConfig, 'environment'>;
  readonly mercure: MercureConfig;
}

export interface HubMount {
  /** Stands at the root, because the hub answers at two paths; all others pass. */
  readonly mount: Mount;
  close(): void;
}

/**
 * The embedded hub as part of the API server (realtime.md section 3.2).
 * @throws ProjectError in production: its state is in the memory of one process.
 */
export function createHubMount({ config, mercure, ...options }: HubMountDeps): HubMount {
  if (config.environment === 'production') {
    throw new ProjectError(
      'The embedded hub does not run in production. Set MERCURE_URL to the publish URL of a hub, or mercure to false.',
    );
  }
  const { iss, aud } = mercure.jwt;
  const hub = createEmbeddedHub({
    ...options,
    ...{ publicUrl: mercure.publicUrl, resourceIdentifier: aud, issuer: iss },
    ...{ secret: mercure.secret, cookieName: mercure.cookieName, anonymous: true },
  });
  return {
    mount: {
      path: '/',
      handler(request, response, next) {
        hub.handle(request, response).then((isServed) => {
          if (!isServed) next();
        }, next);
      },
    },
    close: () => hub.close(),
  };
}
