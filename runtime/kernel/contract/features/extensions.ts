import type { Actor } from '../context.js';
import type { FormSuccessHandler } from './form-success.js';
import type { FormType } from '../schema/forms.js';
import type { JsonValue } from '../json.js';
import type { StoredRecord } from '../records/record.js';
import type { UploadField } from '../schema/resource.js';
import type { CallbackConstraint } from '../records/validation.js';

/**
 * Project code that extends the schema files: `extensions` of `cms.config.ts`. Schema files refer to entries
 * by name; an unregistered name stops startup.
 *
 * @example
 * const extensions: Extensions = {
 *   resolvers: { initials: ({ values }) => String(values.name).slice(0, 1) },
 *   urlGenerators: { cdn: ({ path }) => `https://cdn.example.com/${path}` },
 * };
 */
export interface Extensions {
  /** Generates the paths of routes; default: a slug of the title. */
  readonly routeGenerator?: RouteGenerator;
  /** `"x-computed": { "resolver": NAME }` */
  readonly resolvers?: Readonly<Record<string, Resolver>>;
  /** `{ "Callback": { "name": NAME } }` */
  readonly constraints?: Readonly<Record<string, CallbackConstraint>>;
  /** `"x-upload": { "urlGenerator": NAME }` */
  readonly urlGenerators?: Readonly<Record<string, UrlGenerator>>;
  /** Image filters chosen per record in addition to the declared ones, by type. */
  readonly imageFilters?: Readonly<Record<string, ImageFilterChoice>>;
  /** Form types in addition to those of `schemas/forms/`. */
  readonly forms?: readonly FormType[];
  /**
   * Handlers of successful submissions, by the name in `"on_success": NAME`. Each may use the generated type
   * of its data.
   */
  readonly formHandlers?: Readonly<Record<string, RegisteredFormHandler>>;
  /** Handlers that run after every submission of every form, after the form's own handlers. */
  readonly formSuccess?: readonly FormSuccessHandler[];
  /** Checks every submission of an anonymous visitor, for example with a captcha service. */
  readonly submissionCheck?: SubmissionCheck;
}

/**
 * A registered handler of any data. Declared as a method because method parameters are bivariant, so a
 * handler may accept the narrower type of its form. An inline handler receives values by name.
 *
 * @example
 * const subscribe: RegisteredFormHandler = async ({ data }, { create }) => {
 *   await create('Subscriber', { email: String(data.email) });
 * };
 */
export type RegisteredFormHandler = {
  handle(...parameters: Parameters<FormSuccessHandler>): ReturnType<FormSuccessHandler>;
}['handle'];

/**
 * Input of a path generator.
 *
 * @example
 * const pathOf = ({ parentPath, title }: PathRequest): string => `${parentPath ?? ''}/${encodeURIComponent(title)}`;
 */
export interface PathRequest {
  readonly title: string;
  /** Path of the parent's route; null at the top of the site. */
  readonly parentPath: string | null;
  /** The page or page data record, for generators that use more than the title. */
  readonly record: StoredRecord;
}

/**
 * Computes the path and name of the route created with a page.
 *
 * @example
 * const byTitle: RouteGenerator = {
 *   previewPath: ({ parentPath, title }) => `${parentPath ?? ''}/${encodeURIComponent(title)}`,
 *   routeName: ({ title }) => title,
 * };
 */
export interface RouteGenerator {
  /** Returns the path of a new route, without a conflict suffix. */
  previewPath(request: PathRequest): string;
  /** Returns the name of a new route, without a conflict suffix. */
  routeName(request: PathRequest): string;
}

/**
 * Computes a field that is not stored. `null` and `undefined` omit it.
 *
 * @example
 * const initials: Resolver = ({ values }) => String(values.name).slice(0, 1);
 */
export type Resolver = (
  record: StoredRecord,
  context: { readonly now: Date; readonly actor: Actor },
) => JsonValue | undefined | Promise<JsonValue | undefined>;

/**
 * Returns the URL of a stored file. It must work for everyone who can read the record, for as long as caches
 * keep the response. A relative URL is resolved against the API server. If it returns undefined or fails, the
 * download URL of the API is used.
 *
 * @example
 * const cdn: UrlGenerator = ({ path }) => `https://cdn.example.com/${path}`;
 */
export type UrlGenerator = (file: {
  readonly record: StoredRecord;
  readonly field: UploadField;
  /** Path of the file or its variant in the filesystem. */
  readonly path: string;
  /** Name of the image filter; null for the file itself. */
  readonly filter: string | null;
}) => string | undefined | Promise<string | undefined>;

/**
 * Returns names of `image_filters` for one record, shown after the declared filters of its field. Called on
 * every read; the variants are generated after the first one.
 *
 * @example
 * const wideForHeroes: ImageFilterChoice = ({ type }) => (type === 'HeroImage' ? ['wide'] : ['thumbnail']);
 */
export type ImageFilterChoice = (record: StoredRecord, field: UploadField) => readonly string[];

/**
 * Checks a valid submission before it is processed. A returned text rejects it (422, as a form error). A
 * thrown `AppError` rejects it with that error, any other error with 503.
 *
 * @example
 * const noLinks: SubmissionCheck = ({ data }) =>
 *   String(data.message).includes('http') ? 'Links are not allowed.' : undefined;
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
