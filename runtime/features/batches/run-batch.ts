import type { LargerUnit } from '../../kernel/contract/context.js';
import type { ApiRequest } from '../../kernel/contract/http/http.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import {
  isRefused,
  type AnswerPart,
  type PartAnswer,
  type RefusedPart,
} from '../../kernel/contract/http/request-part.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { openLargerUnit, withEndings } from '../../kernel/unit-of-work/larger-unit.js';
import { createPace } from '../../kernel/util/async/pace.js';
import { createState } from '../../kernel/util/async/state.js';
import { runExchanging } from '../../kernel/writes/run-exchanging.js';
import type { Operation } from './operation.js';
import { resolveBody, resolvePath, type IriOf } from './references.js';
import { type Stop, stoppedBy } from './stopped-batch.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';

export interface RunBatchDeps {
  readonly operations: Pick<ResourceOperations, 'enter' | 'run'>;
  readonly reader: Kernel['reader'];
  readonly answerPart: AnswerPart;
  /** Prefix of IRIs. */
  readonly prefix: string;
}

/**
 * Runs the operations in order and returns their responses.
 * @throws AppError if an operation of a writing batch is refused
 */
export type RunBatch = (
  operations: readonly Operation[],
  request: ApiRequest,
) => Promise<readonly PartAnswer[]>;

/**
 * Runs batches. Reads run independently and concurrently, so that their queries are sent together. Writes share one
 * unit of work: each operation sees the earlier writes, and the first refused one rolls back the batch (contract
 * decision 111). Uniqueness is checked at the end, so that records can exchange unique values.
 */
export function createRunBatch(deps: RunBatchDeps): RunBatch {
  const answer = createAnswer(deps);

  async function readAll(
    operations: readonly Operation[],
    request: ApiRequest,
  ): Promise<readonly PartAnswer[]> {
    const { now, state, assertWanted } = request.context;
    const pace = createPace(assertWanted);
    const answerOne = async (operation: Operation, iriOf: IriOf): Promise<PartAnswer> => {
      const within = { now, state: createState(), readsWith: state };
      const given = await answer(request, { operation, within, iriOf });
      return isRefused(given) ? given.print() : given;
    };
    const answers: PartAnswer[] = [];
    const iriOf = createIriOf(operations, answers);
    // Operations with references run after the operations that they refer to.
    const together = operations.some(({ refers }) => refers) ? 1 : READ_TOGETHER;
    for (let start = 0; start < operations.length; start += together) {
      await pace();
      const parts = operations.slice(start, start + together);
      answers.push(...(await Promise.all(parts.map((operation) => answerOne(operation, iriOf)))));
    }
    return answers;
  }

  async function writeAll(
    operations: readonly Operation[],
    request: ApiRequest,
  ): Promise<readonly PartAnswer[]> {
    const state = createState(); // shared by retries, with the data prepared for them
    const stops: Stop[] = [];
    const attempt = async (scope: WriteScope, atEnd: LargerUnit['atEnd']): Promise<readonly PartAnswer[]> => {
      const answers: PartAnswer[] = [];
      const partOf = openLargerUnit(scope, atEnd);
      const within = { now: scope.context.now, state, partOf };
      const iriOf = createIriOf(operations, answers);
      const pace = createPace(scope.context.assertWanted);
      for (const [index, operation] of operations.entries()) {
        await pace();
        const given = await answer(request, { operation, within, iriOf });
        if (!isRefused(given) && given.status < 400) {
          answers.push(given);
          continue;
        }
        const error = isRefused(given) ? given.error : new RefusedByAnswer();
        stops.push({ index, given, error });
        throw error;
      }
      return answers;
    };
    try {
      return await withEndings(request.context, (atEnd) =>
        deps.operations.enter({ name: 'batch', context: request.context }, ({ context }) =>
          runExchanging((scope) => attempt(scope, atEnd), {
            reader: deps.reader,
            run: (work) => deps.operations.run(context, work),
          }),
        ),
      );
    } catch (error) {
      const stop = stops.findLast((one) => one.error === error);
      throw stop === undefined ? error : stoppedBy(stop, operations);
    }
  }

  return (operations, request) =>
    operations.every(({ method }) => method === 'GET')
      ? readAll(operations, request)
      : writeAll(operations, request);
}

/** Maximum number of concurrent reads. The rest wait, so that other requests are served in between. */
const READ_TOGETHER = 50;

/** Signals that an operation responded with an error status. */
class RefusedByAnswer extends Error {}

interface Requested {
  readonly operation: Operation;
  readonly within: Parameters<AnswerPart>[1]['within'];
  readonly iriOf: IriOf;
}

function createAnswer({ answerPart, prefix }: RunBatchDeps) {
  return async (
    request: ApiRequest,
    { operation, within, iriOf }: Requested,
  ): Promise<PartAnswer | RefusedPart> => {
    const { method, headers, body, path } = operation;
    const target = resolvePath(path, (id) => iriOf(id).slice(prefix.length));
    const sent = body === undefined ? undefined : resolveBody(body, iriOf);
    return answerPart(request, { method, target, headers, body: sent, within });
  };
}

function createIriOf(operations: readonly Operation[], answers: readonly PartAnswer[]): IriOf {
  return (id) => {
    const index = operations.findIndex((operation) => operation.id === id);
    const answer = answers[index];
    const iri = answer && iriIn(answer);
    if (iri === undefined) {
      const propertyPath = `operations[${answers.length}]`;
      throw validationFailed([
        violationAt(
          propertyPath,
          messageOf('The operation "{{ id }}" answers no IRI.', { parameters: { id } }),
        ),
      ]);
    }
    return iri;
  };
}

/** Returns the IRI of a response: the created record's `Location`, otherwise the document's `@id`. */
function iriIn({ headers, text }: PartAnswer): string | undefined {
  const { Location: location } = headers;
  if (typeof location === 'string') return location;
  const { '@id': iri } = objectOf(text === undefined ? undefined : (JSON.parse(text) as JsonValue));
  return typeof iri === 'string' ? iri : undefined;
}
