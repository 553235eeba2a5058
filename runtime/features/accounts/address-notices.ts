import type { AccountsConfig } from './settings.js';

/** Says where the configuration lets nobody change their e-mail address, which was stored without a mailed link before decision 121. */
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
