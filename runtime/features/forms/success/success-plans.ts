import type { FormSuccessHandler } from '../../../extension-points/forms/form-success.js';
import type {
  FormDefinition,
  FormFieldDefinition,
  FormMail,
} from '../../../extension-points/forms/form-definition.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { ConfigError } from '../../../kernel/errors/config-error.js';
import type { ConfigProblem } from '../../../kernel/contract/config-problem.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { MailTemplates } from '../../../kernel/ports/mail-templates.js';
import type { Mailer } from '../../../kernel/ports/mailer.js';
import type { KernelConfig } from '../../../kernel/settings/config.js';
import { FIELD_TYPES } from '../engine/field-types.js';
import type { FormExtensions } from '../extensions.js';
import type { FormTypes, RegisteredFormType } from '../form-types.js';
import { createFormMailer, DEFAULT_TEMPLATE, type FormMailer } from './form-mail.js';
import { parseMailAddress } from './mail-address.js';
import { createPrinters } from './mail-rows.js';
import type { PersistPlan } from './persist-flow.js';

/** Reports a problem at a key of a form type. */
type Report = (key: string, problem: string, advice: string) => void;

const isWritten = ({ writable }: FieldDescriptor): boolean => writable;

/** Processing of the submissions of a form type, resolved at startup. */
export interface SuccessPlan {
  readonly persist: PersistPlan | undefined;
  /** Handlers in execution order. */
  readonly handlers: readonly FormSuccessHandler[];
  readonly mail: FormMailer | undefined;
}

export type SuccessPlans = (type: RegisteredFormType) => SuccessPlan;

export interface SuccessPlansDeps {
  readonly types: FormTypes;
  readonly registry: ResourceRegistry;
  readonly config: Pick<KernelConfig, 'websiteName'>;
  readonly code: Pick<FormExtensions, 'formHandlers' | 'formSuccess'>;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
}

