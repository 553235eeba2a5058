import type { BodyResult } from '../contract/records/writes.js';
import { kernelErrors } from '../errors/catalog.js';
import { sessionFor } from '../observation/origin.js';
import { parsedBody, requireBody } from './body-result.js';
import type { OperationDeps, WriteInput } from './write-input.js';

/** The parts of a write that its slow work depends on. */
type UpcomingInput = Pick<WriteInput, 'resource' | 'key' | 'context' | 'authorize'>;
type SlowWorkDeps = Pick<OperationDeps, 'prepared' | 'database'>;

/** Bodies whose files, for example, are stored. */
interface Staged {
  readonly bodies: readonly BodyResult[];
  close(): Promise<void>;
}

/**
 * Opens the stage of the type before the transaction begins, if it has one. The stage authorizes the caller
 * before it causes slow work. Without a valid body there is no such work.
 */
export async function openStage(
  { resource, key, context, authorize }: UpcomingInput,
  bodies: readonly BodyResult[],
  { prepared, database }: SlowWorkDeps,
): Promise<Staged> {
  const { stage } = prepared(resource);
  if (stage === undefined) return { bodies, close: closeNothing };
  const sent = bodies.flatMap((result) => (result.isParsed ? [result.incoming.body] : []));
  if (sent.length < bodies.length) return { bodies, close: closeNothing };
  const staged = await stage.open({
    ...{ resource, key, context, bodies: sent },
    evaluate: () => authorize({ session: sessionFor(database, context), context }),
  });
  return {
    bodies: staged.bodies.map(parsedBody),
    async close() {
      // Nothing of a larger unit is stored before its end.
      if (context.partOf === undefined) await staged.close();
      else context.partOf.atEnd(() => staged.close());
    },
  };
}

const closeNothing = (): Promise<void> => Promise.resolve();

/**
 * Runs the `ahead` work of the type's rules before the transaction begins, such as hashing a password. The
 * caller is authorized before it.
 */
export async function workAhead(
  { resource, context, authorize }: UpcomingInput,
  body: BodyResult,
  { prepared, database }: SlowWorkDeps,
): Promise<BodyResult> {
  const rules = prepared(resource).rules.filter(({ ahead }) => ahead !== undefined);
  if (rules.length === 0) return body;
  // Slow work must not hold locks of a larger unit.
  if (context.partOf !== undefined) throw kernelErrors.writtenAlone(resource.name);
  const before = await authorize({ session: sessionFor(database, context), context });
  let incoming = requireBody(body);
  for (const rule of rules) incoming = (await rule.ahead?.({ before, incoming, context })) ?? incoming;
  return { isParsed: true, incoming };
}
