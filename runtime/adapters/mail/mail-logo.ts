import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AppConfig } from '../../config/app-config.js';

/** Logo at the top of every mail (contract decision 122). */
export interface MailLogo {
  readonly filename: string;
  readonly content: Buffer;
  /** Width in CSS pixels. */
  readonly width: number;
}

/** Content id of the logo in mails; constant, so that templates and tests can refer to it. */
export const LOGO_CONTENT_ID = 'logo@cms-api-components';

/**
 * Reads the logo, which the configuration check has verified to be an image of an allowed size.
 * @returns undefined if none is configured
 * @throws Error if the file can no longer be read
 */
export function readMailLogo({ logo, logoWidth }: AppConfig['emails']): MailLogo | undefined {
  if (logo === null) return undefined;
  return { filename: basename(logo), content: readFileSync(logo), width: logoWidth };
}
