import type { CreateFeature } from '../../kernel/feature-module.js';
import { PUBLISHING_SETTINGS } from '../publishing/public-api.js';
import { createSiteConfigVoter } from './site-config-voter.js';

export const create: CreateFeature = ({ guard, configOf }) => {
  const { permission } = configOf(PUBLISHING_SETTINGS).publishable;
  return {
    reads: { voters: [createSiteConfigVoter(guard, permission)] },
  };
};
