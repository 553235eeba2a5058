import type { ConfigOf } from '../../kernel/settings/config.js';
import { group, nullable, optional, text } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

const address = (description: string) => text(description, { pattern: '^https?://', mayBeEmpty: true });

export const DOCUMENTATION_SETTINGS = defineSettings({
  name: 'Documentation',
  members: {
    api_version: text('Version printed in the documentation.', { default: '1.0.0' }),
    documentation: group('What the OpenAPI document says of the API as a whole.', {
      title: nullable(text('Title of the document; website_name when it is null.')),
      contact: nullable(
        group('Whom to ask about the API; the site by name and public address when it is null.', {
          name: optional(text('Name of a person or an organisation.')),
          url: optional(address('Address of a page.')),
          email: optional(text('Mail address.', { pattern: '^[^@\\s]+@[^@\\s]+$', mayBeEmpty: true })),
        }),
      ),
      license: nullable(
        group('Terms of use of the API; "All rights reserved" when it is null.', {
          name: text('Name of the license.'),
          identifier: optional(text('SPDX identifier, in place of an address.')),
          url: optional(address('Address of its text.')),
        }),
      ),
    }),
  },
});

export type DocumentationConfig = ConfigOf<typeof DOCUMENTATION_SETTINGS>;
