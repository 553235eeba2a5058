import type { FormType } from '../../extension-points/forms/form-definition.js';
import type { FormSuccessHandler } from '../../extension-points/forms/form-success.js';
import { extensionKey, type ExtensionsOf } from '../../kernel/contract/features/extensions.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { isRecord } from '../../kernel/settings/apply-schema.js';
import {
  aFlag,
  aFunction,
  having,
  listOf,
  namedFunctions,
  ofKind,
  optional,
} from '../../kernel/settings/shapes.js';

/**
 * A registered handler of any data. Declared as a method because method parameters are bivariant, so a
 * handler may accept the narrower type of its form. An inline handler receives values by name.
 */
export type RegisteredFormHandler = {
  handle(...parameters: Parameters<FormSuccessHandler>): ReturnType<FormSuccessHandler>;
}['handle'];

/**
 * Checks a valid submission before it is processed. A returned text rejects it (422, as a form error). A
 * thrown `AppError` rejects it with that error, any other error with 503.
 */
export type SubmissionCheck = (submission: {
  /** The Form component. */
  readonly form: StoredRecord;
  readonly formType: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The submitted values, including unmapped fields (`"mapped": false`). */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The IP address of the client. */
  readonly address: string;
  /** Aborted when the check times out. */
  readonly signal: AbortSignal;
}) => string | undefined | Promise<string | undefined>;

const inBrackets = (index: number): string => `[${index}]`;

/** Validates the outer shape of a definition. Errors inside are found when it is compiled. */
const DEFINITION = having('use { name, fields }', {
  name: ofKind(
    'use a name such as ContactType',
    (name) => typeof name === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(name),
  ),
  fields: ofKind(
    'use a list of fields with names',
    (fields) =>
      Array.isArray(fields) && fields.every((field) => isRecord(field) && typeof field.name === 'string'),
  ),
});
const FORM = having('use { definition: { name, fields } }', {
  definition: DEFINITION,
  shown: optional(aFunction),
  onSuccess: optional(aFunction),
  isPrivate: optional(aFlag),
});

/** Project code of forms: keys of `extensions` in `cms.config.ts`. */
export const FORM_EXTENSIONS = {
  /**
   * Handlers of successful submissions, by the name in `"on_success": NAME`. Each may use the generated type
   * of its data.
   */
  formHandlers: extensionKey<Readonly<Record<string, RegisteredFormHandler>>>(namedFunctions),
  /** Form types in addition to those of `schemas/forms/`. */
  forms: extensionKey<readonly FormType[]>(listOf(FORM, 'use a list of form types', inBrackets)),
  /** Handlers that run after every submission of every form, after the form's own handlers. */
  formSuccess: extensionKey<readonly FormSuccessHandler[]>(
    listOf(aFunction, 'use a list of functions', inBrackets),
  ),
  /** Checks every submission of an anonymous visitor, for example with a captcha service. */
  submissionCheck: extensionKey<SubmissionCheck>(aFunction),
};

export type FormExtensions = ExtensionsOf<typeof FORM_EXTENSIONS>;
