import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import { isUuid } from '../../kernel/util/is-uuid.js';
import { readSecret } from './delivery/signature.js';
import { problemOfAddress } from './delivery/targets.js';
import { problemOf } from './events.js';
import { type ConfiguredWebhook, SECRET_ADVICE, secretVariable } from './settings.js';

/** Validates configured webhooks beyond their shape, and returns the problems. */
export function problemsOfConfigured(
  configured: readonly ConfiguredWebhook[],
  { events, allowsPrivate }: { readonly events: ReadonlySet<string>; readonly allowsPrivate: boolean },
): readonly ConfigProblem[] {
  return configured.flatMap(({ name, address, events: requested, reader, secret }) => {
    const key = `webhooks.${name}`;
    const ofAddress = problemOfAddress(address, allowsPrivate);
    return [
      ...(ofAddress === undefined ? [] : [problemIn(`${key}.address`, ofAddress.message)]),
      ...requested.flatMap((event) => {
        const problem = problemOf(event, events);
        return problem === undefined ? [] : [problemIn(`${key}.events`, problem.message)];
      }),
      ...(reader === null || isUuid(reader)
        ? []
        : [problemIn(`${key}.reader`, 'This value is not the id of an access token.')]),
      ...(secret === null || readSecret(secret) !== undefined
        ? []
        : [{ key: secretVariable(name), problem: 'is not a valid webhook secret', advice: SECRET_ADVICE }]),
    ];
  });
}

const problemIn = (key: string, problem: string): ConfigProblem => ({
  key,
  problem: `is invalid: ${problem}`,
  advice: 'see docs/how-to/webhooks.md',
});
