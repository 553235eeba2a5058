import type { CreateFeature } from '../../kernel/feature-module.js';
import { PUBLISHING_SETTINGS } from '../publishing/door.js';
import { assertSiteConfigAllowed, createSiteConfigVoter } from './site-config-voter.js';

export const create: CreateFeature = ({ gate, configOf }) => {
  const { permission } = configOf(PUBLISHING_SETTINGS).publishable;
  return {
    reads: { voters: [createSiteConfigVoter(gate, permission)] },
    writes: {
      assertCreatable({ name }, { actor }) {
        if (name === 'SiteConfigParameter') assertSiteConfigAllowed(gate, permission, actor);
      },
    },
  };
};
