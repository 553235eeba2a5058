import type { Actor } from '../context.js';
import type { JsonValue } from '../json.js';
import type { StoredRecord } from '../records/record.js';
import type { UploadField } from '../schema/resource.js';
import type { CallbackConstraint } from '../records/validation.js';
import type { Check } from '../config-problem.js';

/**
 * Project code that extends the schema files: `extensions` of `cms.config.ts`. Schema files refer to entries
 * by name; an unregistered name stops startup. Features add keys with `extensions` of their definition.
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
}

/** A key of `extensions` that a feature adds. */
export interface ExtensionKey<Value> {
  /** Returns the problems of a value. */
  readonly check: Check;
  /** Type of the value, for the compiler only. Never set. */
  readonly type?: Value;
}

/** Keys of `extensions`, by name. */
export type ExtensionKeys = Readonly<Record<string, ExtensionKey<unknown>>>;

/** Values of keys of `extensions`. */
export type ExtensionsOf<Keys extends ExtensionKeys> = {
  readonly [Name in keyof Keys]?: Keys[Name] extends ExtensionKey<infer Value> ? Value : never;
};

/** Creates a key of `extensions` with values of one type. */
export function extensionKey<Value>(check: Check): ExtensionKey<Value> {
  return { check };
}

/** Returns the values of the keys that a feature adds. */
export function extensionsOf<Keys extends ExtensionKeys>(
  { extensions }: { readonly extensions: Extensions },
  _keys: Keys,
): ExtensionsOf<Keys> {
  // The configuration validated the values with the checks of the keys.
  return extensions as ExtensionsOf<Keys>;
}

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
