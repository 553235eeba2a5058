import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { ACCOUNTS_SETTINGS } from '../accounts/public-api.js';
import { TYPE_SECURITY } from './public-api.js';
import { createExpressionVoter } from './expression-voter.js';
import { createReadRules, parseReadRules } from './read-rules.js';

export const apis = [TYPE_SECURITY];

/** @throws ConfigError if `user.security.read` cannot be expressed in SQL */
export const create: CreateFeature = ({ configOf, registry, guard, database, reader }) => {
  const voter = createExpressionVoter(guard, registry.require);
  const readRules = createReadRules({
    registry,
    guard,
    dialect: database.dialect,
    rules: parseReadRules(registry, configOf(ACCOUNTS_SETTINGS).user.security.read),
    column: (type, path) => reader.select(type).expression(path),
  });
  return {
    provides: [provide(TYPE_SECURITY, voter)],
    reads: {
      filters: [readRules.filter],
      voters: [
        { ...voter, assertMayList: (resource, { actor }) => readRules.assertListable(resource, actor) },
      ],
    },
  };
};
