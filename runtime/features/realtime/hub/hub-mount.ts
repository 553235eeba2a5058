import type { Mount } from '../../../kernel/contract/http/mount.js';
import type { Hub } from '../hub-settings.js';
import { createEmbeddedHub, type EmbeddedHub } from './embedded-hub.js';
import type { EmbeddedHubOptions } from './options.js';

export interface HubMountDeps extends Pick<
  EmbeddedHubOptions,
  'clock' | 'allowsOrigin' | 'limits' | 'share'
> {
  readonly hub: Hub;
}

export interface HubMount extends Pick<EmbeddedHub, 'publish' | 'receive' | 'close' | 'subscribers'> {
  /** Mounted at the root, because the hub serves two paths. Other requests pass through. */
  readonly mount: Mount;
}

/** Mounts the embedded hub in the API server, if one is configured (realtime.md section 3.2). */
export function createHubMount({ hub: settings, ...options }: HubMountDeps): HubMount {
  const { jwt, publicUrl, secret, cookieName } = settings;
  const hub = createEmbeddedHub({
    ...options,
    publicUrl,
    resourceIdentifier: jwt.aud,
    issuer: jwt.iss,
    secret,
    cookieName,
    anonymous: true,
  });
  return {
    ...hub,
    mount: {
      path: '/',
      only: hub.paths,
      endStreams: () => hub.endStreams(),
      handler(request, response, next) {
        hub.handle(request, response).then((isServed) => {
          if (!isServed) next();
        }, next);
      },
    },
  };
}
