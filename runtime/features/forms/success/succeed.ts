import type {
  FormListener,
  FormSuccessEvent,
  FormSuccessHandler,
  FormSuccessTools,
} from '../../../extension-points/forms/form-success.js';
import type { Violation } from '../../../kernel/contract/records/validation.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { FormFlow } from '../../../extension-points/forms/form-flow.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { Uploads } from '../../uploads/public-api.js';
import { formErrors } from '../errors.js';
import { asShown, outcomeOf } from './outcome.js';
import { createPersistFlow } from './persist-flow.js';
import type { SuccessPlan, SuccessPlans } from './success-plans.js';
import type { SubmittedForm, Succeed } from './success.js';

/** Violations that handlers added, by property path of the form. */
class SubmissionRefused extends AppError {
  constructor(override readonly violations: readonly Violation[]) {
    super(formErrors.refused.options(violations));
  }
}

export interface SucceedDeps extends Pick<Kernel, 'reader' | 'registry'> {
  readonly plans: SuccessPlans;
  readonly operations: ResourceOperations;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  /** Features that are notified of submissions. */
  readonly listeners: () => readonly FormListener[];
}

/** Flow of a form without an initial step. */
const plain: FormFlow = ({ context: from }, work, { enter }) =>
  enter({ name: 'submitForm', context: from }, ({ context }) => work(async () => {}, context));

/**
 * Creates the processing of submissions (components.md section 5.7). One unit of work runs the step of the form, which
 * is `persist` or the flow of a built-in form. It then runs the handlers of the form in order, and the global ones. The
 * mail is sent after the commit.
 */
export function createSucceed(deps: SucceedDeps): Succeed {
  const { operations, reader, plans } = deps;

  const flowOf = ({ formType }: SubmittedForm, { persist }: SuccessPlan): FormFlow =>
    formType.flow ?? (persist === undefined ? plain : createPersistFlow(persist, deps));

  return async (submitted) => {
    const plan = plans(submitted.formType);
    const { formType, context } = submitted;
    const flow = flowOf(submitted, plan);
    // Forms of accounts are confidential, so listeners are not notified.
    const listeners = formType.flow === undefined ? await listening(deps) : [];
    if (flow === plain && plan.handlers.length + listeners.length === 0 && plan.mail === undefined) return {};
    let isHandling = false;
    try {
      const outcome = await flow(
        submitted,
        (step, entered) =>
          operations.run(entered, async (scope) => {
            const event = createEvent(submitted);
            isHandling = false; // A retried unit of work starts over.
            const record = (await step(event, scope)) ?? null;
            isHandling = true;
            await handle(plan.handlers, event, { scope, reader });
            isHandling = false;
            const received = { form: submitted.form, formType: formType.name, record };
            for (const listener of listeners) await listener.submitted(received, scope.session);
            const outcome = await outcomeOf(event.result, scope, deps);
            if (plan.mail !== undefined) scope.afterCommit(plan.mail(submitted));
            return outcome;
          }),
        operations,
      );
      // The contract defines the responses of account forms (accounts.md section 8).
      return formType.flow === undefined ? await asShown(outcome, context, deps) : outcome;
    } catch (error) {
      const violations = refusalOf(error, isHandling);
      if (violations === undefined) throw error;
      for (const violation of violations) submitted.submission.addError(violation.propertyPath, violation);
      return {};
    }
  };
}

async function listening({ listeners }: Pick<SucceedDeps, 'listeners'>): Promise<readonly FormListener[]> {
  const found: FormListener[] = [];
  for (const listener of listeners()) if (await listener.isListening()) found.push(listener);
  return found;
}

function createEvent({ form, formType, submission: { data } }: SubmittedForm): FormSuccessEvent {
  return { form, formType: formType.name, data, result: undefined };
}

/**
 * Runs the handlers until one refuses the submission.
 * @throws SubmissionRefused if a handler reports a problem; later handlers do not run.
 */
async function handle(
  handlers: readonly FormSuccessHandler[],
  event: FormSuccessEvent,
  { scope, reader }: { readonly scope: WriteScope; readonly reader: RecordReader },
): Promise<void> {
  for (const handler of handlers) {
    const refusals: Violation[] = [];
    await handler(event, createTools(scope, reader, refusals));
    if (refusals.length > 0) throw new SubmissionRefused(refusals);
  }
}

/**
 * Returns the violations to add to the fields. A handler that writes records itself must translate their violations.
 */
function refusalOf(error: unknown, isHandling: boolean): readonly Violation[] | undefined {
  if (error instanceof SubmissionRefused) return error.violations;
  return error instanceof AppError && !isHandling ? error.violations : undefined;
}

/** Creates the tools of one handler; its violations are added to `refusals`. */
function createTools(
  scope: WriteScope,
  reader: Pick<RecordReader, 'findLocked'>,
  refusals: Violation[],
): FormSuccessTools {
  const { context, session, commands } = scope;
  return {
    context,
    session,
    create: async (type, body) => (await commands.create(type, body, scope)).after,
    find: (record) => reader.findLocked(session, record),
    update: async (record, body) => (await commands.update(record, body, scope)).after,
    violation: (propertyPath, message) => void refusals.push({ propertyPath, message, code: null }),
    afterCommit: (work) => scope.afterCommit(work),
  };
}
