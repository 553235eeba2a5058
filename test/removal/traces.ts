/** Traces of a feature in documents and in the help of the command line, by its folder. */
export const TRACES: Readonly<Record<string, RegExp>> = {
  'access-tokens': /\/_\/access_tokens\b|"AccessToken\b|token:(?:create|list|revoke)/,
  admin: /\/admin\/model\b|"Admin|dist\/admin/,
  batches: /\/_\/batch\b|"Batch/,
  bulk: /JSON Lines/,
  caching: /purge-(?:rendered|http)|\/_\/(?:rendered_html|http_cache)\b|"Caches"|cache-tag/i,
  collections: /\/component\/collections\b/,
  duplication: /\/duplicate\b|"Duplicat/,
  forms: /\/component\/forms\b|form-cache-purge|"Form\b/,
  history: /\/revisions\b|history:undo|"RestoredPage\b/,
  'openid-connect': /\/login\/oidc\b|\/me\/identities\b|"(?:SignInProvider|Identity)\b/,
  idempotency: /Idempotency-Key|IdempotencyKey/,
  orphans: /orphan/i,
  previews: /\/_\/previews\b|"Preview\b/,
  'second-factors':
    /second_factor|\bmfa\b|\/me\/(?:totp|passkeys|proof)\b|reset-mfa|"Second factors"|"Passkey\b/,
  realtime: /mercure|\bhub\b/i,
  webhooks: /webhook/i,
};
/** All features, including those without traces. */
export const FEATURES: readonly string[] = [...Object.keys(TRACES), 'metrics', 'traces'];

/** Features that a run removes one by one, as `.ci/nightly` does. Each takes as long as removing all of them. */
export const removedAlone = (): readonly string[] => (process.env.REMOVED_ALONE === 'each' ? FEATURES : []);
