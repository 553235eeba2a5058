import { provide } from '../../kernel/contract/features/feature-api.js';
import { htmlRulesOf } from '../../kernel/contract/schema/html-member.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { CLEAN_VALUES } from './public-api.js';
import { HTML_SETTINGS } from './settings.js';

export const apis = [CLEAN_VALUES];

export const create: CreateFeature = async ({ registry, configOf }) => {
  const types = registry.all.filter(({ fields }) => fields.some((field) => htmlRulesOf(field) !== undefined));
  if (!configOf(HTML_SETTINGS).html.sanitize) return { notices: describeUncleaned(types) };
  if (types.length === 0) return {};
  // Loaded on demand, because the library takes long to load.
  const [{ collectHtmlMembers }, { createCleaningRule, createCleanValues }] = await Promise.all([
    import('./html-members.js'),
    import('./clean-writes.js'),
  ]);
  const members = collectHtmlMembers(types);
  return {
    writes: { rules: [createCleaningRule(members)] },
    provides: [provide(CLEAN_VALUES, createCleanValues(members))],
  };
};

function describeUncleaned(types: readonly { readonly name: string }[]): readonly string[] {
  if (types.length === 0) return [];
  const names = types.map(({ name }) => name).join(', ');
  return [
    `The HTML of ${names} is stored unsanitized, including scripts. Set "html": {"sanitize": true} in cms.config.json to sanitize every write.`,
  ];
}
