/**
 * Describes a mail failure without the addresses in mail server replies, because logs must not contain
 * personal data.
 */
export function describeMailFailure(cause: unknown): Error {
  if (!(cause instanceof Error)) return failure();
  // Members that nodemailer adds to its errors.
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
