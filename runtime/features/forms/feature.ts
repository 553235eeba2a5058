import { createHmac, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { extensionsOf } from '../../kernel/contract/features/extensions.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { storedAs } from './notation/stored-as.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Service } from '../../kernel/feature.js';
import { STORED_FORMS } from '../../extension-points/forms/stored-forms.js';
import { FORM_TYPES } from '../../extension-points/forms/form-flow.js';
import { FORM_LISTENERS, type FormListener } from '../../extension-points/forms/form-success.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { SIGNING_KEY } from '../accounts/public-api.js';
import { SUBMISSION_TYPES } from '../placement/public-api.js';
import { UPLOADS, type Uploads, UPLOADS_SETTINGS } from '../uploads/public-api.js';
import { createCachePurge } from './cache-purge.js';
import { createDefinitionTime } from './definition-times.js';
import { definitionsIn } from './definitions-in.js';
import { describeSubmit } from './endpoints/describe-submits.js';
import { createReadSubmission } from './endpoints/read-submission.js';
import { type AddressedForm, createSubmits } from './endpoints/submit.js';
import { createVirtualFormEndpoints, type VirtualForm } from './endpoints/virtual-forms.js';
import { FORM_EXTENSIONS, type FormExtensions } from './extensions.js';
import { createFormRule } from './form-rule.js';
import { createFormTypes, type FormTypes } from './form-types.js';
import { createFormShower, createFormView } from './form-view.js';
import { createShownMoments } from './honeypot-fields.js';
import { FORM } from './is-form.js';
import { createSpamScreening } from './spam-screening.js';
import { submissionSchemas, withFormTypes } from './submission-schemas.js';
import { createSucceed } from './success/succeed.js';
import { storedForms } from './success/stored-forms.js';
import { createSuccessPlans, type SuccessPlans } from './success/success-plans.js';
import { createTemporaryFiles } from './temporary-files.js';
import { unstatedReaders } from './unstated-readers.js';

/** Forms without a row (accounts.md section 8.4). A form whose type no feature provides is omitted. */
const VIRTUAL_FORMS: readonly VirtualForm[] = [{ name: 'password_reset', formType: 'PasswordUpdateType' }];

export const apis = [SUBMISSION_TYPES, STORED_FORMS];

/**
 * @throws ConfigError naming every form type that cannot be compiled, or whose submissions refer to something missing.
 */
export const create: CreateFeature = async (kernel, apis) => {
  const { registry, iris, config, project, ports } = kernel;
  const { forms: configured = [], ...code } = extensionsOf(config, FORM_EXTENSIONS);
  const types = createFormTypes({
    authored: definitionsIn(project.manifest),
    configured,
    offered: await apis.openAll(FORM_TYPES),
    constraints: config.extensions.constraints ?? {},
  });
  const provides = [provide(SUBMISSION_TYPES, types.stored), provide(STORED_FORMS, storedForms(types))];
  const describe = (resource: ResourceDescriptor): ResourceDescriptor => withFormTypes(resource, types);
  const resource = registry.get(FORM);
  if (resource === undefined) return { provides, documentation: { describe } };
  const uploads = await apis.open(UPLOADS);
  const privateKey = await apis.open(SIGNING_KEY);
  const plans = createSuccessPlans({ ...kernel, ...ports, types, code });
  const moments = createShownMoments(signingSecret(privateKey));
  const shower = createFormShower(types, moments);
  const actionOf = (key: string): string => `${config.server.publicUrl}${iris.item(resource, key)}/submit`;
  const files = createTemporaryFiles(join(config.dataDir, 'form-files'), kernel.log);
  const listeners = () => apis.getAll(FORM_LISTENERS);
  const parts = { code, types, uploads, plans, resource, shower, actionOf, files, moments, listeners };
  return {
    provides,
    retention: [files.retentionRule],
    representation: [createFormView(shower, actionOf, kernel.steps)],
    writes: { rules: [createFormRule(types, registry)] },
    endpoints: (service) => createEndpoints(kernel, parts, service),
    documentation: { schemas: submissionSchemas(types), describe },
    commands: [createCachePurge({ ...kernel, types, timeOf: createDefinitionTime(config) })],
    start() {
      for (const msg of readableSubmissions(types, registry)) kernel.log.warn({ msg });
    },
  };
};

interface Parts {
  readonly code: Pick<FormExtensions, 'submissionCheck'>;
  readonly types: FormTypes;
  readonly uploads: Pick<Uploads, 'openBatch' | 'media'>;
  readonly plans: SuccessPlans;
  readonly resource: RegisteredResource;
  readonly shower: ReturnType<typeof createFormShower>;
  readonly actionOf: (key: string) => string;
  readonly files: ReturnType<typeof createTemporaryFiles>;
  readonly moments: ReturnType<typeof createShownMoments>;
  readonly listeners: () => readonly FormListener[];
}

function createEndpoints(
  { registry, configOf, reader, answers, database, clock }: Kernel,
  { code, plans, types, uploads, resource, shower, actionOf, files, moments, listeners }: Parts,
  { operations }: Service,
): readonly Endpoint[] {
  const submits = createSubmits({
    shower,
    database,
    clock,
    registry,
    answers,
    operations,
    succeed: createSucceed({ plans, operations, reader, registry, uploads, listeners }),
    read: createReadSubmission(files, { config: configOf(UPLOADS_SETTINGS), media: uploads.media }),
    screening: createSpamScreening({ moments, check: code.submissionCheck }),
  });
  const virtual = VIRTUAL_FORMS.flatMap(({ name, formType }) => {
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

/** Derives a secret for forms that is the same in every process of the service. */
function signingSecret(privateKey: KeyObject): Buffer {
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' });
  return createHmac('sha256', bytes).update('forms').digest();
}

/**
 * Returns startup warnings about forms that store publicly readable submissions. `cms generate` refuses them; this
 * finds older generated code, and forms defined in code (contract decision 104).
 */
function readableSubmissions(
  { all }: Pick<FormTypes, 'all'>,
  registry: Pick<ResourceRegistry, 'get'>,
): readonly string[] {
  return all.flatMap(({ name, definition }) => {
    const resource = registry.get(storedAs(definition) ?? '');
    // Built-in types have rules of their own, and record types must state all of theirs.
    if (resource === undefined || resource.kind === 'core') return [];
    const keys = unstatedReaders(resource.security).map((key) => `"${key}"`);
    if (keys.length === 0) return [];
    const type = resource.name;
    return [
      `form "${name}" stores submissions as ${type}, which is publicly readable; set ${keys.join(' and ')} in "x-security" of schemas/${type}.json, or use a record type ("x-resource": "record"), then run \`cms generate\``,
    ];
  });
}
