import type {
  CallbackConstraint,
  CallbackRun,
  Subject,
  ValidationContext,
  ViolationList,
} from '../../contract/records/validation.js';
import { InternalError } from '../../errors/internal-error.js';
import type { Scope } from '../../expression/expression.js';
import { isPlainObject } from './read-value.js';
import type { RuleOptions } from './report.js';

/**
 * Options of a `Callback` rule in generated validators.
 *
 * @example
 * const even: CallbackOptions = { name: 'even', message: 'This number should be even.' };
 */
export interface CallbackOptions extends RuleOptions {
  /** Name under `extensions.constraints`. */
  readonly name: string;
}

/**
 * Context of the surrounding check, passed to the project's rule.
 *
 * @example
 * const inGroup = ({ groups }: CallbackScope): boolean => groups.has('publish');
 */
export interface CallbackScope extends Scope {
  readonly groups: ReadonlySet<string>;
  readonly now: Date;
  readonly callbacks?: CallbackRun;
}

const MESSAGE = 'This value is not valid.';

/**
 * Runs a custom rule of the project (components.md section 11.5). Path, message and payload default to those
 * of the schema file.
 * @throws InternalError if the function fails or is asynchronous, because a write must not be stored without
 * validation.
 *
 * @example
 * const validate: Validate = (object, context) =>
 *   callback({ violations: context.violations, path: 'seats', value: object.seats }, { ...context, object }, { name: 'even' });
 */
export function callback(
  { violations, path, value }: Subject,
  context: CallbackScope,
  { name, message = MESSAGE, payload }: CallbackOptions,
): void {
  const { constraints, object } = context.callbacks ?? { constraints: {}, object: {} };
  const check = Object.hasOwn(constraints, name) ? constraints[name] : undefined;
  if (check === undefined) throw new InternalError(`No constraint is registered as "${name}".`);
  const usual = { propertyPath: path, message, code: null, ...(payload === undefined ? {} : { payload }) };
  const list: ViolationList = {
    items: violations.items,
    add: (violation) => violations.add({ ...usual, ...violation }),
  };
  const answer = attempt(check, name, [
    value,
    { ...readScope(context), violations: list, object, path, message },
  ]);
  if (!(answer instanceof Promise)) return;
  // The error is reported below; an unhandled rejection would end the process.
  answer.catch(() => undefined);
  throw new InternalError(`The constraint "${name}" answers later; write a function that is not async.`);
}

function attempt(check: CallbackConstraint, name: string, given: Parameters<CallbackConstraint>): unknown {
  try {
    return check(...given);
  } catch (cause) {
    throw new InternalError(`The constraint "${name}" failed.`, { cause });
  }
}

function readScope(context: CallbackScope): Omit<ValidationContext, 'violations'> {
  const { groups, now, callbacks, user } = context;
  return {
    groups,
    now,
    ...(callbacks === undefined ? {} : { callbacks }),
    user: isPlainObject(user) ? user : null,
    isGranted: (role) => context.isGranted(role),
  };
}
