import { createHmac, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Answers } from '../../kernel/endpoints/answers.js';
import type { Feature, Service } from '../../kernel/feature.js';
import type { Endpoint } from '../../kernel/contract/http.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import type { Mailer } from '../../kernel/ports/mailer.js';
import type { MailTemplates } from '../../kernel/ports/mail-templates.js';
import type { Uploads } from '../uploads/feature.js';
import { createCachePurge } from './cache-purge.js';
import { createDefinitionTime } from './definition-times.js';
import { describeSubmit } from './endpoints/describe-submits.js';
import { createReadSubmission } from './endpoints/read-submission.js';
import { createSubmits, type AddressedForm } from './endpoints/submit.js';
import { createVirtualFormEndpoints, type VirtualForm } from './endpoints/virtual-forms.js';
import { createFormRule } from './form-rule.js';
import type { FormTypes } from './form-types.js';
import { createFormShower, createFormView } from './form-view.js';
import { FORM } from './is-form.js';
import { readableSubmissions } from './readable-submissions.js';
import { createScreening } from './screening.js';
import { createShownMoments } from './sentinels.js';
import { submissionSchemas } from './submission-schemas.js';
import { createSucceed } from './success/succeed.js';
import { createSuccessPlans, type SuccessPlans } from './success/success-plans.js';
import { createTemporaryFiles } from './temporary-files.js';

export interface FormsUses {
  readonly types: FormTypes;
  readonly answers: Answers;
  readonly virtualForms: readonly VirtualForm[];
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly mailer: Mailer;
  readonly templates: MailTemplates;
  /** What the service signs with. */
  readonly privateKey: KeyObject;
}

/**
 * The Form component: forms as trees that clients draw, and what is sent with them (components.md section 5).
 * @throws ConfigError naming every form type whose submissions would lead to something that is not there.
 */
export function createFormsFeature(kernel: Kernel, uses: FormsUses): Feature {
  const { registry, iris, config } = kernel;
  const resource = registry.get(FORM);
  if (resource === undefined) return { name: 'forms' };
  const { types } = uses;
  const plans = createSuccessPlans({ ...kernel, ...uses });
  const moments = createShownMoments(signingSecret(uses.privateKey));
  const shower = createFormShower(types, moments);
  const actionOf = (key: string): string => `${config.server.publicUrl}${iris.item(resource, key)}/submit`;
  const files = createTemporaryFiles(join(config.dataDir, 'form-files'), kernel.log);
  const tidying = files.keepTidy();
  const parts = { ...uses, plans, resource, shower, actionOf, files, moments };
  return {
    name: 'forms',
    representation: [createFormView(shower, actionOf, kernel.steps)],
    writes: { rules: [createFormRule(types, registry)] },
    endpoints: (service) => createEndpoints(kernel, parts, service),
    schemas: () => submissionSchemas(types),
    commands: [createCachePurge({ ...kernel, types, timeOf: createDefinitionTime(config) })],
    start() {
      for (const msg of readableSubmissions(types, registry)) kernel.log.warn({ msg });
    },
    close: () => tidying.end(),
  };
}

type Parts = FormsUses & {
  readonly plans: SuccessPlans;
  readonly resource: RegisteredResource;
  readonly shower: ReturnType<typeof createFormShower>;
  readonly actionOf: (key: string) => string;
  readonly files: ReturnType<typeof createTemporaryFiles>;
  readonly moments: ReturnType<typeof createShownMoments>;
};

function createEndpoints(
  { registry, config, reader }: Kernel,
  { plans, types, answers, uploads, virtualForms, resource, shower, actionOf, files, moments }: Parts,
  { operations }: Service,
): readonly Endpoint[] {
  const submits = createSubmits({
    ...{ shower, registry, answers },
    succeed: createSucceed({ plans, operations, reader, registry, uploads }),
    read: createReadSubmission(files, config),
    screening: createScreening({ moments, check: config.extensions.submissionCheck }),
  });
  const virtual = virtualForms.flatMap(({ name, formType }) => {
    const type = types.find(formType);
    return type === undefined ? [] : [{ name, type }];
  });
  return [
    ...submits({
      pattern: `${resource.path}/{id}`,
      async find({ parameters, context }): Promise<AddressedForm> {
        const representation = await operations.readSubmitted(resource, parameters['id'] ?? '', context);
        return { representation, action: actionOf(representation.record.id) };
      },
      documentation: (method) => describeSubmit(method, types.all),
    }),
    ...virtual.flatMap((form) =>
      createVirtualFormEndpoints(form, { resource, answers, shower, actionOf, createSubmits: submits }),
    ),
  ];
}

/** A secret of its own, the same for every process of the service. */
function signingSecret(privateKey: KeyObject): Buffer {
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' });
  return createHmac('sha256', bytes).update('forms').digest();
}

export { SubmittedFile } from './engine/compiled-form.js';
export { defineForm } from './define-form.js';
export type { FormCode } from './define-form.js';
export type { DataOf, SubmittedData, TypedFormType } from './submitted-data.js';
export { createFormTypes } from './form-types.js';
export type { BuiltInFormType, FormTypes } from './form-types.js';
export type { FlowSubmission, FormFlow, FormStep, JudgedSubmission } from './success/form-flow.js';
export type { VirtualForm } from './endpoints/virtual-forms.js';
export { withFormTypes } from './submission-schemas.js';
