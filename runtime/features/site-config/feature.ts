import type { CreateFeature } from '../../kernel/feature-module.js';
import { assertSiteConfigAllowed, createSiteConfigVoter } from './site-config-voter.js';

export const create: CreateFeature = ({ gate, config }) => {
  const { permission } = config.publishable;
  return {
    reads: { voters: [createSiteConfigVoter(gate, permission)] },
    writes: {
      assertCreatable({ name }, { actor }) {
        if (name === 'SiteConfigParameter') assertSiteConfigAllowed(gate, permission, actor);
      },
    },
  };
};
