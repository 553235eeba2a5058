import type { Kernel } from '../../kernel/kernel.js';
import type { Feature } from '../../kernel/feature.js';
import { assertSiteConfigAllowed, createSiteConfigVoter } from './site-config-voter.js';

/** Parameters of the site: listed by everybody, kept by those who may see drafts (core.md section 13). */
export function createSiteConfig({ gate, config }: Kernel): Feature {
  const { permission } = config.publishable;
  return {
    name: 'site-config',
    reads: { voters: [createSiteConfigVoter(gate, permission)] },
    writes: {
      assertCreatable({ name }, { actor }) {
        if (name === 'SiteConfigParameter') assertSiteConfigAllowed(gate, permission, actor);
      },
    },
  };
}
