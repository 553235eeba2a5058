import type { ConfigOf } from '../../kernel/settings/config.js';
import { group, nullable, optional, text } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

const address = (description: string) => text(description, { pattern: '^https?://', mayBeEmpty: true });

export const DOCUMENTATION_SETTINGS = defineSettings({
  name: 'Documentation',
  members: {
    api_version: text('API version in the OpenAPI document.', { default: '1.0.0' }),
    documentation: group('General information in the OpenAPI document.', {
      title: nullable(text('Title of the API; null for `website_name`.')),
      contact: nullable(
        group('Contact for the API; null for the name and public URL of the site.', {
          name: optional(text('Name of the contact person or organization.')),
          url: optional(address('URL of the contact page.')),
          email: optional(
            text('Email address of the contact.', { pattern: '^[^@\\s]+@[^@\\s]+$', mayBeEmpty: true }),
          ),
        }),
      ),
      license: nullable(
        group('License of the API; null for "All rights reserved".', {
          name: text('Name of the license.'),
          identifier: optional(text('SPDX identifier of the license, instead of a URL.')),
          url: optional(address('URL of the license text.')),
        }),
      ),
    }),
  },
});

export type DocumentationConfig = ConfigOf<typeof DOCUMENTATION_SETTINGS>;