/** @throws ConfigError naming every type, handler, template and address that is missing or invalid. */
export function createSuccessPlans(deps: SuccessPlansDeps): SuccessPlans {
  const problems: ConfigProblem[] = [];
  const plans = new Map(
    deps.types.all.map((type) => {
      const report: Report = (key, problem, advice) =>
        void problems.push({ key: `form ${type.name}.${key}`, problem, advice });
      return [type.name, planOf(type, deps, report)];
    }),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  const none: SuccessPlan = { persist: undefined, handlers: [], mail: undefined };
  return ({ name }) => plans.get(name) ?? none;
}

function planOf(type: RegisteredFormType, deps: SuccessPlansDeps, report: Report): SuccessPlan {
  const { formSuccess = [] } = deps.code;
  const { definition, onSuccess } = type;
  return {
    persist: planPersist(definition, deps, report),
    handlers: [
      ...namedHandlers(type, deps, report),
      ...(onSuccess === undefined ? [] : [onSuccess]),
      ...formSuccess,
    ],
    mail: definition.mail === undefined ? undefined : planMail(definition.mail, { type, deps, report }),
  };
}

function namedHandlers(
  { definition: { on_success: named = [] } }: RegisteredFormType,
  { code }: SuccessPlansDeps,
  report: Report,
): readonly FormSuccessHandler[] {
  const { formHandlers = {} } = code;
  const names = typeof named === 'string' ? [named] : named;
  return names.flatMap((name) => {
    const handler = Object.hasOwn(formHandlers, name) ? formHandlers[name] : undefined;
    // The data matches the definition, for which the named handler was written.
    if (handler !== undefined) return [handler];
    const advice = 'register it in "extensions.formHandlers" of cms.config.ts';
    report('on_success', `uses the handler "${name}", which is not registered`, advice);
    return [];
  });
}

interface MailPlanning {
  readonly type: RegisteredFormType;
  readonly deps: SuccessPlansDeps;
  readonly report: Report;
}

/** Matches template names that cannot lead to other folders. */
const TEMPLATE_NAME = /^[a-z\d][\w-]*(?:\/[a-z\d][\w-]*)*$/i;

function planMail(mail: FormMail, { type, deps, report }: MailPlanning): FormMailer {
  const { definition } = type;
  const { template = DEFAULT_TEMPLATE, reply_to: replyTo } = mail;
  const listed = typeof mail.to === 'string' ? [mail.to] : mail.to;
  const recipients = listed.flatMap((text) => {
    const parsed = parseMailAddress(text);
    if (parsed !== undefined) return [parsed];
    report(
      'mail.to',
      `${JSON.stringify(text)} is not a valid email address`,
      'use "name@example.com" or "Name <name@example.com>"',
    );
    return [];
  });
  if (listed.length === 0) report('mail.to', 'is empty', 'use an email address or a list of addresses');
  if (!TEMPLATE_NAME.test(template) || !deps.mailTemplates.exists(template)) {
    const files = `templates/mail/${template}.html.hbs and ${template}.text.hbs`;
    report(
      'mail.template',
      `the mail template ${JSON.stringify(template)} does not exist`,
      `create ${files}`,
    );
  }
  const answered = definition.fields.find(({ name }) => name === replyTo);
  if (replyTo !== undefined && (answered === undefined || answered.mapped === false))
    report('mail.reply_to', `the submitted data has no field "${replyTo}"`, 'use a field of the form');
  const find = (name: string) => deps.types.find(name)?.definition;
  return createFormMailer(
    {
      mail,
      recipients,
      printers: createPrinters(definition, find),
      replyTo: answered && (answered.property_path ?? answered.name),
    },
    { ...deps, websiteName: deps.config.websiteName },
  );
}

/** Returns the type in `persist` if it has a member for each value of the form. */
function planPersist(
  definition: FormDefinition,
  { registry, types }: { readonly registry: ResourceRegistry; readonly types: FormTypes },
  report: Report,
): PersistPlan | undefined {
  const { persist } = definition;
  if (persist === undefined) return undefined;
  const { type, returnData = true } = typeof persist === 'string' ? { type: persist } : persist;
  const resource = registry.get(type);
  if (resource === undefined) {
    report('persist', `"${type}" is not a type with stored records`, 'use a type of the project, or User');
    return undefined;
  }
  const find = (name: string): readonly FormFieldDefinition[] => types.find(name)?.definition.fields ?? [];
  for (const field of storedFields(definition, find)) checkMember(field, resource, report);
  return { resource, returnsData: returnData };
}

/** Returns the fields whose values are in the data of the form itself, including nested forms that inherit the data. */
export function storedFields(
  { fields, honeypot }: Pick<FormDefinition, 'fields' | 'honeypot'>,
  find: (type: string) => readonly FormFieldDefinition[],
): readonly FormFieldDefinition[] {
  return fields.flatMap((field) => {
    const { type = field.fields === undefined ? 'text' : 'form', mapped, inherit_data: inherits } = field;
    if (mapped === false || field.name === honeypot || FIELD_TYPES.get(type)?.isButton === true) return [];
    return inherits === true ? storedFields({ fields: field.fields ?? find(type) }, find) : [field];
  });
}

function checkMember(field: FormFieldDefinition, resource: RegisteredResource, report: Report): void {
  const name = field.property_path ?? field.name;
  const member = resource.field(name);
  const key = `fields.${field.name}`;
  if (member === undefined || !isWritten(member)) {
    const problem = `${resource.name} has no writable member "${name}"`;
    report(key, problem, 'set "property_path" to a writable member, or set "mapped" to false');
    return;
  }
  const isFile = field.type === 'file';
  if (isFile && field.multiple === true)
    report(key, `"${name}" of ${resource.name} does not support multiple files`, 'remove "multiple"');
  else if (isFile !== (member.kind === 'upload')) {
    const problem = isFile
      ? `"${name}" of ${resource.name} is not an upload field`
      : `"${name}" of ${resource.name} is an upload field`;
    report(key, problem, isFile ? 'set "property_path" to an upload field' : 'set "type" to "file"');
  }
}
