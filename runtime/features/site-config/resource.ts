import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { Validate } from '../../kernel/contract/records/validation.js';
import { notBlank } from '../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../model/defaults.js';
import { scalarField, textField } from '../../kernel/metadata/field-builders.js';

/** Core.md section 13. */
export const siteConfigParameter: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'SiteConfigParameter',
  description: 'A setting of the site for front ends, identified by its key.',
  path: '/_/site_config_parameters',
  table: 'site_config_parameter',
  identifier: 'key',
  isNeverEmbedded: true,
  fields: [
    textField('key', 'config_key', { nullable: false }),
    scalarField('value', {
      column: 'value',
      type: 'json',
      accepts: ['string', 'array', 'object'],
      nullable: true,
    }),
  ],
  pagination: { enabled: false },
  order: [{ field: 'key', direction: 'asc' }],
  unique: [{ fields: ['key'] }],
  validate: validateSiteConfigParameter,
};

/** Validates rules that need no other record. */
export function validateSiteConfigParameter(
  value: Parameters<Validate>[0],
  { violations }: Parameters<Validate>[1],
): void {
  notBlank({ violations, path: 'key', value: value.key });
}
