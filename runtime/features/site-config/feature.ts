import type { CreateFeature } from '../../kernel/feature-module.js';
import { PUBLISHING_SETTINGS } from '../publishing/door.js';
import { createSiteConfigVoter } from './site-config-voter.js';

export const create: CreateFeature = ({ gate, configOf }) => {
  const { permission } = configOf(PUBLISHING_SETTINGS).publishable;
  return {
    reads: { voters: [createSiteConfigVoter(gate, permission)] },
  };
};
