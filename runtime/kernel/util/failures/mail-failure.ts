/** The reason without the addresses that replies of mail servers repeat: logs hold no account facts. */
export function describeMailFailure(cause: unknown): Error {
  if (!(cause instanceof Error)) return failure();
  // nodemailer adds these to the errors it throws.
  const { code, command, responseCode } = cause as {
    code?: unknown;
    command?: unknown;
    responseCode?: unknown;
  };
  const facts = [code, command, responseCode].filter((fact) => fact !== undefined).map(String);
  return failure(facts.join(', ') || cause.name);
}

const failure = (facts = 'no reason was given'): Error =>
  new Error(`The mail transport that MAILER_DSN names failed (${facts}).`);
