import type { AccountsConfig } from './settings.js';

/**
 * Warns about configurations in which no user can change their e-mail address. Before decision 121 the address was
 * stored without a mailed link.
 */
export function addressNotices({ user }: Pick<AccountsConfig, 'user'>): readonly string[] {
  const { newEmailConfirmation, emailLinks } = user;
  const { defaultRedirectPath, redirectPathQuery } = newEmailConfirmation.email;
  const missing: string[] = [];
  if (!defaultRedirectPath && !redirectPathQuery)
    missing.push(
      '"user.new_email_confirmation.email.default_redirect_path", the page that confirms an address',
    );
  if (emailLinks.allowedOrigins.length === 0 && emailLinks.defaultOrigin === null)
    missing.push('"user.email_links.default_origin", the origin of the front end');
  if (missing.length === 0) return [];
  return [
    'Users cannot change their email address, because the configuration has no URL for the links in confirmation mails. ' +
      `Set ${missing.join(', and ')}.`,
  ];
}
