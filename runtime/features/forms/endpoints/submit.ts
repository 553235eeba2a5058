import { validationScope } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { MERGE_PATCH, MULTIPART } from '../../../kernel/contract/http/media-types.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import {
  asConditional,
  type ConditionalWriteDeps,
  preconditionOf,
} from '../../../kernel/endpoints/conditional-writes.js';
import type { Answers } from '../../../kernel/endpoints/answers.js';
import { withoutVersion, WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import {
  createThrottle,
  type ThrottleDeps,
  type ThrottleOptions,
} from '../../../kernel/throttle/throttle.js';
import { assertMet } from '../../../kernel/writes/precondition.js';
import type { Submission } from '../../../extension-points/forms/form-flow.js';
import type { ShownForm } from '../engine/compiled-form.js';
import type { RegisteredFormType } from '../form-types.js';
import type { FormShower } from '../form-view.js';
import { FORM } from '../is-form.js';
import type { Screening } from '../spam-screening.js';
import type { Succeed } from '../success/success.js';
import type { ReadSubmission, Sent } from './read-submission.js';
import { languageHeaders } from '../../../kernel/messages/language-headers.js';

export interface SubmitDeps extends ThrottleDeps {
  readonly shower: FormShower;
  readonly registry: ResourceRegistry;
  readonly answers: Pick<Answers, 'item' | 'requireIfMatch'>;
  readonly operations: Pick<ResourceOperations, 'describeVersion'>;
  readonly read: ReadSubmission;
  readonly screening: Screening;
  readonly succeed: Succeed;
}

/** The addressed Form component, as its GET shows it to the caller. */
export interface AddressedForm {
  readonly representation: Representation;
  /** The URL that the form is submitted to. */
  readonly action: string;
}

/** Limit of anonymous submissions per network (contract decision 44). */
const WHOLE: ThrottleOptions = { name: 'submissions', points: 100, durationSeconds: 900 };
/** Limit of partial validations, which clients request for each completed field. */
const PARTIAL: ThrottleOptions = { name: 'checks of submissions', points: 1000, durationSeconds: 900 };

const METHODS = [
  { method: 'PATCH', extent: 'partial', accepts: [MERGE_PATCH] },
  { method: 'POST', extent: 'whole', accepts: [...WRITE_TYPES, MULTIPART] },
] as const;

type Method = (typeof METHODS)[number];

/**
 * Creates the submit endpoints. PATCH validates the sent fields, POST submits the form (components.md section 5.6); PUT
 * does not exist.
 */
export type CreateSubmitEndpoints = (address: {
  /** Path pattern of the form; the submit path is below it. */
  readonly pattern: string;
  /** @throws the same errors as GET of the form. */
  find(request: ApiRequest): Promise<AddressedForm>;
  documentation(method: Method['method']): JsonObject;
}) => readonly Endpoint[];

/** Creates the factory of submit endpoints. All forms of a service share the limits. */
export function createSubmits(deps: SubmitDeps): CreateSubmitEndpoints {
  const throttles = { PATCH: createThrottle(PARTIAL, deps), POST: createThrottle(WHOLE, deps) };
  return ({ pattern, find, documentation }) =>
    METHODS.map(({ method, extent, accepts }) => ({
      method,
      pattern: `${pattern}/submit`,
      accepts,
      documentation: documentation(method),
      async handle(request) {
        const addressed = await find(request);
        const type = submittableType(addressed, deps);
        await assertExpected(request, addressed, deps);
        const { context, address } = request;
        const shown = await deps.shower.shown(type, addressed.action, context);
        if (context.actor.user === null) await throttles[method].hit(networkOf(address));
        const sent = await deps.read(request);
        try {
          return await submit({ request, addressed, type, shown, sent, extent }, deps);
        } finally {
          await sent.release();
        }
      },
    }));
}

function submittableType({ representation }: AddressedForm, { shower }: SubmitDeps): RegisteredFormType {
  const type = shower.typeOf(representation);
  if (type === undefined) {
    const name = String(representation.record.values.formType);
    throw notFound(`This form cannot be submitted: its form type "${name}" no longer exists.`);
  }
  if (type.definition.api_disabled === true) throw notFound('This form is not submitted to the API.');
  return type;
}

/**
 * Refuses a submission if the form has changed since it was displayed, like any conditional write (contract decision
 * 100).
 */
function assertExpected(
  request: ApiRequest,
  { representation, action }: AddressedForm,
  { answers, registry, operations, shower }: SubmitDeps,
): Promise<void> {
  const answer = answers.item(registry.require(FORM));
  // The error response has the ETag of a read, which includes the form view.
  const read = async (): ReturnType<ConditionalWriteDeps['read']> => {
    await shower.show(representation, action, request.context);
    return { representation, response: answer(representation, request, 200) };
  };
  return asConditional(request, { operations, read }, async () =>
    assertMet(representation.record, preconditionOf(request, answers.requireIfMatch)),
  );
}

interface Submitting {
  readonly request: ApiRequest;
  readonly addressed: AddressedForm;
  readonly type: RegisteredFormType;
  readonly shown: ShownForm;
  readonly sent: Sent;
  readonly extent: Method['extent'];
}

async function submit(submitting: Submitting, deps: SubmitDeps): Promise<ApiResponse> {
  const { request, addressed, type, shown, sent, extent } = submitting;
  const { context, address } = request;
  const evaluated = { groups: new Set(['Default']), ...validationScope(context) };
  const submission = type.compiled.submit(sent.body, { extent, shown, context: evaluated });
  const form = (): ApiResponse => answerForm(submission, submitting, deps);
  await type.evaluate?.({ submission, context, address, extent });
  if (extent === 'partial' || !submission.isValid()) return form();
  const { record } = addressed.representation;
  const submitted = { form: record, formType: type, submission, context, address };
  const verdict = await deps.screening(submitted, sent.body);
  if (verdict === 'drop' || !submission.isValid()) return form();
  const outcome = await deps.succeed(submitted);
  if (!submission.isValid()) return form();
  if ('response' in outcome) return { cache: 'private', ...outcome.response };
  return outcome.result === undefined ? form() : answerRecord(outcome.result, request, deps);
}

/**
 * Responds with the Form including the submitted values. No URL returns the same content, so there is no
 * `Content-Location`.
 */
function answerForm(
  submission: Submission,
  { request, addressed: { representation }, extent }: Submitting,
  { registry, answers }: SubmitDeps,
): ApiResponse {
  representation.members.formView = submission.view(request.context.messages?.translate);
  const success = extent === 'whole' ? 201 : 200;
  const status = submission.isValid() ? success : 422;
  const answer = answers.item(registry.require(FORM));
  const response = withoutVersion(answer(representation, request, status));
  return { ...response, headers: languageHeaders(request.context.messages), cache: 'private' };
}

function answerRecord(
  result: Representation,
  request: ApiRequest,
  { registry, answers }: SubmitDeps,
): ApiResponse {
  const answer = answers.item(registry.require(result.record.type));
  // Query parameters that select a version of the form do not apply to the stored record.
  return { ...answer(result, { ...request, queryString: '' }, 201), cache: 'private' };
}
